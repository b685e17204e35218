#include "index/segment_choice.h"

#include <optional>

namespace edge::indexing {

namespace {

constexpr uint64_t kTooManyEdges = uint64_t{1} << 32;
// The oldest part of a merge that has to be made has at most as many times the games of the others.
constexpr uint64_t kMaxShare = 4;

// The last segments, one more with each call of add_older().
class LastSegments {
public:
    explicit LastSegments(std::span<const SegmentSize> all) : all_(all), sum_(all.back()) {}

    // False when they are all, or as many as may be in one tree.
    bool add_older() {
        if (count_ == all_.size()) return false;
        const SegmentSize& older = before();
        if (older.edges >= kTooManyEdges || sum_.edges + older.edges >= kTooManyEdges) return false;
        others_ = sum_.games;
        sum_.games += older.games;
        sum_.edges += older.edges;
        ++count_;
        return true;
    }
    size_t count() const { return count_; }
    size_t segments_after_merging() const { return all_.size() - count_ + 1; }
    bool oldest_has_at_most(uint64_t times) const {
        return sum_.games - others_ <= times * others_;
    }
    bool follow_a_larger_one() const {
        return count_ == all_.size() || before().games > sum_.games;
    }

private:
    const SegmentSize& before() const { return all_[all_.size() - count_ - 1]; }

    std::span<const SegmentSize> all_;
    SegmentSize sum_;
    uint64_t others_ = 0;  // games without those of the oldest
    size_t count_ = 1;
};

std::optional<size_t> shortest_run(std::span<const SegmentSize> segments) {
    for (LastSegments last(segments); last.add_older();) {
        if (last.segments_after_merging() <= kUnmergedSegments && last.oldest_has_at_most(1) &&
            last.follow_a_larger_one()) {
            return last.count();
        }
    }
    return std::nullopt;
}

size_t longest_run(std::span<const SegmentSize> segments) {
    size_t count = 1;
    for (LastSegments last(segments); last.add_older();) {
        if (last.oldest_has_at_most(kMaxShare)) count = last.count();
    }
    return count;
}

}  // namespace

size_t segments_to_merge(std::span<const SegmentSize> segments) {
    if (segments.size() <= kUnmergedSegments) return 1;
    const auto shortest = shortest_run(segments);
    return shortest ? *shortest : longest_run(segments);
}

}  // namespace edge::indexing
