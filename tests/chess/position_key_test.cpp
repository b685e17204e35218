#include "chess/position_key.h"

#include <gtest/gtest.h>

#include <string_view>

#include "chess/fen.h"

namespace edge {
namespace {

Position at(std::string_view fen) { return parse_fen(fen, FenMode::Lenient).value(); }

bool same_key(std::string_view a, std::string_view b) {
    return position_key(at(a)) == position_key(at(b));
}

TEST(PositionKey, IgnoresTheClocks) {
    EXPECT_TRUE(same_key("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", "8/8/8/4k3/8/4K3/4P3/8 w - - 31 77"));
}

TEST(PositionKey, KeepsAllElse) {
    EXPECT_FALSE(same_key("8/8/8/4k3/8/4K3/4P3/8 w - -", "8/8/8/4k3/8/4K3/4P3/8 b - -"));
    EXPECT_FALSE(same_key("8/8/8/4k3/8/4K3/4P3/8 w - -", "8/8/8/4k3/8/4K3/4p3/8 w - -"));
    EXPECT_FALSE(same_key("8/8/8/4k3/8/4K3/4N3/8 w - -", "8/8/8/4k3/8/4K3/4B3/8 w - -"));
    EXPECT_FALSE(same_key("4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w - -"));
    // An en-passant capture that is legal, and one that is not.
    EXPECT_FALSE(same_key("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "4k3/8/8/3pP3/8/8/8/4K3 w - -"));
    EXPECT_TRUE(same_key("4k3/8/8/3p4/8/8/8/4K3 w - d6", "4k3/8/8/3p4/8/8/8/4K3 w - -"));
}

TEST(PositionKey, KnowsTheRookOfAChess960Right) {
    EXPECT_FALSE(same_key("4k3/8/8/8/8/8/8/4K1RR w G -", "4k3/8/8/8/8/8/8/4K1RR w H -"));
    EXPECT_TRUE(same_key("4k3/8/8/8/8/8/8/4K1RR w K -", "4k3/8/8/8/8/8/8/4K1RR w H -"));
}

}  // namespace
}  // namespace edge
