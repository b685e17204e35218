#include "core/hash_index.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace edge {
namespace {

constexpr auto kAny = [](uint32_t) { return true; };

TEST(HashIndex, FindsNothingInAnEmptyOne) {
    const HashIndex index;
    EXPECT_EQ(index.find(7, kAny), std::nullopt);
    EXPECT_EQ(index.size(), 0U);
    index.prefetch(7);
}

// All hashes have the same lower bits, some the same upper half, and some are equal.
TEST(HashIndex, DistinguishesThingsInTheSameSlot) {
    HashIndex index;
    const std::vector<std::string> texts = {"a", "b", "c", "d"};
    const std::vector<uint64_t> hashes = {5, 5, uint64_t{1} << 32 | 5, uint64_t{2} << 32 | 5};
    for (const uint64_t hash : hashes) index.add(hash);
    for (uint32_t i = 0; i < texts.size(); ++i) {
        const auto is_same = [&](uint32_t number) { return texts[number] == texts[i]; };
        EXPECT_EQ(index.find(hashes[i], is_same), i);
        EXPECT_EQ(index.hash(i), hashes[i]);
    }
    EXPECT_EQ(index.find(5, [](uint32_t) { return false; }), std::nullopt);
    EXPECT_EQ(index.find(uint64_t{3} << 32 | 5, kAny), std::nullopt);
}

TEST(HashIndex, KeepsAllAsItGrows) {
    HashIndex index;
    std::mt19937_64 random(1);
    std::vector<uint64_t> hashes;
    for (uint32_t i = 0; i < 20'000; ++i) {
        hashes.push_back(random());
        EXPECT_EQ(index.add(hashes.back()), i);
    }
    for (uint32_t i = 0; i < hashes.size(); ++i) ASSERT_EQ(index.find(hashes[i], kAny), i);
    EXPECT_EQ(index.find(random(), kAny), std::nullopt);
}

TEST(HashIndex, StartsAgainWhenCleared) {
    HashIndex index;
    index.add(1);
    index.clear();
    EXPECT_EQ(index.size(), 0U);
    EXPECT_EQ(index.find(1, kAny), std::nullopt);
    EXPECT_EQ(index.add(2), 0U);
    EXPECT_EQ(index.find(2, kAny), 0U);
}

}  // namespace
}  // namespace edge
