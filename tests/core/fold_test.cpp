#include "core/fold.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace edge {
namespace {

TEST(Fold, DropsCaseAndAccents) {
    EXPECT_EQ(folded("CARLSEN, Magnus"), "carlsen, magnus");
    EXPECT_EQ(folded("Réti Náchod Łódź Ørn"), "reti nachod lodz orn");
    EXPECT_EQ(folded("Æther Straße Þór Œuvre"), "aether strasse thor oeuvre");
    EXPECT_EQ(folded("Nguyễn Ngọc Trường Sơn"), "nguyen ngoc truong son");
    EXPECT_EQ(folded("КАРПОВ Алёхин Майя"), "карпов алехин маия");
    EXPECT_EQ(folded("Σκαλκώτας"), "σκαλκωτασ");
}

TEST(Fold, TakesCombiningAccentsOff) { EXPECT_EQ(folded("Re\u0301ti"), "reti"); }

TEST(Fold, LeavesTheRest) {
    EXPECT_EQ(folded("丁立人 1-0 €"), "丁立人 1-0 €");
    EXPECT_EQ(folded("\xFF\xC3"), "\xFF\xC3");  // not UTF-8
    EXPECT_EQ(folded(""), "");
}

TEST(Fold, IsIdempotent) {
    std::string all;
    for (unsigned c = 0x80; c < 0x800; ++c) {
        all += static_cast<char>(0xC0 | c >> 6);
        all += static_cast<char>(0x80 | (c & 0x3F));
    }
    EXPECT_TRUE(folded(folded(all)) == folded(all));
}

}  // namespace
}  // namespace edge
