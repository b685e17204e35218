#include "explorer/explorer.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <random>

#include "chess/fen.h"
#include "chess/position_text.h"
#include "corpus/corpus_builder.h"
#include "explorer/random_games.h"

namespace edge::explorer {
namespace {

using corpus::Corpus;
using corpus::GameResult;

void expect_counts(const Answer& answer, const Position& position, const test::EdgeCounts& counts) {
    corpus::Score sum;
    size_t rows = 0;
    for (const auto& [key, edge] : counts) {
        if (key.first != position.hash()) continue;
        ++rows;
        const auto row =
            std::ranges::find(answer.moves, Move::from_raw(key.second), &MoveRow::move);
        RC_ASSERT(row != answer.moves.end());
        RC_ASSERT(row->score == (corpus::Score{edge.white, edge.draws, edge.black}));
        sum += row->score;
    }
    RC_ASSERT(answer.moves.size() == rows);
    RC_ASSERT(answer.score == sum);
    for (size_t i = 1; i < answer.moves.size(); ++i) {
        const MoveRow& a = answer.moves[i - 1];
        const MoveRow& b = answer.moves[i];
        RC_ASSERT(a.score.total() > b.score.total() ||
                  (a.score.total() == b.score.total() && a.move.raw() < b.move.raw()));
    }
}

TEST(Explorer, TreeAndScanEqualAMapOfCounts) {
    EXPECT_TRUE(rc::check([](uint64_t seed) {
        const test::TempDir dir;
        test::CorpusBuilder builder;
        std::mt19937_64 random(seed);
        builder.games = test::random_games(random, 25, 60);
        builder.shards = 3;
        builder.tree_plies = 6;
        builder.with_extra = false;
        builder.write(dir / "c");
        const auto corpus = Corpus::open((dir / "c").string()).value();
        const auto shallow = test::count_edges(builder.games, 6);
        const auto all = test::count_edges(builder.games, 0);

        std::vector<Position> positions;
        for (const test::TestGame& game : builder.games) {
            Position position = Position::start();
            for (const Move move : game.moves) {
                positions.push_back(position);
                position.make_move<Maintain::BoardAndHash>(move);
            }
            positions.push_back(position);
        }
        const auto plain = explore_batch(corpus, positions, {.deep = false, .threads = 1}).value();
        const auto deep = explore_batch(corpus, positions, {.deep = true, .threads = 3}).value();
        for (size_t i = 0; i < positions.size(); ++i) {
            const bool in_tree = plain[i].source == Source::Tree;
            expect_counts(plain[i], positions[i], in_tree ? shallow : all);
            expect_counts(deep[i], positions[i], all);
            RC_ASSERT(deep[i].source == Source::Scan);
            RC_ASSERT(plain[i].tree_plies == 6U);
        }
    }));
}

class ExplorerTest : public testing::Test {
protected:
    Corpus open(uint32_t tree_plies) {
        builder_.games = test::sample_games();
        builder_.tree_plies = tree_plies;
        builder_.write(dir_ / "c");
        return Corpus::open((dir_ / "c").string()).value();
    }
    test::TempDir dir_;
    test::CorpusBuilder builder_;
};

TEST_F(ExplorerTest, AnswersTheStart) {
    const Corpus corpus = open(40);
    const auto answer = explore(corpus, Position::start(), {}).value();
    EXPECT_EQ(answer.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    EXPECT_EQ(answer.source, Source::Tree);
    EXPECT_EQ(answer.tree_plies, 40U);
    ASSERT_EQ(answer.moves.size(), 3U);
    // The game that shuffles its knights plays both Nf3 and e4 from the start, each once.
    EXPECT_EQ(answer.moves[0].san, "e4");
    EXPECT_EQ(answer.moves[0].uci, "e2e4");
    EXPECT_EQ(answer.moves[0].score, (corpus::Score{2, 1, 1}));
    EXPECT_EQ(answer.moves[1].san, "Nf3");
    EXPECT_EQ(answer.moves[1].score, (corpus::Score{0, 1, 1}));
    EXPECT_EQ(answer.moves[2].san, "d4");
    EXPECT_EQ(answer.score.total(), 7U);
}

TEST_F(ExplorerTest, TranspositionsMeet) {
    const Corpus corpus = open(40);
    const auto position = play_moves(Position::start(), "1. Nf3 d5 2. d4").value();
    const auto answer = explore(corpus, position, {}).value();
    ASSERT_EQ(answer.moves.size(), 1U);
    EXPECT_EQ(answer.moves[0].san, "Nf6");
    EXPECT_EQ(play_moves(Position::start(), "d4 d5 Nf3")->hash(), position.hash());
}

TEST_F(ExplorerTest, ScansBeyondTheTree) {
    const Corpus corpus = open(2);
    const auto position = play_moves(Position::start(), "e4 e5 Nf3").value();
    const auto answer = explore(corpus, position, {.deep = false, .threads = 2}).value();
    EXPECT_EQ(answer.source, Source::Scan);
    ASSERT_EQ(answer.moves.size(), 1U);
    EXPECT_EQ(answer.moves[0].san, "Nc6");  // Nf6 was played in a game without a result
}

TEST_F(ExplorerTest, ATreeOfEverythingNeedsNoScan) {
    const Corpus corpus = open(0);
    const auto position = parse_position_text("8/8/4k3/8/4P3/4K3/8/8 w - - 0 1").value();
    const auto answer = explore(corpus, position, {}).value();
    EXPECT_EQ(answer.source, Source::Tree);
    EXPECT_TRUE(answer.moves.empty());
    EXPECT_EQ(answer.score.total(), 0U);
}

TEST_F(ExplorerTest, LeavesOutIllegalMovesWithAWarning) {
    builder_.games = test::sample_games();
    builder_.with_tree = false;
    builder_.write(dir_ / "c");
    auto writer = corpus::TreeWriter::create((dir_ / "c/tree.dat").string(), 1).value();
    const uint16_t legal = test::line("e4")[0].raw();
    const corpus::Edge edges[] = {{corpus::kStartHash, legal, 2, 1, 1, 0},
                                  {corpus::kStartHash, 0x0FFF, 1, 1, 0, 0}};
    ASSERT_TRUE(writer.append(edges));
    ASSERT_TRUE(writer.finish(false));
    const auto corpus = Corpus::open((dir_ / "c").string()).value();
    const auto answer = explore(corpus, Position::start(), {}).value();
    ASSERT_EQ(answer.moves.size(), 1U);
    EXPECT_EQ(answer.score.total(), 2U);
    EXPECT_EQ(answer.warnings.size(), 1U);
}

TEST_F(ExplorerTest, CountsThatCannotBeAreDamage) {
    const uint16_t move = test::line("e4")[0].raw();
    for (const corpus::Edge& edge : {corpus::Edge{corpus::kStartHash, move, 2, 1, 0, 0},
                                     corpus::Edge{corpus::kStartHash, move, 999, 999, 0, 0}}) {
        std::filesystem::remove_all(dir_ / "c");
        builder_.games = test::sample_games();
        builder_.with_tree = false;
        builder_.write(dir_ / "c");
        auto writer = corpus::TreeWriter::create((dir_ / "c/tree.dat").string(), 1).value();
        ASSERT_TRUE(writer.append(std::span(&edge, 1)));
        ASSERT_TRUE(writer.finish(false));
        const auto corpus = Corpus::open((dir_ / "c").string()).value();
        const auto answer = explore(corpus, Position::start(), {});
        ASSERT_FALSE(answer);
        EXPECT_EQ(answer.error().code, ErrorCode::Corrupt);
        EXPECT_NE(answer.error().message.find("tree.dat"), std::string::npos);
    }
}

TEST_F(ExplorerTest, ADamagedMoveStopsAScanWithItsPlace) {
    (void)open(2);
    std::string moves = test::read_file(dir_ / "c/shards/0.moves");
    moves[36] = '\xFF';
    moves[37] = '\x0F';
    test::write_file(dir_ / "c/shards/0.moves", moves);
    const auto corpus = Corpus::open((dir_ / "c").string()).value();
    const auto answer = explore(corpus, Position::start(), {.deep = true, .threads = 3});
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, ErrorCode::Corrupt);
    EXPECT_NE(answer.error().message.find("0.moves, offset 36"), std::string::npos);
}

TEST(PositionText, ReadsWhatUsersWrite) {
    const uint64_t sicilian = play_moves(Position::start(), "e4 c5").value().hash();
    for (const char* text :
         {"moves e4 c5", "startpos moves e2e4 c7c5", "position startpos moves e4 c5",
          "moves 1.e4 c5", "moves 1. e4 1... c5", "  moves\te4  c5 ",
          "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
          "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e4 c5"}) {
        const auto position = parse_position_text(text);
        ASSERT_TRUE(position) << position.error().message;
        EXPECT_EQ(position->hash(), sicilian) << text;
    }
    EXPECT_EQ(parse_position_text("startpos")->hash(), corpus::kStartHash);
    for (const char* text : {"", "moves e5", "startpos e4", "8/8/8/8 w", "moves e4 Ke7 Qa1"}) {
        EXPECT_FALSE(parse_position_text(text)) << text;
    }
}

}  // namespace
}  // namespace edge::explorer
