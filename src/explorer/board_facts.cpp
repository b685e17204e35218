#include "explorer/board_facts.h"

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "chess/uci.h"

namespace edge::explorer {
namespace {

std::string uci_of(const Position& position, Move move) {
    return to_uci(
        move, position,
        position.has_standard_castling() ? CastlingRule::Standard : CastlingRule::Chess960);
}

}  // namespace

Board describe_board(const PlayedLine& line, const Openings* openings) {
    Board board;
    Position position = line.start;
    const auto name = [&] {
        const Opening* const found = openings == nullptr ? nullptr : openings->find(position);
        if (found != nullptr) board.opening = *found;
    };
    name();
    board.start_fen = to_fen(position);
    board.line.reserve(line.moves.size());
    for (const Move move : line.moves) {
        auto& played = board.line.emplace_back(
            Board::PlayedMove{to_san(position, move), uci_of(position, move), ""});
        play(position, move);
        played.fen = to_fen(position);
        name();
    }
    board.turn = position.side_to_move();
    board.check = position.in_check();
    const MoveList moves = legal_moves(position);
    if (moves.empty()) board.end = board.check ? GameEnd::Checkmate : GameEnd::Stalemate;
    board.legal.reserve(moves.size());
    for (const Move move : moves) {
        board.legal.push_back({to_san(position, move), uci_of(position, move)});
    }
    return board;
}

}  // namespace edge::explorer
