#include "codec/viriformat/statistics.h"

#include <gtest/gtest.h>

#include "codec/viriformat/bytes_and_games.h"
#include "codec/viriformat/detection.h"

namespace edge::viriformat {
namespace {

using edge::testing::append;
using edge::testing::Bytes;
using edge::testing::bytes_of;
using edge::testing::encoded;
using edge::testing::pgn_game;
using edge::testing::start_board;

Statistics counts_of(const Bytes& bytes) {
    return statistics_of(open_memory_stream(bytes), "x.vf").value();
}

TEST(ViriformatStatistics, CountsWhatIsThere) {
    ConversionReport report;
    Bytes bytes = encoded(
        pgn_game("{[%eval 0.99]} 1. e4 {[%eval 1.00]} d5 {[%eval -0.01]} 2. exd5 {[%eval #-3]} "
                 "2... c5 {[%eval #9]} 3. dxc6 {[%eval -1.01]} 3... Nf6 1-0"),
        {}, report);
    append(bytes, encoded(pgn_game("[FEN \"4k3/8/8/8/8/8/8/1RK5 w B - 0 1\"]\n\n1. O-O-O 1/2-1/2"),
                          {.source = ScoreSource::Zero}, report));
    const Statistics found = counts_of(bytes);
    EXPECT_TRUE(found.is_sound());
    EXPECT_EQ(found.size_bytes, bytes.size());
    EXPECT_EQ(found.games, 2U);
    EXPECT_EQ(found.positions, 7U);
    EXPECT_EQ(found.white_wins, 1U);
    EXPECT_EQ(found.draws, 1U);
    EXPECT_EQ(found.black_wins, 0U);
    EXPECT_EQ(found.standard_starts, 1U);
    EXPECT_EQ(found.chess960_games, 1U);
    EXPECT_EQ(found.captures, 2U);
    EXPECT_EQ(found.en_passants, 1U);
    EXPECT_EQ(found.castlings, 1U);
    EXPECT_EQ(found.shortest_plies, 1U);
    EXPECT_EQ(found.longest_plies, 6U);
    EXPECT_DOUBLE_EQ(found.average_plies(), 3.5);
    EXPECT_EQ(found.white_mates, 1U);
    EXPECT_EQ(found.black_mates, 1U);
    const std::map<int, uint64_t> by_score = {{-200, 1}, {-100, 1}, {0, 2}, {100, 1}};
    EXPECT_EQ(found.positions_by_score, by_score);
    EXPECT_EQ(found.positions_by_piece_count[32], 3U);
    EXPECT_EQ(found.positions_by_piece_count[31], 2U);
    EXPECT_EQ(found.positions_by_piece_count[3], 1U);
}

TEST(ViriformatStatistics, CountsWhatIsWrong) {
    Bytes bytes = start_board();
    bytes[30] = std::byte{7};
    append(bytes, bytes_of({0x0c, 0x07, 0, 0, 0x0c, 0x07, 0, 0, 0, 0, 0, 0}));
    append(bytes, Bytes(36));
    append(bytes, start_board());
    append(bytes, bytes_of({0x0c, 0x07, 0, 0}));
    const Statistics found = counts_of(bytes);
    EXPECT_FALSE(found.is_sound());
    EXPECT_EQ(found.games, 3U);
    EXPECT_EQ(found.bad_results, 1U);
    EXPECT_EQ(found.illegal_games, 1U);
    EXPECT_EQ(found.bad_boards, 1U);
    EXPECT_EQ(found.cut_games, 1U);
    EXPECT_EQ(found.positions, 2U);
    EXPECT_EQ(found.examples.size(), 4U);
    EXPECT_EQ(found.examples.at(1), "game 1: the move at ply 1 is illegal");
}

TEST(ViriformatDetection, KnowsAFirstGame) {
    Bytes bytes = start_board();
    append(bytes, bytes_of({0x0c, 0x07, 0x0a, 0x00}));
    EXPECT_TRUE(looks_like_viriformat(bytes));
    bytes.pop_back();
    EXPECT_FALSE(looks_like_viriformat(bytes));
    bytes = start_board();
    append(bytes, bytes_of({0, 0, 0, 0}));
    EXPECT_TRUE(looks_like_viriformat(bytes));
    bytes[32] = std::byte{1};  // b1a1, onto a rook
    EXPECT_FALSE(looks_like_viriformat(bytes));
    bytes[30] = std::byte{3};
    EXPECT_FALSE(looks_like_viriformat(bytes));
    EXPECT_FALSE(looks_like_viriformat(Bytes(64)));
}

}  // namespace
}  // namespace edge::viriformat
