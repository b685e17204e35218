#include "index/game_origins.h"

#include <algorithm>
#include <iterator>

namespace edge::indexing {

void GameOrigins::add(size_t input, uint64_t line, GameBatch& batch) {
    for (const uint64_t newlines : batch.newlines_before) lines_.push_back(line + newlines);
    if (!batch.places.empty()) {
        places_.resize(lines_.size() - batch.places.size());
        std::ranges::move(batch.places, std::back_inserter(places_));
    }
    if (ends_.size() <= input) ends_.resize(input + 1, ends_.empty() ? 0 : ends_.back());
    ends_[input] = lines_.size();
    for (const formats::IndexIssue& issue : batch.issues) {
        if (formats::is_skip(issue.reason) || !issue.reader_reason.empty()) continue;
        truncated_.emplace_back(issue.game_at, issue.reason);
    }
}

GameOrigin GameOrigins::of(uint64_t game) const {
    const auto input = std::ranges::upper_bound(ends_, game) - ends_.begin();
    return {.input = static_cast<size_t>(input),
            .line = lines_[game],
            .place = game < places_.size() ? places_[game] : std::string()};
}

std::optional<formats::IssueReason> GameOrigins::truncated(uint64_t game_at) const {
    const auto found =
        std::ranges::lower_bound(truncated_, game_at, {}, [](const auto& t) { return t.first; });
    if (found == truncated_.end() || found->first != game_at) return std::nullopt;
    return found->second;
}

}  // namespace edge::indexing
