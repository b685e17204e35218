#include "codec/polyglot/entry.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/random_games.h"
#include "chess/uci.h"

namespace edge::polyglot {
namespace {

Position position_of(std::string_view fen) { return parse_fen(fen, FenMode::Strict).value(); }

uint16_t code_of(const Position& position, std::string_view uci) {
    return encode_move(parse_uci(position, uci).value(), position);
}

TEST(PolyglotEntry, IsSixteenBigEndianBytes) {
    const BookEntry entry{
        .key = 0x0123456789ABCDEF, .move = 0x1234, .weight = 0x5678, .learn = 0x9ABCDEF0};
    const auto bytes = encode_entry(entry);
    std::string hex;
    for (const std::byte byte : bytes) {
        constexpr std::string_view kDigits = "0123456789ABCDEF";
        hex += kDigits[std::to_integer<size_t>(byte >> 4)];
        hex += kDigits[std::to_integer<size_t>(byte & std::byte{15})];
    }
    EXPECT_EQ(hex, "0123456789ABCDEF123456789ABCDEF0");
    EXPECT_EQ(decode_entry(bytes), entry);
}

TEST(PolyglotEntry, CodesMovesByTargetOriginAndPromotion) {
    EXPECT_EQ(code_of(Position::start(), "e2e4"), 4 + 8 * 3 + 64 * (4 + 8 * 1));
    const Position promoting = position_of("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    EXPECT_EQ(code_of(promoting, "a7a8n") >> 12, 1);
    EXPECT_EQ(code_of(promoting, "a7a8b") >> 12, 2);
    EXPECT_EQ(code_of(promoting, "a7a8r") >> 12, 3);
    EXPECT_EQ(code_of(promoting, "a7a8q") >> 12, 4);
}

TEST(PolyglotEntry, CastlesAsKingTakesRook) {
    const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const Move castling = parse_uci(position, "e1g1").value();
    const uint16_t to_rook = 7 + 64 * 4;
    EXPECT_EQ(encode_move(castling, position), to_rook);
    EXPECT_EQ(decode_move(to_rook, position), castling);
    EXPECT_EQ(decode_move(6 + 64 * 4, position), castling);
    EXPECT_EQ(decode_move(0 + 64 * 4, position), parse_uci(position, "e1c1").value());
    // Without the right, the same bytes are a king's capture of a rook, or no move.
    EXPECT_EQ(decode_move(to_rook, position_of("4k3/8/8/8/8/8/8/R3K2R w - - 0 1")), std::nullopt);
}

RC_GTEST_PROP(PolyglotEntry, MovesComeBackAndDiffer, ()) {
    const testing::RandomGame game = testing::draw_game();
    Position position = game.start;
    for (const Move move : game.moves) {
        std::set<uint16_t> codes;
        for (const Move legal : legal_moves(position)) {
            const uint16_t code = encode_move(legal, position);
            RC_ASSERT(codes.insert(code).second);
            RC_ASSERT(decode_move(code, position) == legal);
        }
        position.make_move<Maintain::BoardAndHash, CastlingRule::Chess960>(move);
    }
}

// A pawn that is pinned cannot capture, but Polyglot counts it.
TEST(PolyglotEntry, KnowsTheKeyWithAnIllegalEnPassant) {
    const auto second_key = [](std::string_view fen, std::string_view uci) {
        Position position = position_of(fen);
        const Move move = parse_uci(position, uci).value();
        position.make_move<Maintain::BoardAndHash>(move);
        return key_with_illegal_en_passant(position, move);
    };
    const std::string_view pinned = "4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1";
    const Position after = position_of("4k3/8/8/8/3Pp3/8/8/K3R3 b - - 0 1");
    EXPECT_EQ(second_key(pinned, "d2d4"),
              after.hash() ^ zobrist::en_passant_key(square_at(3 + 16)));
    EXPECT_EQ(second_key(pinned, "d2d3"), std::nullopt);
    EXPECT_EQ(second_key("4k3/8/8/8/4p3/8/3P4/K7 w - - 0 1", "d2d4"), std::nullopt);
    EXPECT_EQ(second_key("4k3/8/8/8/8/8/3P4/K7 w - - 0 1", "d2d4"), std::nullopt);
    EXPECT_EQ(second_key("4k3/8/8/8/4p3/8/3R4/K3R3 w - - 0 1", "d2d4"), std::nullopt);
}

}  // namespace
}  // namespace edge::polyglot
