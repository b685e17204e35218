#include "chess/san.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "chess/fen.h"
#include "chess/random_games.h"
#include "chess/uci.h"

namespace edge {
namespace {

using testing::draw_game;
using testing::position_of;
using testing::replay;

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::string_view kCastling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
constexpr std::string_view kPromotion = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
constexpr std::string_view kEnPassant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
constexpr std::string_view kCapture = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
constexpr std::string_view kKnights = "4k3/8/8/8/8/2N3N1/8/2N1K3 w - - 0 1";

struct WritingRow {
    std::string_view fen, uci, san;
};

TEST(San, WritesAsTheStandardSays) {
    const WritingRow rows[] = {
        {kStart, "e2e4", "e4"},
        {kStart, "g1f3", "Nf3"},
        {kCapture, "e4d5", "exd5"},
        {kEnPassant, "e5d6", "exd6"},
        {kCastling, "e1g1", "O-O"},
        {kCastling, "e1c1", "O-O-O"},
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
        {kPromotion, "e7e8q", "e8=Q+"},
        {kPromotion, "e7d8n", "exd8=N"},
        {kKnights, "g3e2", "Nge2"},   // the file is enough
        {kKnights, "c1e2", "N1e2"},   // the file is shared, the rank is not
        {kKnights, "c3e2", "Nc3e2"},  // both are shared
        {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},  // the rival is pinned
        {"4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1d1", "Kd1"},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"},
        {"4k3/8/4N3/8/8/8/8/4R1K1 w - - 0 1", "e6c7", "Nc7+"},
        {"rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1", "b1e1", "O-O"},
    };
    for (const WritingRow& row : rows) {
        const Position position = position_of(row.fen);
        const auto move = parse_uci(position, row.uci);
        if (!move) {
            ADD_FAILURE() << row.fen << ' ' << row.uci;
            continue;
        }
        EXPECT_EQ(to_san(position, *move), row.san) << row.fen;
    }
}

struct ReadingRow {
    std::string_view fen, san, uci;
};

TEST(San, ForgivesWhatIsFoundInTheWild) {
    const ReadingRow rows[] = {
        {kStart, "e4", "e2e4"},
        {kStart, " e4 ", "e2e4"},
        // marks
        {kStart, "e4+", "e2e4"},
        {kStart, "e4++", "e2e4"},
        {kStart, "e4#", "e2e4"},
        {kStart, "e4!", "e2e4"},
        {kStart, "e4!?", "e2e4"},
        {kStart, "e4+?!", "e2e4"},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8", "a1a8"},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8mate", "a1a8"},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8 mate", "a1a8"},
        // more disambiguation than needed, long algebraic
        {kStart, "Ngf3", "g1f3"},
        {kStart, "N1f3", "g1f3"},
        {kStart, "Ng1f3", "g1f3"},
        {kStart, "Ng1-f3", "g1f3"},
        {kStart, "g1f3", "g1f3"},
        {kStart, "g1-f3", "g1f3"},
        {kStart, "b1c3", "b1c3"},
        {kStart, "e2e4", "e2e4"},
        {kStart, "e2-e4", "e2e4"},
        {kStart, "ee4", "e2e4"},
        {kCapture, "e4xd5", "e4d5"},
        {kCapture, "e4d5", "e4d5"},
        // the capture mark
        {kCapture, "ed5", "e4d5"},
        {kCapture, "e:d5", "e4d5"},
        {kCapture, "eXd5", "e4d5"},
        {kCapture, "e4:d5", "e4d5"},
        {kStart, "Nxf3", "g1f3"},
        {"4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "Nd5", "c3d5"},
        // the rank left out
        {kCapture, "exd", "e4d5"},
        {kCapture, "ed", "e4d5"},
        // castling
        {kCastling, "O-O", "e1g1"},
        {kCastling, "O-O-O", "e1c1"},
        {kCastling, "0-0", "e1g1"},
        {kCastling, "0-0-0", "e1c1"},
        {kCastling, "o-o", "e1g1"},
        {kCastling, "o-o-o+", "e1c1"},
        {kCastling, "OO", "e1g1"},
        {kCastling, "Kg1", "e1g1"},
        {kCastling, "Ke1-c1", "e1c1"},
        {kCastling, "e1g1", "e1g1"},
        // promotion
        {kPromotion, "e8=Q", "e7e8q"},
        {kPromotion, "e8Q", "e7e8q"},
        {kPromotion, "e8(Q)", "e7e8q"},
        {kPromotion, "e8=(Q)", "e7e8q"},
        {kPromotion, "e8/Q", "e7e8q"},
        {kPromotion, "e8=q", "e7e8q"},
        {kPromotion, "e8n", "e7e8n"},
        {kPromotion, "e7e8q", "e7e8q"},
        {kPromotion, "e7e8b", "e7e8b"},
        {kPromotion, "e7-e8=Q+", "e7e8q"},
        {kPromotion, "exd8Q", "e7d8q"},
        {kPromotion, "ed8=R", "e7d8r"},
        {kPromotion, "exd=Q", "e7d8q"},
        // en passant
        {kEnPassant, "exd6", "e5d6"},
        {kEnPassant, "exd6e.p.", "e5d6"},
        {kEnPassant, "exd6 e.p.", "e5d6"},
        {kEnPassant, "exd6ep", "e5d6"},
        {kEnPassant, "exd6e.p.+", "e5d6"},
        {kEnPassant, "e5d6", "e5d6"},
        // the pawn's letter
        {kStart, "Pe4", "e2e4"},
        {kStart, "pe4", "e2e4"},
        {kStart, "Pe2-e4", "e2e4"},
        {kCapture, "Pexd5", "e4d5"},
        // small letters
        {kStart, "nf3", "g1f3"},
        {kCastling, "rb1", "a1b1"},
        {kCastling, "ke2", "e1e2"},
        {"4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "qd4", "d1d4"},
        {"4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "bc4", "f1c4"},
        {"4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 1", "bc4", "b3c4"},
        {"4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 1", "Bc4", "f1c4"},
        {"4k3/8/8/8/2p5/8/8/4KB2 w - - 0 1", "bxc4", "f1c4"},
    };
    for (const ReadingRow& row : rows) {
        const Position position = position_of(row.fen);
        const auto move = parse_san(position, row.san);
        if (!move) {
            ADD_FAILURE() << row.fen << " \"" << row.san << '"';
            continue;
        }
        EXPECT_EQ(to_uci(*move, position, CastlingRule::Standard), row.uci) << row.san;
    }
}

struct ErrorRow {
    std::string_view fen, san;
    SanError error;
};

TEST(San, SaysWhyItCannotRead) {
    const ErrorRow rows[] = {
        {kStart, "", SanError::Unreadable},
        {kStart, "+", SanError::Unreadable},
        {kStart, "e", SanError::Unreadable},
        {kStart, "b", SanError::Unreadable},
        {kStart, "e9", SanError::Unreadable},
        {kStart, "i4", SanError::Unreadable},
        {kStart, "Nf3x", SanError::Unreadable},
        {kStart, "xf3", SanError::Unreadable},
        {kStart, "-e4", SanError::Unreadable},
        {kStart, "Sf3", SanError::Unreadable},
        {kStart, "1-0", SanError::Unreadable},
        {kStart, "O-", SanError::Unreadable},
        {kStart, "O-O-O-O", SanError::Unreadable},
        {kStart, "hello", SanError::Unreadable},
        {kPromotion, "e8=K", SanError::Unreadable},
        {kPromotion, "e8=", SanError::Unreadable},
        {kStart, "e5", SanError::Illegal},
        {kStart, "Nd4", SanError::Illegal},
        {kStart, "O-O", SanError::Illegal},
        {kStart, "e4=Q", SanError::Illegal},
        {kPromotion, "e8", SanError::Illegal},
        {kPromotion, "e7e8", SanError::Illegal},
        {kCapture, "d5", SanError::Illegal},  // a capture names its file
        {kCapture, "ef", SanError::Illegal},
        {"4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Ne4", SanError::Illegal},  // pinned
        {kKnights, "Ne2", SanError::Ambiguous},
        {kKnights, "Nce2", SanError::Ambiguous},
        {"4k3/8/8/3p4/4P3/3p4/4P3/4K3 w - - 0 1", "exd", SanError::Ambiguous},
        {kStart, "--", SanError::NullMove},
        {kStart, "Z0", SanError::NullMove},
        {kStart, "null", SanError::NullMove},
        {kStart, "@@@@", SanError::NullMove},
        {"bqnb1rkr/pppppppp/8/8/8/8/PPPPPPPP/BQNB1RKR w HFhf - 0 1", "g1h1", SanError::Illegal},
    };
    for (const ErrorRow& row : rows) {
        const auto move = parse_san(position_of(row.fen), row.san);
        ASSERT_FALSE(move) << row.san;
        EXPECT_EQ(static_cast<int>(move.error()), static_cast<int>(row.error)) << row.san;
    }
}

TEST(San, KingStepIsNotCastlingWhereBothFit) {
    const Position position = position_of("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    EXPECT_FALSE(parse_san(position, "Kg1")->is_castling());
    EXPECT_TRUE(parse_san(position, "O-O")->is_castling());
}

RC_GTEST_PROP(SanProperty, EveryLegalMoveRoundTrips, ()) {
    replay(draw_game(), [](const Position& position, Move) {
        for (const Move move : legal_moves(position)) {
            const std::string san = to_san(position, move);
            RC_ASSERT(san.size() <= kMaxSanLength);
            const auto again = parse_san(position, san);
            RC_ASSERT(again.has_value());
            RC_ASSERT(*again == move);
        }
    });
}

}  // namespace
}  // namespace edge
