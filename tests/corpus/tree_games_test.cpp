#include "corpus/tree_games.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>
#include <random>
#include <set>

#include "corpus/tree_games_writer.h"
#include "support/damage.h"

namespace edge::corpus {
namespace {

using Lists = std::vector<std::vector<uint32_t>>;

// Writes the lists in parts of `part` edges.
void write_lists(const Lists& lists, uint64_t game_count, const test::TempDir& dir, size_t part) {
    auto file = OutputFile::create(dir / "tree.games").value();
    auto writer = TreeGamesWriter::create(file, dir.path()).value();
    for (size_t at = 0; at < lists.size(); at += part) {
        GameLists some;
        for (size_t i = at; i < std::min(at + part, lists.size()); ++i) some.add(lists[i]);
        ASSERT_TRUE(writer.append(std::move(some)));
    }
    ASSERT_TRUE(writer.finish(game_count));
    ASSERT_TRUE(file.close(false));
}

Result<TreeGames> open(const test::TempDir& dir, size_t edges, uint64_t games) {
    return TreeGames::open((dir / "tree.games").string(), edges, games);
}

void expect_lists(const TreeGames& games, const Lists& lists) {
    std::vector<uint32_t> found;
    for (size_t i = 0; i < lists.size(); ++i) {
        const auto status = games.read(i, static_cast<uint32_t>(lists[i].size()), found);
        ASSERT_TRUE(status) << status.error().message;
        ASSERT_EQ(found, lists[i]) << i;
    }
}

// That many of the numbers in [begin, end), ascending.
std::vector<uint32_t> some_of(uint32_t begin, uint32_t end, size_t count, uint64_t seed) {
    std::vector<uint32_t> all(end - begin);
    std::iota(all.begin(), all.end(), begin);
    std::vector<uint32_t> chosen;
    std::mt19937_64 random(seed);
    std::ranges::sample(all, std::back_inserter(chosen), static_cast<std::ptrdiff_t>(count),
                        random);
    return chosen;
}

std::vector<uint32_t> joined(std::vector<uint32_t> first, const std::vector<uint32_t>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

// Lists of every kind in a corpus of 200,000 games.
constexpr uint64_t kGames = 200'000;
Lists lists_of_every_kind() {
    return {
        {0},
        {199'999},
        {5, 9},
        {1, 70'000, 199'999},
        {1, 2, 3, 4},  // the smallest that is smaller in blocks
        some_of(0, 65'536, 4096, 1),
        some_of(0, 65'536, 4097, 2),  // the smallest in bits
        some_of(0, 65'536, 65'536, 3),
        some_of(196'608, 200'000, 3392, 4),
        joined(some_of(0, 65'536, 30'000, 5), some_of(65'536, 200'000, 77, 6)),
        joined(some_of(0, 65'536, 3, 7), some_of(131'072, 200'000, 60'001, 8)),
        some_of(0, 200'000, 200'000, 9),
        {7},
    };
}

TEST(TreeGames, KeepsListsOfEveryKind) {
    const Lists lists = lists_of_every_kind();
    for (const size_t part : {1U, 4U, 100U}) {
        const test::TempDir dir;
        write_lists(lists, kGames, dir, part);
        const auto games = open(dir, lists.size(), kGames);
        ASSERT_TRUE(games) << games.error().message;
        EXPECT_EQ(games->edge_count(), lists.size());
        EXPECT_EQ(games->list_count(), lists.size() - 3);
        expect_lists(*games, lists);
    }
}

// One by one, or all at a time.
TEST(TreeGames, AListThatGrowsIsWrittenTheSame) {
    Lists lists = lists_of_every_kind();
    constexpr uint32_t kMany = 3'000'000;
    lists.push_back(some_of(0, kMany, kMany, 10));
    lists.push_back(some_of(0, kMany, 400'000, 11));
    lists.push_back(some_of(0, kMany, (1 << 18) - 1, 12));
    lists.push_back(some_of(0, kMany, 1 << 18, 13));
    lists.push_back(joined(some_of(0, 300'000, 299'000, 14), {2'999'998, 2'999'999}));
    const test::TempDir at_once;
    write_lists(lists, kMany, at_once, lists.size());

    const test::TempDir grown;
    auto file = OutputFile::create(grown / "tree.games").value();
    auto writer = TreeGamesWriter::create(file, grown.path()).value();
    GameLists all;
    for (const std::vector<uint32_t>& games : lists) {
        GameList list;
        for (const uint32_t game : games) list.add(game);
        all.add(list);
    }
    ASSERT_TRUE(writer.append(std::move(all)));
    ASSERT_TRUE(writer.finish(kMany));
    ASSERT_TRUE(file.close(false));
    EXPECT_TRUE(test::read_file(grown / "tree.games") == test::read_file(at_once / "tree.games"));
}

TEST(TreeGames, LeavesNoOtherFile) {
    const test::TempDir dir;
    write_lists(lists_of_every_kind(), kGames, dir, 2);
    for (const auto& entry : std::filesystem::directory_iterator(dir.path())) {
        EXPECT_EQ(entry.path().filename(), "tree.games");
    }
}

TEST(TreeGames, ChoosesTheSmallerForm) {
    const test::TempDir dir;
    // The third takes 20 bytes either way: a tie, which is a plain list.
    const Lists lists = {{1, 2, 3, 4}, {1, 2, 3}, {1, 2, 3, 4, 70'000}, {1, 2, 3, 4, 5, 6, 70'000}};
    write_lists(lists, kGames, dir, 9);
    const auto games = open(dir, lists.size(), kGames).value();
    const std::vector<uint64_t> expected = {0 | kListInBlocks, 12, 24, 44 | kListInBlocks};
    for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(games.list_start(i), expected[i]) << i;
    EXPECT_EQ(games.lists_bytes(), 44U + 16 + 8);
}

TEST(TreeGames, VisitsBlocksInPlace) {
    const test::TempDir dir;
    const Lists lists = {joined(some_of(0, 65'536, 30'000, 5), {65'537, 65'539, 65'541, 65'543})};
    write_lists(lists, kGames, dir, 1);
    const auto games = open(dir, 1, kGames).value();
    std::vector<GameBlock> blocks;
    ASSERT_TRUE(games.visit(
        0, 30'004, [](const OrdinalList&) { ADD_FAILURE(); },
        [&](const GameBlock& block) { blocks.push_back(block); }));
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_TRUE(blocks[0].is_bits);
    EXPECT_EQ(blocks[0].count, 30'000U);
    EXPECT_FALSE(blocks[1].is_bits);
    EXPECT_EQ(blocks[1].first, 65'536U);
    EXPECT_EQ(blocks[1].offset(3), 7U);
}

TEST(TreeGames, AnEmptyTreeHasAHeaderAlone) {
    const test::TempDir dir;
    write_lists({}, 0, dir, 1);
    EXPECT_EQ(std::filesystem::file_size(dir / "tree.games"), kTreeGamesHeaderBytes);
    EXPECT_TRUE(open(dir, 0, 0));
}

RC_GTEST_PROP(TreeGames, AnyListsComeBack, ()) {
    const auto game_count = *rc::gen::inRange<uint32_t>(1, 300'000);
    const auto edges = *rc::gen::inRange<size_t>(0, 12);
    const auto seed = *rc::gen::arbitrary<uint64_t>();
    std::mt19937_64 random(seed);
    Lists lists;
    for (size_t i = 0; i < edges; ++i) {
        // From a single game to all of them, with as many small lists as large ones.
        const uint64_t most = uint64_t{1} << (random() % 19);
        const auto count = std::min<uint64_t>(1 + random() % most, game_count);
        const auto begin = static_cast<uint32_t>(random() % (game_count - count + 1));
        lists.push_back(some_of(begin, game_count, count, random()));
    }
    const test::TempDir dir;
    write_lists(lists, game_count, dir, 1 + random() % 5);
    const auto games = open(dir, lists.size(), game_count);
    RC_ASSERT(games.has_value());
    std::vector<uint32_t> found;
    for (size_t i = 0; i < lists.size(); ++i) {
        RC_ASSERT(games->read(i, static_cast<uint32_t>(lists[i].size()), found).has_value());
        RC_ASSERT(found == lists[i]);
    }
}

TEST(TreeGames, RefusesAHeaderThatDoesNotFit) {
    const test::TempDir dir;
    const Lists lists = {{1, 2}, {3}};
    write_lists(lists, 10, dir, 1);
    EXPECT_EQ(
        open(dir, 3, 10).error().message,
        (dir / "tree.games").string() + ", offset 16: found 2 edges, expected the 3 of tree.dat");
    EXPECT_EQ(
        open(dir, 2, 11).error().message,
        (dir / "tree.games").string() + ", offset 32: found 10 games, expected the 11 of the tree");
    test::put_byte(dir / "tree.games", 8, 2);
    EXPECT_EQ(open(dir, 2, 10).error().code, ErrorCode::Unsupported);
    EXPECT_EQ(open(dir, 2, 10).error().message,
              (dir / "tree.games").string() + ", offset 8: found version 2, expected 1");
}

TEST(TreeGames, HugeCountsDoNotFit) {
    const test::TempDir dir;
    for (const uint64_t edges : {uint64_t{1} << 62, ~uint64_t{0}, uint64_t{17}}) {
        std::string bytes(kTreeGamesHeaderBytes, '\0');
        bytes.replace(0, 8, kTreeGamesMagic);
        bytes[8] = 1;
        std::memcpy(bytes.data() + 16, &edges, sizeof edges);
        test::write_file(dir / "tree.games", bytes);
        EXPECT_EQ(open(dir, edges, 0).error().code, ErrorCode::Corrupt);
        std::memset(bytes.data() + 16, 0, 8);
        std::memcpy(bytes.data() + 24, &edges, sizeof edges);
        test::write_file(dir / "tree.games", bytes);
        EXPECT_EQ(open(dir, 0, 0).error().code, ErrorCode::Corrupt);
        std::memset(bytes.data() + 24, 0, 8);
        std::memcpy(bytes.data() + 40, &edges, sizeof edges);
        test::write_file(dir / "tree.games", bytes);
        EXPECT_EQ(open(dir, 0, 0).error().code, ErrorCode::Corrupt);
    }
}

TEST(TreeGames, EveryTruncationIsRefused) {
    const test::TempDir dir;
    const Lists lists = {{1, 2}, {3}, {1, 2, 3, 4, 5, 6}};
    write_lists(lists, 10, dir, 1);
    test::for_each_truncation(dir / "tree.games", [&](size_t size) {
        const auto games = open(dir, 3, 10);
        ASSERT_FALSE(games) << size;
        EXPECT_EQ(games.error().code, ErrorCode::Corrupt);
    });
}

// Whatever is visited in a damaged file is a game of the corpus, and read() notices the rest.
TEST(TreeGames, AFlippedBitGivesNoGameBeyondTheCorpus) {
    const test::TempDir dir;
    const Lists lists = {{9}, {1, 2}, {1, 2, 3, 4, 5, 6, 9}, {3, 5}};
    write_lists(lists, 10, dir, 1);
    test::for_each_flipped_bit(dir / "tree.games", [&](size_t, unsigned) {
        const auto games = open(dir, lists.size(), 10);
        if (!games) return;
        std::vector<uint32_t> found;
        for (size_t i = 0; i < lists.size(); ++i) {
            const auto total = static_cast<uint32_t>(lists[i].size());
            if (!games->read(i, total, found)) continue;
            EXPECT_EQ(found.size(), total);
            EXPECT_LT(found.back(), 10U);
        }
    });
}

TEST(TreeGames, BitsBeyondTheLastGameAreRefused) {
    const test::TempDir dir;
    const uint64_t game_count = 65'536 + 5001;
    const Lists lists = {some_of(65'536, static_cast<uint32_t>(game_count), 4999, 1)};
    write_lists(lists, game_count, dir, 1);
    EXPECT_TRUE(open(dir, 1, game_count));
    const std::string whole = test::read_file(dir / "tree.games");
    const size_t bits_at = kTreeGamesHeaderBytes + 8 + 8 + kBlockHeaderBytes;
    std::vector<uint32_t> found;
    for (const uint32_t bit : {5001U, 5055U, 5056U, 65'535U}) {
        test::put_byte(dir / "tree.games", bits_at + bit / 8,
                       static_cast<char>(whole[bits_at + bit / 8] | 1 << (bit % 8)));
        EXPECT_FALSE(open(dir, 1, game_count)->read(0, 4999, found)) << bit;
        test::put_byte(dir / "tree.games", bits_at + bit / 8, whole[bits_at + bit / 8]);
    }
    EXPECT_TRUE(open(dir, 1, game_count)->read(0, 4999, found));
    EXPECT_EQ(found, lists[0]);
}

}  // namespace
}  // namespace edge::corpus
