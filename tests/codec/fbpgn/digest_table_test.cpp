#include "codec/fbpgn/digest_table.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace edge::fbpgn {
namespace {

RC_GTEST_PROP(FbpgnDigestTable, NumbersBlocksAsTheyCome, (const std::vector<uint8_t>& blocks)) {
    DigestTable table;
    std::map<std::string, uint32_t> slow_twin;
    for (const uint8_t block : blocks) {
        const std::string text = std::to_string(block);
        const auto [known, is_new] =
            slow_twin.try_emplace(text, static_cast<uint32_t>(slow_twin.size()));
        const DigestTable::Place place = table.add(digest_of(text));
        RC_ASSERT(place.number == known->second);
        RC_ASSERT(place.is_new == is_new);
    }
    RC_ASSERT(table.size() == slow_twin.size());
}

TEST(FbpgnDigestTable, Grows) {
    DigestTable table;
    constexpr uint32_t kCount = 20'000;
    for (uint32_t i = 0; i < kCount; ++i) table.add(digest_of(std::to_string(i)));
    for (uint32_t i = 0; i < kCount; ++i) {
        const DigestTable::Place place = table.add(digest_of(std::to_string(i)));
        ASSERT_EQ(place.number, i);
        ASSERT_FALSE(place.is_new);
    }
}

}  // namespace
}  // namespace edge::fbpgn
