#include "convert/book_maker.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "chess/fen.h"
#include "codec/polyglot/book.h"
#include "corpus/corpus_builder.h"
#include "explorer/random_games.h"

namespace edge::convert {
namespace {

using corpus::GameResult;
using polyglot::BookEntry;

std::vector<BookEntry> entries_of(const std::filesystem::path& path) {
    const auto book = polyglot::Book::open(path).value();
    std::vector<BookEntry> entries;
    for (uint64_t i = 0; i < book.entry_count(); ++i) entries.push_back(book.entry(i));
    return entries;
}

// The same the slow way: ply by ply over maps of positions.
std::vector<BookEntry> slow_book(const test::EdgeCounts& edges, const BookOptions& options) {
    std::map<uint64_t, Position> level = {{Position::start().hash(), Position::start()}};
    std::map<uint64_t, Position> all;  // by Polyglot's keys
    std::set<uint64_t> seen;
    for (uint32_t ply = 0; !level.empty() && ply < options.max_ply.value_or(1000); ++ply) {
        std::map<uint64_t, Position> next_level;
        for (const auto& [key, position] : level) all.emplace(key, position);
        for (const auto& [key, position] : level) {
            if (!seen.insert(key).second) continue;
            for (const auto& [edge_key, edge] : edges) {
                if (edge_key.first != position.hash()) continue;
                Position next = position;
                const Move move = Move::from_raw(edge_key.second);
                next.make_move<Maintain::BoardAndHash>(move);
                next_level.emplace(next.hash(), next);
                const auto second = polyglot::key_with_illegal_en_passant(next, move);
                if (second) next_level.emplace(*second, next);
            }
        }
        level = std::move(next_level);
    }
    std::vector<BookEntry> entries;
    for (const auto& [key, position] : all) {
        if (options.color && position.side_to_move() != *options.color) continue;
        std::vector<BookEntry> of_position;
        for (const auto& [edge_key, edge] : edges) {
            if (edge_key.first != position.hash() || edge.total < options.min_games) continue;
            const bool is_white = position.side_to_move() == Color::White;
            const uint32_t weight = 2 * (is_white ? edge.white : edge.black) + edge.draws;
            if (weight == 0) continue;
            const Move move = Move::from_raw(edge_key.second);
            of_position.push_back({.key = key,
                                   .move = polyglot::encode_move(move, position),
                                   .weight = static_cast<uint16_t>(weight)});
        }
        std::ranges::sort(of_position, [](const BookEntry& a, const BookEntry& b) {
            return a.weight != b.weight ? a.weight > b.weight : a.move < b.move;
        });
        std::ranges::copy(of_position, std::back_inserter(entries));
    }
    return entries;
}

TEST(Book, EqualsASlowTwin) {
    EXPECT_TRUE(rc::check([](uint64_t seed, bool has_limit) {
        const test::TempDir dir;
        std::mt19937_64 random(seed);
        test::CorpusBuilder builder;
        builder.games = test::random_games(random, 30, 40);
        builder.tree_plies = static_cast<uint32_t>(random() % 20);
        builder.with_sorted_tree = random() % 2 == 0;
        builder.nbuckets = random() % 2 == 0 ? 1024 : 1;
        builder.write(dir / "c");
        const auto corpus = corpus::Corpus::open((dir / "c").string()).value();
        BookOptions options{.min_games = static_cast<uint32_t>(1 + random() % 3)};
        if (has_limit) options.max_ply = static_cast<uint32_t>(random() % 12);
        if (random() % 3 != 0) options.color = random() % 2 == 0 ? Color::White : Color::Black;
        const BookSummary summary = write_book(corpus, dir / "x.bin", options).value();
        const auto entries = entries_of(dir / "x.bin");
        RC_ASSERT(entries ==
                  slow_book(test::count_edges(builder.games, builder.tree_plies), options));
        RC_ASSERT(summary.entries == entries.size());
        RC_ASSERT(summary.out_of_reach == 0U);
        std::set<uint64_t> keys;
        for (const BookEntry& entry : entries) keys.insert(entry.key);
        RC_ASSERT(summary.positions == keys.size());
    }));
}

test::TestGame game_of(std::string_view moves, GameResult result) {
    return {.moves = test::line(moves), .result = result};
}

TEST(Book, WeighsMovesByTheScoreOfTheirPlayers) {
    const test::TempDir dir;
    test::CorpusBuilder builder;
    builder.games = {game_of("e4 e5", GameResult::WhiteWins), game_of("e4 e5", GameResult::Draw),
                     game_of("e4 c5", GameResult::BlackWins), game_of("d4", GameResult::BlackWins)};
    builder.write(dir / "c");
    const auto corpus = corpus::Corpus::open((dir / "c").string()).value();
    const BookSummary summary = write_book(corpus, dir / "x.bin", {.min_games = 1}).value();
    EXPECT_EQ(summary.positions, 2U);
    EXPECT_EQ(summary.entries, 3U);
    EXPECT_EQ(summary.never_scored, 1U);  // d4
    const auto book = polyglot::Book::open(dir / "x.bin").value();
    const auto first = book.find(Position::start().hash());
    ASSERT_EQ(first.size(), 1U);
    EXPECT_EQ(first[0].weight, 3);
    EXPECT_EQ(first[0].learn, 0U);
    Position position = Position::start();
    position.make_move<Maintain::BoardAndHash>(builder.games[0].moves[0]);
    const auto second = book.find(position.hash());
    ASSERT_EQ(second.size(), 2U);
    EXPECT_EQ(second[0].weight, 2);  // c5, a win
    EXPECT_EQ(second[1].weight, 1);  // e5, a draw and a loss
}

TEST(Book, ScalesWeightsThatDoNotFit) {
    const test::TempDir dir;
    test::CorpusBuilder builder;
    for (int i = 0; i < 40'000; ++i) builder.games.push_back(game_of("e4", GameResult::WhiteWins));
    builder.games.push_back(game_of("d4", GameResult::Draw));
    for (int i = 0; i < 20'000; ++i) builder.games.push_back(game_of("c4", GameResult::WhiteWins));
    builder.write(dir / "c");
    const auto corpus = corpus::Corpus::open((dir / "c").string()).value();
    ASSERT_TRUE(write_book(corpus, dir / "x.bin", {.min_games = 1}));
    const auto entries = entries_of(dir / "x.bin");
    ASSERT_EQ(entries.size(), 3U);
    EXPECT_EQ(entries[0].weight, 65535);
    EXPECT_EQ(entries[1].weight, 32767);
    EXPECT_EQ(entries[2].weight, 1);
}

// The pawn on e4 is pinned and cannot capture on d3, but Polyglot does not look at that.
TEST(Book, HasBothKeysWhereEnPassantIsNotLegal) {
    const test::TempDir dir;
    test::CorpusBuilder builder;
    builder.games = {game_of("e4 d5 exd5 e5 Qe2 e4 d4 Be7", GameResult::Draw)};
    builder.write(dir / "c");
    const auto corpus = corpus::Corpus::open((dir / "c").string()).value();
    const BookSummary summary = write_book(corpus, dir / "x.bin", {.min_games = 1}).value();
    EXPECT_EQ(summary.entries, 9U);
    constexpr uint64_t kPolyglotKey = 0xca5df876797f8c11;  // as python-chess gives it
    const auto book = polyglot::Book::open(dir / "x.bin").value();
    Position position = Position::start();
    for (size_t ply = 0; ply < 7; ++ply) {
        position.make_move<Maintain::BoardAndHash>(builder.games[0].moves[ply]);
    }
    ASSERT_EQ(book.find(kPolyglotKey).size(), 1U);
    ASSERT_EQ(book.find(position.hash()).size(), 1U);
    EXPECT_NE(position.hash(), kPolyglotKey);
    EXPECT_EQ(book.find(kPolyglotKey)[0].move, book.find(position.hash())[0].move);
}

TEST(Book, NeedsATree) {
    const test::TempDir dir;
    test::CorpusBuilder builder;
    builder.games = {game_of("e4", GameResult::Draw)};
    builder.with_tree = false;
    builder.write(dir / "c");
    const auto corpus = corpus::Corpus::open((dir / "c").string()).value();
    EXPECT_EQ(write_book(corpus, dir / "x.bin", {}).error().code, ErrorCode::InvalidArgument);
    EXPECT_FALSE(std::filesystem::exists(dir / "x.bin"));
}

}  // namespace
}  // namespace edge::convert
