// A progress bar on standard error for long work, one line that is redrawn and cleared at the end.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace edge {

bool stderr_is_terminal();

struct Progress {
    uint64_t done_bytes = 0;
    std::optional<uint64_t> total_bytes;  // absent when not known, as with standard input
    uint64_t games = 0;
};

// The line as text, cut to `width` columns: share, speeds and the time left.
std::string progress_line(std::string_view label, const Progress& progress, double elapsed_s,
                          size_t width);

class ProgressBar {
public:
    // Draws nothing unless `enabled`; callers pass stderr_is_terminal() unless told otherwise.
    ProgressBar(std::string label, bool enabled);
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar() { finish(); }

    // Any thread may call this as often as it likes; the line changes ten times a second at most.
    void update(uint64_t done_bytes, std::optional<uint64_t> total_bytes, uint64_t games);

    // Clears the line, so that later output starts on an empty one.
    void finish();

private:
    using Clock = std::chrono::steady_clock;

    const std::string label_;
    const bool enabled_;
    const Clock::time_point start_ = Clock::now();
    std::mutex mutex_;
    Clock::time_point drawn_at_;  // guarded by mutex_, as the next
    bool visible_ = false;
};

}  // namespace edge
