#include "chess/position_text.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "chess/fen.h"
#include "chess/san.h"
#include "chess/uci.h"

namespace edge {
namespace {

constexpr std::string_view kSpace = " \t";

std::string_view trimmed(std::string_view text) {
    const size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos) return "";
    return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

bool take_word(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    if (text.size() > word.size() && kSpace.find(text[word.size()]) == std::string_view::npos)
        return false;
    text = trimmed(text.substr(word.size()));
    return true;
}

// "12.Nf3", "12...", "12." and "12" without their numbers; "0-0" is left alone.
std::string_view without_number(std::string_view word) {
    const size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    if (digits == word.size()) return "";
    if (digits > 0 && word[digits] != '.') return word;
    const size_t dots = word.find_first_not_of('.', digits);
    return dots == std::string_view::npos ? "" : word.substr(dots);
}

}  // namespace

void play(Position& position, Move move) {
    position.has_standard_castling()
        ? position.make_move<Maintain::BoardAndHash, CastlingRule::Standard>(move)
        : position.make_move<Maintain::BoardAndHash, CastlingRule::Chess960>(move);
}

Result<Move> parse_move_text(const Position& position, std::string_view text) {
    if (const auto san = parse_san(position, text)) return *san;
    if (const auto uci = parse_uci(position, text)) return *uci;
    return fail(ErrorCode::InvalidArgument,
                fmt::format("found '{}', expected a legal move in {}", text, to_fen(position)));
}

Result<PlayedLine> play_line(const Position& start, std::string_view moves) {
    PlayedLine line{.start = start};
    for (std::string_view rest = trimmed(moves); !rest.empty(); rest = trimmed(rest)) {
        const std::string_view word = rest.substr(0, rest.find_first_of(kSpace));
        rest.remove_prefix(word.size());
        const std::string_view text = without_number(word);
        if (text.empty()) continue;
        const auto move = parse_move_text(line.reached, text);
        if (!move) {
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("found '{}' as move {}, expected a legal move in {}", text,
                                    line.moves.size() + 1, to_fen(line.reached)));
        }
        play(line.reached, *move);
        line.moves.push_back(*move);
    }
    return line;
}

Result<Position> play_moves(const Position& start, std::string_view moves) {
    return EDGE_TRY(play_line(start, moves)).reached;
}

Result<PlayedLine> parse_line_text(std::string_view text) {
    text = trimmed(text);
    take_word(text, "position");
    take_word(text, "fen");
    if (take_word(text, "moves")) return play_line(Position::start(), text);
    if (take_word(text, "startpos")) {
        if (text.empty() || take_word(text, "moves")) return play_line(Position::start(), text);
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("found '{}' after startpos, expected 'moves'", text));
    }
    const size_t moves = text.find(" moves");
    const std::string_view fen = trimmed(text.substr(0, moves));
    const auto position = parse_fen(fen, FenMode::Lenient);
    if (!position) return fail(ErrorCode::InvalidArgument, describe(position.error(), fen));
    std::string_view rest = moves == std::string_view::npos ? "" : trimmed(text.substr(moves));
    take_word(rest, "moves");
    return play_line(*position, rest);
}

Result<Position> parse_position_text(std::string_view text) {
    return EDGE_TRY(parse_line_text(text)).reached;
}

}  // namespace edge
