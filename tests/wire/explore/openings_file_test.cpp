#include "wire/explore/openings_file.h"

#include <gtest/gtest.h>

#include "chess/position_text.h"
#include "support/temp_dir.h"

namespace edge::wire {
namespace {

std::string name_after(const Openings& openings, std::string_view moves) {
    const auto* const opening = openings.find(play_moves(Position::start(), moves).value());
    return opening == nullptr ? "" : opening->eco + ' ' + opening->name;
}

constexpr std::string_view kJson =
    R"({"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1":)"
    R"({"eco":"B00","name":"King's pawn","moves":"1. e4"},"other":{"name":"Nothing played"}})";
constexpr std::string_view kTsv = "eco\tname\tpgn\r\nA40\tQueen's pawn\t1. d4\r\n";

TEST(OpeningsFile, ReadsJsonByTheMovesNotByTheKey) {
    const test::TempDir dir;
    test::write_file(dir / "codes.json", kJson);
    const auto openings = load_openings((dir / "codes.json").string()).value();
    EXPECT_EQ(name_after(openings, "e4"), "B00 King's pawn");
    EXPECT_EQ(openings.size(), 1U);
}

TEST(OpeningsFile, ReadsAllFilesOfAFolder) {
    const test::TempDir dir;
    test::write_file(dir / "a.tsv", kTsv);
    test::write_file(dir / "codes.json", kJson);
    test::write_file(dir / "LICENSE", "free");
    const auto openings = load_openings(dir.path().string()).value();
    EXPECT_EQ(name_after(openings, "e4"), "B00 King's pawn");
    EXPECT_EQ(name_after(openings, "d4"), "A40 Queen's pawn");
}

TEST(OpeningsFile, NamesTheFileThatCannotBeRead) {
    const test::TempDir dir;
    const auto refused = [&](std::string_view name, std::string_view text) {
        test::write_file(dir / name, text);
        const auto loaded = load_openings((dir / name).string());
        return !loaded && loaded.error().code == ErrorCode::Corrupt &&
               loaded.error().message.find(name) != std::string::npos;
    };
    EXPECT_TRUE(refused("cut.json", R"({"x":)"));
    EXPECT_TRUE(refused("list.json", "[]"));
    EXPECT_TRUE(refused("flat.json", R"({"x":1})"));
    EXPECT_TRUE(refused("illegal.json", R"({"x":{"name":"n","moves":"1. e5"}})"));
    EXPECT_TRUE(refused("latin.tsv", "eco\tname\tpgn\nA00\tGr\xFCnfeld\td4\n"));
    EXPECT_TRUE(refused("columns.tsv", "eco\tname\nA00\tPolish\n"));
    EXPECT_FALSE(load_openings((dir / "missing.json").string()));
    std::filesystem::create_directory(dir / "empty");
    EXPECT_FALSE(load_openings((dir / "empty").string()));
}

}  // namespace
}  // namespace edge::wire
