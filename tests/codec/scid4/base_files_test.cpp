#include "codec/scid4/base_files.h"

#include <gtest/gtest.h>

namespace edge::scid4 {
namespace {

TEST(Scid4BaseFiles, AreFoundFromAnyOfThem) {
    for (const char* name : {"dir/club", "dir/club.si4", "dir/club.sn4", "dir/club.sg4"}) {
        const BaseFiles files = base_files(name);
        EXPECT_EQ(files.index, "dir/club.si4");
        EXPECT_EQ(files.names, "dir/club.sn4");
        EXPECT_EQ(files.games, "dir/club.sg4");
    }
}

TEST(Scid4BaseFiles, KeepADotInTheNameOfTheBase) {
    EXPECT_EQ(base_files("twic.1428").index, "twic.1428.si4");
    EXPECT_EQ(base_files("twic.1428.sg4").index, "twic.1428.si4");
}

}  // namespace
}  // namespace edge::scid4
