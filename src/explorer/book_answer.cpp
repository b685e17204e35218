#include "explorer/book_answer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "chess/fen.h"
#include "chess/san.h"
#include "chess/uci.h"

namespace edge::explorer {

BookAnswer explore_book(const polyglot::Book& book, const Position& position) {
    BookAnswer answer;
    answer.fen = to_fen(position);
    const CastlingRule rule =
        position.has_standard_castling() ? CastlingRule::Standard : CastlingRule::Chess960;
    for (const polyglot::BookEntry& entry : book.find(position.hash())) {
        const auto move = polyglot::decode_move(entry.move, position);
        if (!move) {
            answer.warnings.push_back(
                fmt::format("{}: entry {:#06x} of weight {} is not a legal move, left out",
                            answer.fen, entry.move, entry.weight));
            continue;
        }
        answer.moves.push_back({.move = *move,
                                .san = to_san(position, *move),
                                .uci = to_uci(*move, position, rule),
                                .weight = entry.weight});
        answer.total_weight += entry.weight;
    }
    for (BookMove& move : answer.moves) {
        if (answer.total_weight == 0) break;
        move.share = static_cast<double>(move.weight) / static_cast<double>(answer.total_weight);
    }
    std::ranges::sort(answer.moves, [](const BookMove& a, const BookMove& b) {
        return std::pair(b.weight, a.move.raw()) < std::pair(a.weight, b.move.raw());
    });
    return answer;
}

}  // namespace edge::explorer
