// Tells a running scan to give up: its client went away, its time is up, a file it may be reading
// was cut short, or the daemon is ending.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "core/lost_pages.h"

namespace edge::server {

// Safe to use from many threads.
class Cancellation {
public:
    using Clock = std::chrono::steady_clock;
    enum class Reason : unsigned char { None, ClientGone, TimeLimit, LostPages, Shutdown };

    // `shutdown` is set when the daemon ends, and outlives this.
    Cancellation(Clock::time_point deadline, const std::atomic<bool>& shutdown)
        : deadline_(deadline), shutdown_(shutdown) {}

    void client_gone() { client_gone_ = true; }

    Reason reason() const {
        if (client_gone_) return Reason::ClientGone;
        if (shutdown_) return Reason::Shutdown;
        if (lost_page_count() != lost_pages_before_) return Reason::LostPages;
        return Clock::now() >= deadline_ ? Reason::TimeLimit : Reason::None;
    }
    bool is_cancelled() const { return reason() != Reason::None; }

private:
    const Clock::time_point deadline_;
    const std::atomic<bool>& shutdown_;
    const uint64_t lost_pages_before_ = lost_page_count();
    std::atomic<bool> client_gone_ = false;
};

}  // namespace edge::server
