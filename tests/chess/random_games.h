// Random legal games for property tests: a start position and a list of choices, which RapidCheck
// can shrink. Each choice picks one of the legal moves.
#pragma once

#include <rapidcheck.h>

#include <array>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/position.h"

namespace edge::testing {

// Starts that reach castling, en passant and promotion soon; the last four are Chess960.
inline constexpr std::array<std::string_view, 9> kGameStarts = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
    "1rkr3b/1ppn3p/3pB1n1/6q1/R2P4/4N1P1/1P5P/2KRQ1B1 b Ddb - 0 14",
    "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1",
};

struct RandomGame {
    Position start;
    std::vector<Move> moves;
};

inline Position position_of(std::string_view fen) {
    const auto position = parse_fen(fen, FenMode::Strict);
    if (!position) throw std::invalid_argument(describe(position.error(), fen));
    return *position;
}

// Draws a game of at most 120 plies.
inline RandomGame draw_game() {
    const auto start = *rc::gen::inRange<size_t>(0, kGameStarts.size());
    const auto plies = *rc::gen::inRange<size_t>(0, 121);
    const auto choices =
        *rc::gen::container<std::vector<unsigned>>(plies, rc::gen::inRange(0U, 256U));
    RandomGame game{position_of(kGameStarts[start]), {}};
    Position position = game.start;
    for (const unsigned choice : choices) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        const Move move = moves[choice % moves.size()];
        game.moves.push_back(move);
        position.make_move<Maintain::Board, CastlingRule::Chess960>(move);
    }
    return game;
}

// Calls visit(position, move) for every move of the game, with the position before it.
template <class Visit>
void replay(const RandomGame& game, Visit visit) {
    Position position = game.start;
    for (const Move move : game.moves) {
        visit(static_cast<const Position&>(position), move);
        position.make_move<Maintain::BoardAndHash, CastlingRule::Chess960>(move);
    }
}

}  // namespace edge::testing
