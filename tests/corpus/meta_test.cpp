#include "corpus/meta.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace edge::corpus {
namespace {

constexpr std::string_view kSeed =
    "version=2\nnum_shards=16\ntotal_games=10164006\ntotal_moves=199672940\n"
    "source_pgn_stem=lichess_2017-02\nsource_pgn_size=9289131923\nindexed_at=20260524-153045\n";

// As it is written: the same lines and their hash.
std::string sealed(std::string_view lines) {
    return fmt::format("{}meta_hash={}\n", lines, to_hex(content_hash(lines)));
}

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
    EXPECT_EQ(format_meta(*meta), sealed(kSeed));
}

TEST(Meta, KeepsUnknownKeysInOrder) {
    const std::string text = std::string(kSeed) + "zebra= a=b \nant=\nsource.7.path=/x\n";
    const auto meta = parse_meta(text, "meta");
    ASSERT_TRUE(meta) << meta.error().message;
    EXPECT_EQ(meta->unknown.size(), 3U);
    EXPECT_EQ(format_meta(*meta), sealed(text));
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
        EXPECT_EQ(format_meta(*meta), sealed(text));
    }
}

TEST(Meta, NamesSegmentsChecksumsAndSources) {
    Meta meta;
    meta.num_shards = 2;
    meta.tree_segments = {{"tree.dat", 0}, {"tree.12.dat", 111607}};
    meta.corpus_id = "00112233445566778899aabbccddeeff";
    meta.checksums = MetaChecksums{"checksums.3", {1, 0xF}};
    meta.sources = {{"/a.pgn", 12, std::nullopt, ContentHash{2, 3}}};
    const std::string text = format_meta(meta);
    EXPECT_NE(text.find("\ntree_segments=tree.dat:0,tree.12.dat:111607\n"
                        "corpus_id=00112233445566778899aabbccddeeff\n"
                        "checksums=checksums.3:0000000000000001000000000000000f\n"),
              text.npos)
        << text;
    const auto again = parse_meta(text, "meta");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->tree_segments, meta.tree_segments);
    EXPECT_EQ(again->corpus_id, meta.corpus_id);
    EXPECT_EQ(again->checksums, meta.checksums);
    EXPECT_EQ(again->sources[0].hash, meta.sources[0].hash);
    EXPECT_EQ(format_meta(*again), text);
}

TEST(Meta, RefusesNamesOutsideTheCorpusAndSegmentsOutOfOrder) {
    for (const std::string_view line :
         {"tree_segments=tree.1.dat:5", "tree_segments=tree.dat:0,tree.1.dat:0",
          "tree_segments=../tree.dat:0", "tree_segments=tree./etc/x.dat:0", "tree_segments=",
          "tree_segments=tree.01.dat:0", "tree_segments=tree.dat:0,", "tree_segments=tree.dat",
          "checksums=checksums:00000000000000000000000000000000", "checksums=checksums.1:0",
          "checksums=meta:00000000000000000000000000000000", "source.0.hash=x"}) {
        const auto meta = parse_meta(fmt::format("{}source.0.path=/x\n{}\n", kSeed, line), "m");
        ASSERT_FALSE(meta) << line;
        EXPECT_EQ(meta.error().code, ErrorCode::Corrupt) << line;
    }
}

TEST(Meta, HashFindsEveryFlippedBit) {
    const std::string text = sealed(kSeed);
    EXPECT_TRUE(check_meta_hash(text, "m"));
    EXPECT_TRUE(check_meta_hash(kSeed, "m")) << "older corpora have none";
    EXPECT_FALSE(check_meta_hash(text + "more=1\n", "m"));
    for (size_t bit = 0; bit < 8 * (text.find("meta_hash") - 1); ++bit) {
        std::string flipped = text;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
        EXPECT_FALSE(check_meta_hash(flipped, "m")) << bit;
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
