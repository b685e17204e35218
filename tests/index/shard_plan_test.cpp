#include "index/shard_plan.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

namespace edge::indexing {
namespace {

using Firsts = std::vector<uint32_t>;

std::vector<PlannedShard> shards_of(const std::vector<uint64_t>& sizes) {
    std::vector<PlannedShard> shards;
    shards.reserve(sizes.size());
    for (const uint64_t size : sizes) shards.push_back({.bytes = size, .games = 1});
    return shards;
}

TEST(ShardPlan, LeavesAFewShardsAlone) {
    EXPECT_EQ(plan_shards(shards_of({5, 1, 1}), 3), (Firsts{0, 1, 2}));
    EXPECT_EQ(plan_shards(shards_of({5, 1, 1}), 16), (Firsts{0, 1, 2}));
}

TEST(ShardPlan, JoinsEverythingIntoOne) {
    EXPECT_EQ(plan_shards(shards_of({5, 1, 1}), 1), Firsts{0});
    EXPECT_EQ(plan_shards(shards_of({0, 0}), 1), Firsts{0});
}

TEST(ShardPlan, CutsWhereAShardEndsThatIsNearestToAnEvenCut) {
    EXPECT_EQ(plan_shards(shards_of({1, 1, 1, 1, 1, 1}), 2), (Firsts{0, 3}));
    EXPECT_EQ(plan_shards(shards_of({1, 1, 1, 1, 1, 1}), 3), (Firsts{0, 2, 4}));
    EXPECT_EQ(plan_shards(shards_of({4, 4, 4, 4, 1, 1, 1}), 4), (Firsts{0, 1, 2, 3}));
    EXPECT_EQ(plan_shards(shards_of({10, 1, 1}), 2), (Firsts{0, 1}));
    EXPECT_EQ(plan_shards(shards_of({1, 1, 10}), 2), (Firsts{0, 2}));
}

TEST(ShardPlan, AShardLargerThanItsShareStaysAlone) {
    EXPECT_EQ(plan_shards(shards_of({100, 1, 1, 1, 1, 1}), 4), (Firsts{0, 1}));
}

TEST(ShardPlan, KeepsShardsWithTagsApartFromThoseWithout) {
    auto shards = shards_of({1, 1, 1, 1});
    shards[2].has_tags = false;
    EXPECT_EQ(plan_shards(shards, 1), (Firsts{0, 2, 3}));
}

TEST(ShardPlan, MakesNoShardOfMoreGamesThanItCanHold) {
    auto shards = shards_of({1, 1, 1});
    shards[0].games = UINT32_MAX - 1;
    EXPECT_EQ(plan_shards(shards, 1), (Firsts{0, 2}));
}

RC_GTEST_PROP(ShardPlan, NoShardIsLargerThanItsShareAndOneOldOne, ()) {
    const auto sizes = *rc::gen::nonEmpty(
        rc::gen::container<std::vector<uint64_t>>(rc::gen::inRange<uint64_t>(0, 99)));
    const auto wanted = *rc::gen::inRange<uint32_t>(1, 12);
    const Firsts firsts = plan_shards(shards_of(sizes), wanted);
    RC_ASSERT(firsts.front() == 0U);
    RC_ASSERT(std::ranges::adjacent_find(firsts, std::greater_equal<>()) == firsts.end());
    if (wanted >= sizes.size()) {
        RC_ASSERT(firsts.size() == sizes.size());
        return;
    }
    RC_ASSERT(firsts.size() <= wanted);
    const uint64_t total = std::accumulate(sizes.begin(), sizes.end(), uint64_t{0});
    const uint64_t most = total / wanted + 1 + *std::ranges::max_element(sizes);
    for (size_t i = 0; i < firsts.size(); ++i) {
        const size_t end = i + 1 < firsts.size() ? firsts[i + 1] : sizes.size();
        const auto begin = sizes.begin();
        RC_ASSERT(std::accumulate(begin + firsts[i], begin + static_cast<std::ptrdiff_t>(end),
                                  uint64_t{0}) <= most);
    }
}

}  // namespace
}  // namespace edge::indexing
