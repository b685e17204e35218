// Results made by many threads in any order, passed on one at a time in the order of their numbers.
// The thread that delivers the result whose turn it is passes on that result and all that wait
// after it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

namespace edge {

template <class T>
class InOrder {
public:
    // A delivery waits while its number is `window` or more ahead of the one whose turn it is.
    explicit InOrder(uint64_t window) : window_(window) {}

    // Numbers 0, 1, 2, ... each once. `consume(T)` returns false to stop: then, and after stop(),
    // this returns false and nothing more is passed on.
    template <class Consume>
    bool deliver(uint64_t number, T value, Consume&& consume) {
        std::unique_lock lock(mutex_);
        turn_changed_.wait(lock, [&] { return stopped_ || number < next_ + window_; });
        if (stopped_) return false;
        waiting_.emplace(number, std::move(value));
        if (draining_) return true;
        draining_ = true;
        for (auto first = waiting_.begin();
             !stopped_ && first != waiting_.end() && first->first == next_;
             first = waiting_.begin()) {
            T turn = std::move(first->second);
            waiting_.erase(first);
            lock.unlock();
            bool goes_on = false;
            try {
                goes_on = consume(std::move(turn));
            } catch (...) {
                stop();  // or the others would wait for a turn that never comes
                throw;
            }
            lock.lock();
            ++next_;
            if (!goes_on) stopped_ = true;
            turn_changed_.notify_all();
        }
        draining_ = false;
        return !stopped_;
    }

    void stop() {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
        turn_changed_.notify_all();
    }

private:
    const uint64_t window_;
    std::mutex mutex_;
    std::condition_variable turn_changed_;
    std::map<uint64_t, T> waiting_;  // guarded by mutex_, as all below
    uint64_t next_ = 0;
    bool draining_ = false;
    bool stopped_ = false;
};

}  // namespace edge
