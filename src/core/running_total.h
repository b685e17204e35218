// A total that many threads add to in the order of their turns: each learns the sum of those before
// it, and so where its own part begins.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

namespace edge {

// `Amount` is a number, or a value of several with +=.
template <class Amount = uint64_t>
class RunningTotal {
public:
    // Turns 0, 1, 2, ... each once. Waits until all turns before this one are added, and returns
    // their total; nothing after stop(). A thread that takes a turn must add to it or stop.
    std::optional<Amount> add(uint64_t turn, const Amount& amount) {
        std::unique_lock lock(mutex_);
        turn_changed_.wait(lock, [&] { return stopped_ || turn == next_; });
        if (stopped_) return std::nullopt;
        const Amount before = total_;
        total_ += amount;
        ++next_;
        turn_changed_.notify_all();
        return before;
    }

    Amount total() const {
        const std::lock_guard lock(mutex_);
        return total_;
    }

    void stop() {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
        turn_changed_.notify_all();
    }

private:
    mutable std::mutex mutex_;
    std::condition_variable turn_changed_;
    uint64_t next_ = 0;  // guarded by mutex_, as all below
    Amount total_{};
    bool stopped_ = false;
};

}  // namespace edge
