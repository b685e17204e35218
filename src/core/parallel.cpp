#include "core/parallel.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <fstream>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace edge {

namespace {

unsigned affinity_cores() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    // The call fails on machines with more cores than the set has bits.
    if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        return std::thread::hardware_concurrency();
    }
    return static_cast<unsigned>(CPU_COUNT(&allowed));
}

// Inside a container with a quota cpu.max holds "<quota> <period>"; without one, "max <period>".
unsigned quota_cores(unsigned otherwise) {
    std::ifstream file("/sys/fs/cgroup/cpu.max");
    double quota = 0;
    double period = 0;
    if (!(file >> quota >> period) || quota <= 0 || period <= 0) return otherwise;
    const double cores = std::ceil(quota / period);
    return cores < otherwise ? static_cast<unsigned>(cores) : otherwise;
}

// Runs bodies and keeps the first exception of them all.
class FirstException {
public:
    FirstException(const std::function<void(unsigned)>& body, const std::function<void()>& stop)
        : body_(body), stop_(stop) {}

    void run(unsigned index) {
        try {
            body_(index);
        } catch (...) {
            keep(std::current_exception());
            if (stop_) stop_();
        }
    }
    void rethrow() const {
        if (exception_) std::rethrow_exception(exception_);
    }

private:
    void keep(std::exception_ptr exception) {
        const std::lock_guard lock(mutex_);
        if (!exception_) exception_ = std::move(exception);
    }

    const std::function<void(unsigned)>& body_;
    const std::function<void()>& stop_;
    std::mutex mutex_;
    std::exception_ptr exception_;  // guarded by mutex_ while the threads run
};

}  // namespace

unsigned default_threads() {
    const unsigned cores = affinity_cores();
    return std::max(1U, quota_cores(cores));
}

void run_on_threads(unsigned threads, const std::function<void(unsigned)>& body,
                    const std::function<void()>& stop) {
    FirstException bodies(body, stop);
    std::vector<std::thread> others;
    others.reserve(threads);
    unsigned started = 1;
    try {
        for (; started < threads; ++started) {
            others.emplace_back([&bodies, started] { bodies.run(started); });
        }
    } catch (const std::system_error&) {
        // The system has no more threads to give; the rest runs below.
    } catch (...) {
        if (stop) stop();
        for (std::thread& thread : others) thread.join();
        throw;
    }
    bodies.run(0);
    for (unsigned index = started; index < threads; ++index) bodies.run(index);
    for (std::thread& thread : others) thread.join();
    bodies.rethrow();
}

}  // namespace edge
