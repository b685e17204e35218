#include "chess/san_decoder.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/random_games.h"
#include "chess/san.h"

namespace edge {
namespace {

uint64_t word_of(std::string_view text) {
    uint64_t word = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        word |= static_cast<uint64_t>(static_cast<unsigned char>(text[i])) << (8 * i);
    }
    return word;
}

// The word the PGN reader hands over: no check or mate mark.
std::string plain_san(const Position& position, Move move) {
    std::string san = to_san(position, move);
    if (san.ends_with('+') || san.ends_with('#')) san.pop_back();
    return san;
}

// The pieces and the side of a FEN.
std::string placement(const Position& position) {
    const std::string fen = to_fen(position);
    return fen.substr(0, fen.find(' ') + 2);
}

Move decode(SanDecoder decoder, std::string_view word) {
    return decoder.play_word<Maintain::Board>(word_of(word), static_cast<unsigned>(word.size()));
}

// Random games from the ordinary start, the only one the decoder knows.
template <class Visit>
void visit_positions(Visit visit) {
    const auto choices = *rc::gen::container<std::vector<unsigned>>(
        *rc::gen::inRange<size_t>(0, 200), rc::gen::inRange(0U, 256U));
    SanDecoder decoder;
    for (const unsigned choice : choices) {
        const MoveList moves = legal_moves(decoder.position());
        if (moves.empty()) break;
        visit(static_cast<const SanDecoder&>(decoder), moves);
        // By its word, so that what the decoder keeps from ply to ply is on trial too.
        const std::string san = plain_san(decoder.position(), moves[choice % moves.size()]);
        decoder.play_word<Maintain::BoardAndHash>(word_of(san), static_cast<unsigned>(san.size()));
    }
}

RC_GTEST_PROP(SanDecoderProperty, ReadsTheSanOfEveryLegalMove, ()) {
    visit_positions([](const SanDecoder& decoder, const MoveList& moves) {
        for (const Move move : moves) {
            const std::string san = plain_san(decoder.position(), move);
            const Move found = decode(decoder, san);
            if (found != move) RC_FAIL(san + " in " + to_fen(decoder.position()));
        }
    });
}

RC_GTEST_PROP(SanDecoderProperty, PlaysTheSamePositionAsMakeMove, ()) {
    visit_positions([](const SanDecoder& decoder, const MoveList& moves) {
        for (const Move move : moves) {
            SanDecoder played = decoder;
            const std::string san = plain_san(decoder.position(), move);
            played.play_word<Maintain::BoardAndHash>(word_of(san),
                                                     static_cast<unsigned>(san.size()));
            Position expected = decoder.position();
            expected.make_move<Maintain::BoardAndHash>(move);
            RC_ASSERT(to_fen(played.position()) == to_fen(expected));
            RC_ASSERT(played.position().hash() == expected.hash());
            SanDecoder without_clocks = decoder;
            without_clocks.play_word<Maintain::Pieces>(word_of(san),
                                                       static_cast<unsigned>(san.size()));
            // En passant may be named where no pawn can capture, so the moves are compared.
            RC_ASSERT(placement(without_clocks.position()) == placement(expected));
            RC_ASSERT(without_clocks.position().castling_rights() == expected.castling_rights());
            RC_ASSERT(
                std::ranges::equal(legal_moves(without_clocks.position()), legal_moves(expected)));
        }
    });
}

// A word made up from the letters of SAN: the decoder may pass, but must not read it differently.
RC_GTEST_PROP(SanDecoderProperty, NeverDisagreesWithTheForgivingReader, ()) {
    visit_positions([](const SanDecoder& decoder, const MoveList&) {
        for (const std::string_view piece : {"", "a", "d", "h", "N", "B", "R", "Q", "K"}) {
            for (const std::string_view middle : {"", "x", "b", "7", "ex", "d5", "=", "g1x"}) {
                for (unsigned s = 0; s < 64; s += 3) {
                    std::string word(piece);
                    word += middle;
                    word += static_cast<char>('a' + s % 8);
                    word += static_cast<char>('1' + s / 8);
                    if (word.size() > 7) continue;
                    const Move found = decode(decoder, word);
                    if (found.is_none()) continue;
                    const auto expected = parse_san(decoder.position(), word);
                    if (!expected || *expected != found) {
                        RC_FAIL(word + " in " + to_fen(decoder.position()));
                    }
                }
            }
        }
    });
}

}  // namespace
}  // namespace edge
