#include "chess/san.h"

#include <array>
#include <optional>

#include "chess/attacks.h"
#include "chess/movegen.h"

namespace edge {

namespace {

constexpr std::string_view kPieceLetters = " PNBRQK";  // by PieceType

constexpr char file_letter(Square s) { return static_cast<char>('a' + file_of(s)); }
constexpr char rank_digit(Square s) { return static_cast<char>('1' + rank_of(s)); }
constexpr bool is_file(char c) { return c >= 'a' && c <= 'h'; }
constexpr bool is_rank(char c) { return c >= '1' && c <= '8'; }
constexpr Bitboard file_mask(char c) { return file_bits(static_cast<unsigned>(c - 'a')); }
constexpr Bitboard rank_mask(char c) { return rank_bits(static_cast<unsigned>(c - '1')); }

// ---- writing

// The part of the origin that tells the piece from others of its type that can go to the same
// square: the file if that is enough, otherwise the rank, otherwise both.
char* write_disambiguation(const Position& position, Move move, PieceType type, char* out) {
    const Color us = position.side_to_move();
    const Square from = move.from();
    const Square to = move.to();
    Bitboard rivals = 0;
    Bitboard candidates =
        position.attackers(to, us, position.occupied()) & position.pieces(type) & ~bit(from);
    while (candidates != 0) {
        const Square rival = pop_first(candidates);
        if (is_legal(position, Move::normal(rival, to))) rivals |= bit(rival);
    }
    if (rivals == 0) return out;
    const bool shares_file = (rivals & file_bits(file_of(from))) != 0;
    const bool shares_rank = (rivals & rank_bits(rank_of(from))) != 0;
    if (!shares_file || shares_rank) *out++ = file_letter(from);
    if (shares_file) *out++ = rank_digit(from);
    return out;
}

char* write_castling(Move move, char* out) {
    const std::string_view name = file_of(move.to()) == 6 ? "O-O" : "O-O-O";
    return out + name.copy(out, name.size());
}

char* write_move(const Position& position, Move move, char* out) {
    if (move.is_castling()) return write_castling(move, out);
    const PieceType type = type_of(position.piece_on(move.from()));
    const bool captures = position.piece_on(move.to()) != Piece::None || move.is_en_passant();
    if (type == PieceType::Pawn) {
        if (captures) *out++ = file_letter(move.from());
    } else {
        *out++ = kPieceLetters[index(type)];
        if (type != PieceType::King) out = write_disambiguation(position, move, type, out);
    }
    if (captures) *out++ = 'x';
    *out++ = file_letter(move.to());
    *out++ = rank_digit(move.to());
    if (move.promotion() != PieceType::None) {
        *out++ = '=';
        *out++ = kPieceLetters[index(move.promotion())];
    }
    return out;
}

// ---- reading

bool drop_suffix(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
}

// Removes the marks that do not help to identify the move.
std::string_view without_marks(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    for (;;) {
        const char last = text.empty() ? '\0' : text.back();
        if (last == '+' || last == '#' || last == '!' || last == '?' || last == ' ') {
            text.remove_suffix(1);
        } else if (!drop_suffix(text, "mate") && !drop_suffix(text, "e.p.") &&
                   !drop_suffix(text, "e.p") && !drop_suffix(text, "ep")) {
            return text;
        }
    }
}

bool is_null_move(std::string_view text) {
    for (const std::string_view name : {"--", "Z0", "null", "@@@@", "0000"}) {
        if (text == name) return true;
    }
    return false;
}

// The wing, when the text is two or three letters O or zeros.
std::optional<unsigned> castling_wing(std::string_view text) {
    unsigned count = 0;
    bool hyphen_allowed = false;
    for (const char c : text) {
        if (c == 'O' || c == 'o' || c == '0') {
            ++count;
            hyphen_allowed = true;
        } else if (c == '-' && hyphen_allowed) {
            hyphen_allowed = false;
        } else {
            return std::nullopt;
        }
    }
    if (!hyphen_allowed || (count != 2 && count != 3)) return std::nullopt;
    return count == 2 ? kKingSide : kQueenSide;
}

PieceType piece_type_of(char letter) {
    switch (letter) {
        case 'N':
        case 'n':
            return PieceType::Knight;
        case 'B':
        case 'b':
            return PieceType::Bishop;
        case 'R':
        case 'r':
            return PieceType::Rook;
        case 'Q':
        case 'q':
            return PieceType::Queen;
        case 'K':
        case 'k':
            return PieceType::King;
        case 'P':
        case 'p':
            return PieceType::Pawn;
        default:
            return PieceType::None;
    }
}

// A move as written: who moves where, as far as the text says.
struct Description {
    PieceType type = PieceType::None;  // None: a pawn, or any piece when the origin is complete
    Bitboard from = ~Bitboard{0};      // origins that fit
    Bitboard to = ~Bitboard{0};
    PieceType promotion = PieceType::None;
    bool has_origin_file = false;
    bool has_origin = false;  // both file and rank
    bool has_target_rank = true;
};

// Takes the promotion off the end of the text: =Q (Q) /Q, or the bare letter after a rank.
std::optional<PieceType> take_promotion(std::string_view& text) {
    std::string_view rest = text;
    const bool in_brackets = rest.size() >= 3 && rest.back() == ')' && rest[rest.size() - 3] == '(';
    if (in_brackets) rest.remove_suffix(1);
    if (rest.size() < 3) return PieceType::None;
    const PieceType type = piece_type_of(rest.back());
    const char before = rest[rest.size() - 2];
    const bool is_marked = before == '=' || before == '/' || in_brackets;
    if (!is_marked && (type == PieceType::None || !is_rank(before))) return PieceType::None;
    if (type == PieceType::None || type == PieceType::Pawn || type == PieceType::King) {
        return std::nullopt;
    }
    rest.remove_suffix(is_marked ? 2 : 1);
    if (in_brackets && rest.ends_with('=')) rest.remove_suffix(1);
    text = rest;
    return type;
}

// What follows the piece letter: [file][rank][x:-]file rank, or file [x:] file for a pawn.
bool read_squares(std::string_view text, Description& out) {
    if (text.size() >= 2 && is_rank(text.back()) && is_file(text[text.size() - 2])) {
        out.to = rank_mask(text.back()) & file_mask(text[text.size() - 2]);
        text.remove_suffix(2);
    } else if (text.size() >= 2 && is_file(text.back()) && out.type == PieceType::None) {
        out.to = file_mask(text.back());
        out.has_target_rank = false;
        text.remove_suffix(1);
    } else {
        return false;
    }
    // A separator must have something on both sides.
    if (text.size() + (out.type == PieceType::None ? 0 : 1) >= 2 &&
        std::string_view("xX:-").find(text.back()) != std::string_view::npos) {
        text.remove_suffix(1);
    }
    if (!text.empty() && is_file(text.front())) {
        out.from &= file_mask(text.front());
        out.has_origin_file = true;
        text.remove_prefix(1);
    }
    if (!text.empty() && is_rank(text.front())) {
        out.from &= rank_mask(text.front());
        out.has_origin = out.has_origin_file;
        text.remove_prefix(1);
    }
    return text.empty() && (out.has_target_rank || out.has_origin_file);
}

// `bishop_first` reads a leading b as the bishop instead of the file.
std::optional<Description> read_description(std::string_view text, bool bishop_first) {
    Description out;
    const auto promotion = take_promotion(text);
    if (!promotion || text.empty()) return std::nullopt;
    out.promotion = *promotion;
    if (text.front() != 'b' || bishop_first) out.type = piece_type_of(text.front());
    if (out.type != PieceType::None) text.remove_prefix(1);
    if (!read_squares(text, out)) return std::nullopt;
    return out;
}

bool matches(const Position& position, const Description& wanted, Move move) {
    if ((wanted.from & bit(move.from())) == 0 || (wanted.to & bit(move.to())) == 0) return false;
    if (move.promotion() != wanted.promotion) return false;
    const PieceType type = type_of(position.piece_on(move.from()));
    if (wanted.type == PieceType::None && wanted.has_origin) return true;
    if (wanted.type != PieceType::None && wanted.type != PieceType::Pawn) {
        return type == wanted.type;
    }
    if (type != PieceType::Pawn) return false;
    const bool captures = file_of(move.from()) != file_of(move.to());
    // A capture names the file it starts from, and a move without target rank is a capture.
    return captures ? wanted.has_origin_file : wanted.has_target_rank;
}

tl::expected<Move, SanError> find_move(const Position& position, const MoveList& moves,
                                       const Description& wanted) {
    Move found;
    for (const Move move : moves) {
        if (!matches(position, wanted, move)) continue;
        // In Chess960 the king may also walk to where it castles; Kg1 is then the walk.
        if (move.is_castling() && !found.is_none()) continue;
        if (!found.is_none()) return tl::unexpected(SanError::Ambiguous);
        found = move;
    }
    if (found.is_none()) return tl::unexpected(SanError::Illegal);
    return found;
}

}  // namespace

char* write_san(const Position& position, Move move, char* out) {
    out = write_move(position, move, out);
    if (gives_check(position, move)) {
        Position next = position;
        next.make_move<Maintain::Board, CastlingRule::Chess960>(move);
        *out++ = has_legal_move(next) ? '+' : '#';
    }
    return out;
}

std::string to_san(const Position& position, Move move) {
    std::array<char, kMaxSanLength> buffer;
    return std::string(buffer.data(), write_san(position, move, buffer.data()));
}

tl::expected<Move, SanError> parse_san(const Position& position, std::string_view text) {
    text = without_marks(text);
    if (is_null_move(text)) return tl::unexpected(SanError::NullMove);
    if (const auto wing = castling_wing(text)) {
        const CastlingSquares squares = castling_squares(position, *wing);
        const Move move = Move::castling(squares.king_from, squares.king_to);
        if (!is_legal(position, move)) return tl::unexpected(SanError::Illegal);
        return move;
    }
    const bool starts_with_b = text.starts_with('b');
    const auto wanted = read_description(text, false);
    if (!wanted && !starts_with_b) return tl::unexpected(SanError::Unreadable);
    const MoveList moves = legal_moves(position);
    tl::expected<Move, SanError> found = tl::unexpected(SanError::Unreadable);
    if (wanted) found = find_move(position, moves, *wanted);
    if (found || !starts_with_b || (wanted && wanted->has_origin)) return found;
    const auto as_bishop = read_description(text, true);
    return as_bishop ? find_move(position, moves, *as_bishop) : found;
}

}  // namespace edge
