#include "core/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace edge {

namespace {

constexpr std::chrono::milliseconds kRedrawInterval(100);
constexpr size_t kBarWidth = 20;

size_t terminal_width() {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col;
}

std::string duration_text(double seconds) {
    const auto whole = static_cast<uint64_t>(std::llround(seconds));
    if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

void write_stderr(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

}  // namespace

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) != 0; }

std::string progress_line(std::string_view label, const Progress& progress, double elapsed_s,
                          size_t width) {
    const double elapsed = std::max(elapsed_s, 1e-3);
    const double bytes_per_s = static_cast<double>(progress.done_bytes) / elapsed;
    std::string line(label);
    double left_s = -1;
    if (progress.total_bytes && *progress.total_bytes != 0) {
        const auto total = static_cast<double>(*progress.total_bytes);
        const double share = std::min(1.0, static_cast<double>(progress.done_bytes) / total);
        const auto filled = static_cast<size_t>(share * kBarWidth);
        line += fmt::format(" [{}{}] {:3.0f}%", std::string(filled, '#'),
                            std::string(kBarWidth - filled, '.'), 100 * share);
        if (share > 0) left_s = elapsed * (1 - share) / share;
    }
    line += fmt::format("  {} games, {:.0f} games/s, {:.1f} MB/s", progress.games,
                        static_cast<double>(progress.games) / elapsed, bytes_per_s / 1e6);
    if (left_s >= 0) line += fmt::format(", {} left", duration_text(left_s));
    if (line.size() > width) line.resize(width);
    return line;
}

ProgressBar::ProgressBar(std::string label, bool enabled)
    : label_(std::move(label)), enabled_(enabled) {}

void ProgressBar::update(uint64_t done_bytes, std::optional<uint64_t> total_bytes, uint64_t games) {
    if (!enabled_) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return;  // another thread is drawing just now
    const Clock::time_point now = Clock::now();
    if (now - drawn_at_ < kRedrawInterval) return;
    drawn_at_ = now;
    visible_ = true;
    const double elapsed_s = std::chrono::duration<double>(now - start_).count();
    const Progress progress{done_bytes, total_bytes, games};
    // A line of the full width would wrap in some terminals.
    write_stderr("\r\x1b[K" + progress_line(label_, progress, elapsed_s, terminal_width() - 1));
}

void ProgressBar::finish() {
    const std::lock_guard lock(mutex_);
    if (std::exchange(visible_, false)) write_stderr("\r\x1b[K");
}

}  // namespace edge
