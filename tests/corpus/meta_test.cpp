#include "corpus/meta.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace edge::corpus {
namespace {

constexpr std::string_view kSeed =
    "version=2\nnum_shards=16\ntotal_games=10164006\ntotal_moves=199672940\n"
    "source_pgn_stem=lichess_2017-02\nsource_pgn_size=9289131923\nindexed_at=20260524-153045\n";

TEST(Meta, ReadsTheExampleOfTheFormat) {
    const auto meta = parse_meta(kSeed, "meta");
    ASSERT_TRUE(meta) << meta.error().message;
    EXPECT_EQ(meta->num_shards, 16U);
    EXPECT_EQ(meta->total_games, 10164006U);
    EXPECT_EQ(meta->total_moves, 199672940U);
    EXPECT_EQ(meta->source_pgn_stem, "lichess_2017-02");
    EXPECT_EQ(meta->source_pgn_size, 9289131923U);
    EXPECT_EQ(meta->indexed_at, "20260524-153045");
    EXPECT_FALSE(meta->has_polyglot_tree());
    EXPECT_FALSE(meta->has_sorted_tree());
    EXPECT_EQ(format_meta(*meta), kSeed);
}

TEST(Meta, KeepsUnknownKeysInOrder) {
    const std::string text = std::string(kSeed) + "zebra= a=b \nant=\nsource.7.path=/x\n";
    const auto meta = parse_meta(text, "meta");
    ASSERT_TRUE(meta) << meta.error().message;
    EXPECT_EQ(meta->unknown.size(), 3U);
    EXPECT_EQ(format_meta(*meta), text);
}

TEST(Meta, EncodesPathsAndTakesThemBack) {
    Meta meta;
    meta.num_shards = 1;
    meta.source_pgn_stem = "größe 100%";
    meta.sources = {{"/päth/a b.pgn", 12}, {"-", std::nullopt}};
    meta.tree_plies = 0;
    meta.tree_min_games = 2;
    meta.tree_hash = "polyglot";
    meta.tree_sorted = "1";
    const std::string text = format_meta(meta);
    EXPECT_NE(text.find("source.0.path=/p%C3%A4th/a%20b.pgn\nsource.0.size=12\n"), text.npos)
        << text;
    const auto again = parse_meta(text, "meta");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->source_pgn_stem, meta.source_pgn_stem);
    ASSERT_EQ(again->sources.size(), 2U);
    EXPECT_EQ(again->sources[0].path, "/päth/a b.pgn");
    EXPECT_EQ(again->sources[0].size, 12U);
    EXPECT_EQ(again->sources[1].path, "-");
    EXPECT_EQ(again->tree_plies, 0U);
    EXPECT_EQ(again->tree_min_games, 2U);
    EXPECT_TRUE(again->has_polyglot_tree());
    EXPECT_TRUE(again->has_sorted_tree());
    EXPECT_EQ(format_meta(*again), text);
}

TEST(Meta, SaysThatATreeIsSortedOnlyByTheValueOne) {
    EXPECT_TRUE(parse_meta(std::string(kSeed) + "tree_sorted=1\n", "meta")->has_sorted_tree());
    for (const std::string_view value : {"0", "01", "yes", ""}) {
        const std::string text = fmt::format("{}tree_sorted={}\n", kSeed, value);
        const auto meta = parse_meta(text, "meta");
        ASSERT_TRUE(meta) << meta.error().message;
        EXPECT_FALSE(meta->has_sorted_tree()) << value;
        EXPECT_EQ(format_meta(*meta), text);
    }
}

TEST(Meta, RefusesVersionOneByName) {
    const auto meta = parse_meta("version=1\nnum_shards=1\ntotal_games=0\ntotal_moves=0\n", "meta");
    ASSERT_FALSE(meta);
    EXPECT_EQ(meta.error().code, ErrorCode::Unsupported);
    EXPECT_NE(meta.error().message.find("hashes of their SAN"), std::string::npos);
}

TEST(Meta, RefusesVersionsToCome) {
    const auto meta = parse_meta("version=3\nnum_shards=1\n", "meta");
    ASSERT_FALSE(meta);
    EXPECT_EQ(meta.error().code, ErrorCode::Unsupported);
}

TEST(Meta, NamesTheOffsetOfDamage) {
    struct Case {
        std::string_view text;
        std::string_view expected;
    };
    const Case cases[] = {
        {"version=2\nnum_shards=1\ntotal_games=0\n", "offset 37: found no key total_moves"},
        {"version=2\nversion=2\n", "offset 10: found key version again"},
        {"version=2\nnum_shards\n", "offset 10: found the line 'num_shards'"},
        {"version=2\n=1\n", "offset 10: found the line '=1'"},
        {"version=2\nnum_shards=x\n", "offset 10: found num_shards=x"},
        {"version=2\nnum_shards=-1\n", "offset 10: found num_shards=-1"},
        {"version=2\nnum_shards=1 \n", "offset 10: found num_shards=1 "},
        {"version=2\nnum_shards=", "offset 21: found the end of the file"},
        {"version=2\nnum_shards=0\ntotal_games=0\ntotal_moves=0\n", "found num_shards 0"},
        {"", "offset 0: found no key version"},
    };
    for (const Case& c : cases) {
        const auto meta = parse_meta(c.text, "m");
        ASSERT_FALSE(meta) << c.text;
        EXPECT_EQ(meta.error().code, ErrorCode::Corrupt);
        EXPECT_NE(meta.error().message.find(c.expected), std::string::npos) << meta.error().message;
    }
}

}  // namespace
}  // namespace edge::corpus
