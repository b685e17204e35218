#include "chess/fen.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>

#include "chess/random_games.h"

namespace edge {
namespace {

using Kind = FenError::Kind;

constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST(Fen, StartPositionBothWays) {
    const auto position = parse_fen(kStartFen, FenMode::Strict);
    ASSERT_TRUE(position);
    EXPECT_TRUE(position->same_position(Position::start()));
    EXPECT_EQ(position->hash(), Position::start().hash());
    EXPECT_EQ(to_fen(Position::start()), kStartFen);
    EXPECT_EQ(to_shredder_fen(Position::start()),
              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
}

struct RoundTripRow {
    std::string_view read, written;
};

TEST(Fen, StrictReadsAndWrites) {
    const RoundTripRow rows[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34"},
        // En passant is kept where the capture is legal and dropped where it is not.
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
         "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
        {"8/8/8/KPp4r/8/8/8/7k w - c6 0 1", "8/8/8/KPp4r/8/8/8/7k w - - 0 1"},
        // Shredder-FEN becomes X-FEN; an inner rook keeps its file.
        {"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
        {"1r1k1r2/8/8/8/8/8/8/R2K1RR1 w FAfb - 0 1", "1r1k1r2/8/8/8/8/8/8/R2K1RR1 w FQkq - 0 1"},
        {"1r1k1r2/8/8/8/8/8/8/R2K1RR1 w KQ - 0 1", "1r1k1r2/8/8/8/8/8/8/R2K1RR1 w KQ - 0 1"},
    };
    for (const RoundTripRow& row : rows) {
        const auto position = parse_fen(row.read, FenMode::Strict);
        ASSERT_TRUE(position) << describe(position.error(), row.read);
        EXPECT_EQ(to_fen(*position), row.written);
        const auto again = parse_fen(to_shredder_fen(*position), FenMode::Strict);
        ASSERT_TRUE(again);
        EXPECT_TRUE(again->same_position(*position));
    }
}

struct RejectionRow {
    std::string_view fen;
    Kind kind;
    uint32_t offset;
};

TEST(Fen, StrictRejects) {
    const RejectionRow rows[] = {
        {"", Kind::MissingField, 0},
        {"4k3/8/8/8/8/8/8/4K3", Kind::MissingField, 19},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0", Kind::MissingField, 27},
        {" 4k3/8/8/8/8/8/8/4K3 w - - 0 1", Kind::MissingField, 0},
        {"4k3/8/8/8/8/8/8/4K3  w - - 0 1", Kind::MissingField, 20},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", Kind::ExtraText, 29},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", Kind::ExtraText, 29},
        {"4k3/8/8/8/8/8/8/4X3 w - - 0 1", Kind::UnknownPiece, 17},
        {"4k3/9/8/8/8/8/8/4K3 w - - 0 1", Kind::UnknownPiece, 4},
        {"4k3/44/8/8/8/8/8/4K3 w - - 0 1", Kind::RankLength, 5},
        {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", Kind::RankLength, 2},
        {"4k3/8/8/8/8/8/8/4KBBBB w - - 0 1", Kind::RankLength, 21},
        {"4k3/7/8/8/8/8/8/4K3 w - - 0 1", Kind::RankLength, 5},
        {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", Kind::RankLength, 19},
        {"4k3/8/8/8/8/8/4K3 w - - 0 1", Kind::RankCount, 17},
        {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", Kind::RankCount, 17},
        {"8/8/8/8/8/8/8/4K3 w - - 0 1", Kind::KingCount, 0},
        {"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", Kind::KingCount, 0},
        {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", Kind::PawnOnEndRank, 0},
        {"4k2p/8/8/8/8/8/8/4K3 w - - 0 1", Kind::PawnOnEndRank, 0},
        {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", Kind::TooManyPieces, 0},
        {"4k3/8/8/8/8/Q7/PPPPPPPP/RNBQKBNR w - - 0 1", Kind::TooManyPieces, 0},
        {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", Kind::SideToMove, 20},
        {"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", Kind::OpponentInCheck, 0},
        {"8/8/8/8/8/8/4k3/4K3 w - - 0 1", Kind::OpponentInCheck, 0},
        {"4k3/8/8/8/8/8/8/4K2R w KX - 0 1", Kind::CastlingField, 24},
        {"4k3/8/8/8/8/8/8/R3K2R w QK - 0 1", Kind::CastlingField, 25},
        {"4k3/8/8/8/8/8/8/R3K2R w KK - 0 1", Kind::CastlingField, 25},
        {"4k3/8/8/8/8/8/8/R3K2R w KH - 0 1", Kind::CastlingField, 25},
        {"4k3/8/8/8/8/8/8/4K2R w Q - 0 1", Kind::CastlingNotBacked, 23},
        {"4k3/8/8/8/8/8/4K3/7R w K - 0 1", Kind::CastlingNotBacked, 23},
        {"4k3/8/8/8/8/8/8/4K2R w G - 0 1", Kind::CastlingNotBacked, 23},
        {"4k3/8/8/8/4P3/8/8/4K3 b - e9 0 1", Kind::EnPassantField, 26},
        {"4k3/8/8/8/4P3/8/8/4K3 b - e33 0 1", Kind::EnPassantField, 26},
        {"4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1", Kind::EnPassantImpossible, 26},
        {"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", Kind::EnPassantImpossible, 26},
        {"4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", Kind::EnPassantImpossible, 28},
        {"4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", Kind::EnPassantImpossible, 28},
        {"4k3/8/8/8/8/8/8/4K3 w - - x 1", Kind::Clock, 26},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", Kind::Clock, 26},
        {"4k3/8/8/8/8/8/8/4K3 w - - 00 1", Kind::Clock, 26},
        {"4k3/8/8/8/8/8/8/4K3 w - - - 1", Kind::Clock, 26},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 0", Kind::Clock, 28},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 10000", Kind::Clock, 28},
    };
    for (const RejectionRow& row : rows) {
        const auto position = parse_fen(row.fen, FenMode::Strict);
        ASSERT_FALSE(position) << row.fen;
        EXPECT_EQ(static_cast<int>(position.error().kind), static_cast<int>(row.kind)) << row.fen;
        EXPECT_EQ(position.error().offset, row.offset) << row.fen;
    }
}

TEST(Fen, LenientForgives) {
    const RoundTripRow rows[] = {
        {"4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
        {"  4k3/8/8/8/8/8/8/4K3\tb  -   -  3 9 ", "4k3/8/8/8/8/8/8/4K3 b - - 3 9"},
        {"4k3/44/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/R3K2R w QKkqKQ - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
        {"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"},
        {"4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - - - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 007 0", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999", "4k3/8/8/8/8/8/8/4K3 w - - 0 9999"},
        {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"},
    };
    for (const RoundTripRow& row : rows) {
        const auto position = parse_fen(row.read, FenMode::Lenient);
        ASSERT_TRUE(position) << describe(position.error(), row.read);
        EXPECT_EQ(to_fen(*position), row.written);
        EXPECT_FALSE(parse_fen(row.read, FenMode::Strict)) << row.read;
    }
}

TEST(Fen, LenientStillRejectsWhatBreaksTheRules) {
    for (const std::string_view fen :
         {"", " ", "8/8/8/8/8/8/8/8", "4k3/8/8/8/8/8/8/3KK3", "4k3/8/8/8/8/8/8/P3K3",
          "4k3/8/8/8/8/8/4R3/4K3 w", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 more",
          "4k3/8/8/8/8/8/8/4K3 w - e9", "4k3/8/8/8/8/8/8/4K3 w X"}) {
        EXPECT_FALSE(parse_fen(fen, FenMode::Lenient)) << fen;
    }
}

TEST(Fen, DescriptionNamesThePlace) {
    constexpr std::string_view fen = "4k3/8/8/8/8/8/8/4K3 x - - 0 1";
    const auto position = parse_fen(fen, FenMode::Strict);
    ASSERT_FALSE(position);
    EXPECT_EQ(
        describe(position.error(), fen),
        "FEN \"4k3/8/8/8/8/8/8/4K3 x - - 0 1\", character 21: the side to move must be w or b");
}

RC_GTEST_PROP(FenProperty, EveryPositionOfAGameRoundTrips, ()) {
    testing::replay(testing::draw_game(), [](const Position& position, Move) {
        for (const std::string& fen : {to_fen(position), to_shredder_fen(position)}) {
            const auto again = parse_fen(fen, FenMode::Strict);
            RC_ASSERT(again.has_value());
            RC_ASSERT(again->same_position(position));
            RC_ASSERT(again->hash() == position.hash());
            RC_ASSERT(to_fen(*again) == to_fen(position));
        }
    });
}

TEST(Fen, NamesTheSquareThatAPawnHasPassedWithoutACapture) {
    constexpr std::string_view kAfterE4 =
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    const Square e3 = make_square(4, 2);
    const Position position = parse_fen(kAfterE4, FenMode::Strict).value();
    EXPECT_EQ(position.en_passant(), Square::None);
    EXPECT_EQ(passed_square(kAfterE4), e3);
    EXPECT_EQ(to_fen(position, e3), kAfterE4);
    EXPECT_EQ(to_fen(position, Square::None), to_fen(position));
    EXPECT_EQ(passed_square("4k3/8/8/8/8/8/8/4K3 b - e3 0 1"), Square::None);
    EXPECT_EQ(passed_square("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"), Square::None);
    EXPECT_EQ(passed_square("no position"), Square::None);
}

}  // namespace
}  // namespace edge
