#include "index/segment_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace edge::indexing {
namespace {

struct Choice {
    std::vector<uint64_t> games;
    size_t merged;
};

// With an edge for each game.
std::vector<SegmentSize> sizes_of(const std::vector<uint64_t>& games) {
    std::vector<SegmentSize> sizes;
    sizes.reserve(games.size());
    for (const uint64_t count : games) sizes.push_back({count, count});
    return sizes;
}

TEST(SegmentChoice, IsThatOfTheTable) {
    const Choice choices[] = {
        {{}, 1},
        {{5}, 1},
        {{1, 1, 1, 1, 1, 1, 1, 1}, 1},     // as many as may stand
        {{1, 1, 1, 1, 1, 1, 1, 1, 1}, 9},  // the first is not larger than the others
        {{9, 1, 1, 1, 1, 1, 1, 1, 1}, 8},  // but here it is
        {{8, 1, 1, 1, 1, 1, 1, 1, 1}, 9},
        {{1000, 1, 1, 1, 1, 1, 1, 1, 1}, 8},  // a large one stays as it is
        {{9, 8, 1, 1, 1, 1, 1, 1, 1}, 7},
        {{9, 8, 7, 1, 1, 1, 1, 1, 1}, 6},
        {{9, 8, 7, 6, 5, 4, 3, 1, 1}, 2},
        {{9, 8, 7, 6, 5, 4, 3, 2, 1}, 9},  // no shorter run follows a larger segment
        {{99, 8, 7, 6, 5, 4, 3, 2, 1}, 8},
        {{1, 1, 1, 1, 1, 1, 1, 1, 100}, 9},
        {{300, 1, 1, 1, 1, 1, 1, 1, 100}, 8},
        {{256, 128, 64, 32, 16, 8, 4, 2, 1}, 9},  // the halves, by a factor of four
        {{1999, 128, 64, 32, 16, 8, 4, 2, 1}, 8},
        {{10'000'000, 1'900'000, 360'000, 70'000, 13'000, 2500, 480, 90, 17}, 1},
        {{10'000'000, 1'900'000, 360'000, 70'000, 13'000, 2500, 480, 90, 23}, 2},
        {{10'000'000, 1'900'000, 360'000, 70'000, 13'000, 2500, 480, 90, 17, 3}, 1},
        {{10'000'000, 1'900'000, 360'000, 70'000, 13'000, 2500, 480, 90, 17, 17}, 4},
    };
    for (const auto& [games, merged] : choices) {
        EXPECT_EQ(segments_to_merge(sizes_of(games)), merged) << fmt::format("{}", games);
    }
}

TEST(SegmentChoice, MergesNoMoreEdgesThanATreeCanHave) {
    constexpr uint64_t kMost = (uint64_t{1} << 32) - 1;
    std::vector<SegmentSize> sizes(9, {1, kMost / 9});
    EXPECT_EQ(segments_to_merge(sizes), 9U);
    sizes.front().edges += kMost % 9;
    EXPECT_EQ(segments_to_merge(sizes), 9U);
    ++sizes.front().edges;
    EXPECT_EQ(segments_to_merge(sizes), 8U);
    sizes.assign(9, {1, kMost / 2});
    EXPECT_EQ(segments_to_merge(sizes), 2U);
    sizes.assign(9, {1, kMost / 2 + 1});
    EXPECT_EQ(segments_to_merge(sizes), 1U);
    sizes.assign(9, {1, UINT64_MAX});  // as damage may say
    EXPECT_EQ(segments_to_merge(sizes), 1U);
}

// A corpus that grows by adds of so many games.
class Growth {
public:
    void add(uint64_t games) {
        segments_.push_back({games, 0});
        written_ += games;
        total_ += games;
        smallest_ = std::min(smallest_, games);
        std::vector<SegmentSize> sizes;
        for (const Segment& segment : segments_) sizes.push_back({segment.games, segment.games});
        const size_t count = segments_to_merge(sizes);
        if (count > 1) merge(count);
        EXPECT_LE(segments_.size(), bound_on_segments());
    }
    double copies() const { return static_cast<double>(written_) / static_cast<double>(total_); }
    size_t segments() const { return segments_.size(); }
    uint64_t oldest() const { return segments_.front().games; }

private:
    struct Segment {
        uint64_t games;
        unsigned copies;  // of each game after the first, at most
    };

    void merge(size_t count) {
        const auto begin = segments_.end() - static_cast<std::ptrdiff_t>(count);
        Segment merged{0, 0};
        for (auto segment = begin; segment != segments_.end(); ++segment) {
            merged.games += segment->games;
            merged.copies = std::max(merged.copies, segment->copies + 1);
        }
        // What was merged before grows by a quarter at least.
        for (auto segment = begin; segment != segments_.end(); ++segment) {
            if (segment->copies == 0) continue;
            EXPECT_GE(merged.games * 4, segment->games * 5);
        }
        segments_.erase(begin, segments_.end());
        segments_.push_back(merged);
        written_ += merged.games;
        EXPECT_LE(merged.copies, 1 + std::log(static_cast<double>(total_)) / std::log(1.25));
    }
    size_t bound_on_segments() const {
        const double ratio = static_cast<double>(total_) / static_cast<double>(smallest_);
        return std::max(kUnmergedSegments, static_cast<size_t>(1 + std::log(ratio) / std::log(5)));
    }

    std::vector<Segment> segments_;
    uint64_t written_ = 0;
    uint64_t total_ = 0;
    uint64_t smallest_ = UINT64_MAX;
};

TEST(SegmentChoice, KeepsItsBoundsHoweverACorpusGrows) {
    std::mt19937_64 random(7);
    std::map<std::string, Growth> growths;
    for (uint64_t i = 0; i < 3000; ++i) {
        growths["equal"].add(100);
        growths["growing"].add(1 + i);
        growths["shrinking"].add(3000 - i);
        growths["halving"].add(1 + (uint64_t{1} << 30 >> std::min<uint64_t>(i, 30)));
        growths["by sixths"].add(1 + static_cast<uint64_t>(2e9 / std::pow(6, i)));
        growths["random"].add(1 + random() % 1000);
        growths["of any order"].add(uint64_t{1} << random() % 20);
        growths["halving again and again"].add(uint64_t{1} << (19 - i % 20));
    }
    for (const auto& [name, growth] : growths) EXPECT_LT(growth.copies(), 12) << name;
    EXPECT_GT(growths["equal"].segments(), 3U);
}

TEST(SegmentChoice, CopiesTwentyEqualStepsLessThanTwice) {
    Growth growth;
    for (int step = 0; step < 20; ++step) growth.add(1000);
    EXPECT_DOUBLE_EQ(growth.copies(), 37.0 / 20);
    EXPECT_EQ(growth.segments(), 5U);
}

TEST(SegmentChoice, LeavesAHugeTreeWhileLittleIsAdded) {
    Growth growth;
    growth.add(100'000'000);
    for (int step = 0; step < 10'000; ++step) {
        growth.add(1000);
        ASSERT_EQ(growth.oldest(), 100'000'000U) << step;
    }
    EXPECT_LE(growth.segments(), kUnmergedSegments);
}

}  // namespace
}  // namespace edge::indexing
