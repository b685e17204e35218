#include "formats/game_input.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/temp_dir.h"

namespace edge::formats {
namespace {

TEST(GameInput, DefaultStemsLoseTheirEndings) {
    EXPECT_EQ(default_stem("x.pgn.zst"), "x");
    EXPECT_EQ(default_stem("a/b/Games.PGN"), "Games");
    EXPECT_EQ(default_stem("a/twic/"), "twic");
    EXPECT_EQ(default_stem("-"), "stdin");
    EXPECT_EQ(default_stem("a.b.pgn.gz"), "a.b");
}

TEST(GameInput, AFolderStandsForItsFilesInOrder) {
    const test::TempDir dir;
    std::filesystem::create_directory(dir / "sub");
    for (const char* name : {"b.pgn", "a.PGN", "sub/c.pgn.bz2", "notes.txt"}) {
        test::write_file(dir / name, "1. e4 *\n");
    }
    const auto inputs = open_pgn_inputs({dir.path().string()});
    ASSERT_TRUE(inputs);
    ASSERT_EQ(inputs->size(), 3U);
    EXPECT_TRUE((*inputs)[0].name.ends_with("a.PGN"));
    EXPECT_TRUE((*inputs)[1].name.ends_with("b.pgn"));
    EXPECT_TRUE((*inputs)[2].name.ends_with("c.pgn.bz2"));
}

}  // namespace
}  // namespace edge::formats
