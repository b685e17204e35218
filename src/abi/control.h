// Progress and cancelling of a call: what an edge_control holds.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "edge/edge.h"
#include "query/query.h"

namespace edge::abi {

class Control {
public:
    Control() = default;
    Control(unsigned threads, edge_progress progress, void* user)
        : threads_(threads), progress_(progress), user_(user) {}

    void cancel() { is_cancelled_ = true; }
    bool is_cancelled() const { return is_cancelled_; }
    unsigned threads() const;  // at least 1

    // Any thread may call this as often as it likes: reports are passed on one at a time, and only
    // now and then. False when the call should end.
    bool report_progress(uint64_t games, uint64_t bytes, uint64_t total_bytes);

private:
    using Clock = std::chrono::steady_clock;

    const unsigned threads_ = 0;  // 0: one for each core
    const edge_progress progress_ = nullptr;
    void* const user_ = nullptr;
    std::atomic<bool> is_cancelled_ = false;
    std::mutex mutex_;
    Clock::time_point reported_at_;  // guarded by mutex_
};

// The options of a scan that the control governs; they keep it alive.
query::RunOptions run_options(std::shared_ptr<Control> control);

// Lets the control govern a long job (IndexOptions, ConvertOptions), which it must outlive.
template <class Options>
void run_under(Control& control, Options& options) {
    options.threads = control.threads();
    options.on_progress = [&control](uint64_t bytes, std::optional<uint64_t> total,
                                     uint64_t games) {
        control.report_progress(games, bytes, total.value_or(0));
    };
    options.is_cancelled = [&control] { return control.is_cancelled(); };
}

}  // namespace edge::abi
