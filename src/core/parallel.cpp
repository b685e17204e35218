#include "core/parallel.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <fstream>
#include <mutex>
#include <system_error>
#include <thread>
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

class FirstException {
public:
    void run(const std::function<void(unsigned)>& body, unsigned index) {
        try {
            body(index);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!exception_) exception_ = std::current_exception();
        }
    }
    void rethrow() const {
        if (exception_) std::rethrow_exception(exception_);
    }

private:
    std::mutex mutex_;
    std::exception_ptr exception_;
};

}  // namespace

unsigned default_threads() {
    const unsigned cores = affinity_cores();
    return std::max(1U, quota_cores(cores));
}

void run_on_threads(unsigned threads, const std::function<void(unsigned)>& body) {
    FirstException failure;
    std::vector<std::thread> others;
    others.reserve(threads);
    unsigned started = 1;
    try {
        for (; started < threads; ++started) {
            others.emplace_back([&failure, &body, started] { failure.run(body, started); });
        }
    } catch (const std::system_error&) {
        // The system has no more threads to give; the rest runs below.
    }
    failure.run(body, 0);
    for (unsigned index = started; index < threads; ++index) failure.run(body, index);
    for (std::thread& thread : others) thread.join();
    failure.rethrow();
}

}  // namespace edge
