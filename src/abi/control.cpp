#include "abi/control.h"

#include <algorithm>
#include <utility>

#include "core/parallel.h"

namespace edge::abi {
namespace {

constexpr std::chrono::milliseconds kReportInterval{50};
constexpr unsigned kMaxThreads = 1024;  // as in the program; each takes memory

}  // namespace

unsigned Control::threads() const {
    return threads_ != 0 ? std::min(threads_, kMaxThreads) : default_threads();
}

bool Control::report_progress(uint64_t games, uint64_t bytes, uint64_t total_bytes) {
    if (is_cancelled_ || progress_ == nullptr) return !is_cancelled_;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return true;  // another thread is reporting
    const auto now = Clock::now();
    if (now - reported_at_ < kReportInterval) return true;
    reported_at_ = now;
    if (!progress_(user_, games, bytes, total_bytes)) is_cancelled_ = true;
    return !is_cancelled_;
}

query::RunOptions run_options(std::shared_ptr<Control> control) {
    const unsigned threads = control->threads();
    return {.threads = threads, .on_progress = [control = std::move(control)](uint64_t games) {
                return control->report_progress(games, 0, 0);
            }};
}

}  // namespace edge::abi
