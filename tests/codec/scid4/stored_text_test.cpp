#include "codec/scid4/stored_text.h"

#include <gtest/gtest.h>

namespace edge::scid4 {
namespace {

TEST(Scid4StoredText, IsUtf8OrWindows1252) {
    EXPECT_EQ(stored_text("Jürgen"), "Jürgen");
    EXPECT_EQ(stored_text("J\xFCrgen"), "Jürgen");
}

TEST(Scid4StoredText, IsCutBetweenCharacters) {
    EXPECT_EQ(cut_text("Jürgen", 7), "Jürgen");
    EXPECT_EQ(cut_text("Jürgen", 3), "Jü");
    EXPECT_EQ(cut_text("Jürgen", 2), "J");
    EXPECT_EQ(cut_text("♞", 2), "");
}

}  // namespace
}  // namespace edge::scid4
