#include "chess/fen.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "core/ascii.h"
#include "edge/result.h"

namespace edge {

namespace {

using Kind = FenError::Kind;
using Outcome = tl::expected<void, FenError>;

constexpr unsigned kMaxClock = 9999;
constexpr std::string_view kFenLetters = " PNBRQK  pnbrqk ";  // by Piece

constexpr unsigned home_rank(Color c) { return c == Color::White ? 0 : 7; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

Piece piece_of(char letter) {
    const size_t at = letter == ' ' ? std::string_view::npos : kFenLetters.find(letter);
    return at == std::string_view::npos ? Piece::None : static_cast<Piece>(at);
}

struct Field {
    std::string_view text;
    size_t offset = 0;
};

// A letter of the castling field, its case turned into the colour.
struct CastlingLetter {
    Color color;
    char upper;
};

class Parser {
public:
    Parser(std::string_view text, FenMode mode) : text_(text), mode_(mode) {}

    tl::expected<Position, FenError> parse() {
        EDGE_CHECK(split_fields());
        EDGE_CHECK(read_board());
        EDGE_CHECK(check_pieces());
        EDGE_CHECK(read_side());
        EDGE_CHECK(read_castling());
        EDGE_CHECK(read_en_passant());
        EDGE_CHECK(read_clocks());
        return builder_.build();
    }
    // After parse(): what the en-passant field names, unless that cannot be.
    Square passed() const { return passed_; }

private:
    // The fields in their order.
    static constexpr size_t kBoard = 0, kSide = 1, kCastling = 2, kEnPassant = 3, kHalfmove = 4,
                            kFullmove = 5, kFieldCount = 6;

    bool lenient() const { return mode_ == FenMode::Lenient; }
    const Position& board() const { return builder_.peek(); }
    bool is_missing(size_t field) const { return field >= found_; }

    static tl::unexpected<FenError> error(Kind kind, size_t offset) {
        return tl::unexpected(FenError{kind, static_cast<uint32_t>(offset)});
    }

    Outcome split_fields() {
        size_t at = 0;
        const auto skip_spaces = [&] {
            while (at < text_.size() && is_blank(text_[at])) ++at;
        };
        if (lenient()) skip_spaces();
        while (found_ < kFieldCount && at < text_.size()) {
            const size_t begin = at;
            while (at < text_.size() && !is_blank(text_[at])) ++at;
            if (at == begin) return error(Kind::MissingField, at);
            fields_[found_++] = {text_.substr(begin, at - begin), begin};
            if (lenient()) {
                skip_spaces();
            } else if (at < text_.size() && text_[at] == ' ' && found_ < kFieldCount) {
                ++at;
            } else {
                break;
            }
        }
        const bool complete = found_ == kFieldCount || (lenient() && found_ > 0);
        if (!complete) return error(Kind::MissingField, at);
        if (at < text_.size()) return error(Kind::ExtraText, at);
        return {};
    }

    Outcome read_board() {
        const Field& field = fields_[kBoard];
        unsigned rank = 7;
        unsigned file = 0;
        bool after_digit = false;
        size_t at = field.offset;
        for (const char c : field.text) {
            const Piece piece = piece_of(c);
            if (c == '/') {
                if (file != 8) return error(Kind::RankLength, at);
                if (rank == 0) return error(Kind::RankCount, at);
                --rank;
                file = 0;
            } else if (c >= '1' && c <= '8') {
                if (after_digit && !lenient()) return error(Kind::RankLength, at);
                file += static_cast<unsigned>(c - '0');
            } else if (piece != Piece::None) {
                if (file < 8) builder_.put(piece, make_square(file, rank));
                ++file;
            } else {
                return error(Kind::UnknownPiece, at);
            }
            if (file > 8) return error(Kind::RankLength, at);
            after_digit = is_digit(c);
            ++at;
        }
        if (file != 8) return error(Kind::RankLength, at);
        if (rank != 0) return error(Kind::RankCount, at);
        return {};
    }

    // Checks what all other code takes for granted about a position.
    Outcome check_pieces() const {
        const size_t offset = fields_[kBoard].offset;
        for (const Color c : {Color::White, Color::Black}) {
            if (std::popcount(board().pieces(c, PieceType::King)) != 1) {
                return error(Kind::KingCount, offset);
            }
            const int pawns = std::popcount(board().pieces(c, PieceType::Pawn));
            if (std::popcount(board().pieces(c)) > 16 || (!lenient() && pawns > 8)) {
                return error(Kind::TooManyPieces, offset);
            }
        }
        if ((board().pieces(PieceType::Pawn) & (rank_bits(0) | rank_bits(7))) != 0) {
            return error(Kind::PawnOnEndRank, offset);
        }
        return {};
    }

    Outcome read_side() {
        if (!is_missing(kSide)) {
            const Field& field = fields_[kSide];
            if (field.text != "w" && field.text != "b") {
                return error(Kind::SideToMove, field.offset);
            }
            builder_.side_to_move(field.text == "w" ? Color::White : Color::Black);
        }
        const Color us = board().side_to_move();
        if (board().is_attacked(board().king(!us), us)) {
            return error(Kind::OpponentInCheck, fields_[kBoard].offset);
        }
        return {};
    }

    Outcome read_castling() {
        if (is_missing(kCastling) || fields_[kCastling].text == "-") return {};
        const Field& field = fields_[kCastling];
        int previous = -1;  // castling_index of the letter before
        for (size_t i = 0; i < field.text.size(); ++i) {
            const size_t at = field.offset + i;
            const char c = field.text[i];
            const bool is_white = c >= 'A' && c <= 'Z';
            const CastlingLetter letter{is_white ? Color::White : Color::Black,
                                        static_cast<char>(is_white ? c : c - 'a' + 'A')};
            const bool is_file = letter.upper >= 'A' && letter.upper <= 'H';
            if (!is_file && letter.upper != 'K' && letter.upper != 'Q') {
                return error(Kind::CastlingField, at);
            }
            const std::optional<Square> rook = find_rook(letter);
            if (!rook) {
                if (lenient()) continue;
                return error(Kind::CastlingNotBacked, at);
            }
            const unsigned wing = *rook > board().king(letter.color) ? kKingSide : kQueenSide;
            const auto right = static_cast<int>(castling_index(letter.color, wing));
            if (right <= previous && !lenient()) return error(Kind::CastlingField, at);
            previous = right;
            builder_.allow_castling(letter.color, wing, *rook);
        }
        return {};
    }

    // The rook that a castling letter means: the outermost for K and Q, otherwise the one on the
    // named file.
    std::optional<Square> find_rook(CastlingLetter letter) const {
        const unsigned home = home_rank(letter.color);
        const Square king = board().king(letter.color);
        if (rank_of(king) != home) return std::nullopt;
        const Bitboard rooks = board().pieces(letter.color, PieceType::Rook) & rank_bits(home);
        const Bitboard below_king = bit(king) - 1;
        if (letter.upper == 'K') {
            const Bitboard candidates = rooks & ~below_king;
            if (candidates == 0) return std::nullopt;
            return square_at(63U - static_cast<unsigned>(std::countl_zero(candidates)));
        }
        if (letter.upper == 'Q') {
            const Bitboard candidates = rooks & below_king;
            if (candidates == 0) return std::nullopt;
            return first_square(candidates);
        }
        const Square named = make_square(static_cast<unsigned>(letter.upper - 'A'), home);
        if ((rooks & bit(named)) == 0) return std::nullopt;
        return named;
    }

    Outcome read_en_passant() {
        if (is_missing(kEnPassant) || fields_[kEnPassant].text == "-") return {};
        const Field& field = fields_[kEnPassant];
        const std::string_view name = field.text;
        if (name.size() != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8') {
            return error(Kind::EnPassantField, field.offset);
        }
        const Square target =
            make_square(static_cast<unsigned>(name[0] - 'a'), static_cast<unsigned>(name[1] - '1'));
        if (was_passed(target)) {
            builder_.en_passant(target);
            passed_ = target;
        } else if (!lenient()) {
            return error(Kind::EnPassantImpossible, field.offset);
        }
        return {};
    }

    // Whether the last move can have been a double push over the square.
    bool was_passed(Square target) const {
        const Color them = !board().side_to_move();
        const bool by_white = them == Color::White;
        if (rank_of(target) != (by_white ? 2U : 5U)) return false;
        const Square landed = square_at(by_white ? index(target) + 8 : index(target) - 8);
        const Square started = square_at(by_white ? index(target) - 8 : index(target) + 8);
        return board().piece_on(landed) == make_piece(them, PieceType::Pawn) &&
               (board().occupied() & (bit(target) | bit(started))) == 0;
    }

    Outcome read_clocks() {
        unsigned halfmove = 0;
        unsigned fullmove = 1;
        EDGE_CHECK(read_clock(kHalfmove, halfmove));
        EDGE_CHECK(read_clock(kFullmove, fullmove));
        if (fullmove == 0) {
            if (!lenient()) return error(Kind::Clock, fields_[kFullmove].offset);
            fullmove = 1;
        }
        builder_.clocks(halfmove, fullmove);
        return {};
    }

    Outcome read_clock(size_t which, unsigned& value) const {
        if (is_missing(which)) return {};
        const Field& field = fields_[which];
        if (field.text == "-" && lenient()) return {};
        if (field.text.size() > 1 && field.text[0] == '0' && !lenient()) {
            return error(Kind::Clock, field.offset);
        }
        unsigned number = 0;
        for (size_t i = 0; i < field.text.size(); ++i) {
            if (!is_digit(field.text[i])) return error(Kind::Clock, field.offset + i);
            number =
                std::min(number * 10 + static_cast<unsigned>(field.text[i] - '0'), kMaxClock + 1);
        }
        if (number > kMaxClock && !lenient()) return error(Kind::Clock, field.offset);
        value = std::min(number, kMaxClock);
        return {};
    }

    std::string_view text_;
    FenMode mode_;
    std::array<Field, kFieldCount> fields_;
    size_t found_ = 0;
    PositionBuilder builder_;
    Square passed_ = Square::None;
};

std::string_view sentence(Kind kind) {
    switch (kind) {
        case Kind::MissingField:
            return "a FEN has six fields with one space between";
        case Kind::ExtraText:
            return "text after the last field";
        case Kind::UnknownPiece:
            return "not a piece, a digit from 1 to 8 or '/'";
        case Kind::RankLength:
            return "a rank must have eight squares";
        case Kind::RankCount:
            return "the board must have eight ranks";
        case Kind::KingCount:
            return "each side must have one king";
        case Kind::PawnOnEndRank:
            return "a pawn stands on the first or last rank";
        case Kind::TooManyPieces:
            return "too many pieces of one side";
        case Kind::SideToMove:
            return "the side to move must be w or b";
        case Kind::OpponentInCheck:
            return "the side that has just moved is in check";
        case Kind::CastlingField:
            return "not a castling field";
        case Kind::CastlingNotBacked:
            return "no king and rook in place for this castling right";
        case Kind::EnPassantField:
            return "the en-passant field must be a square or '-'";
        case Kind::EnPassantImpossible:
            return "no double push can have passed this square";
        case Kind::Clock:
            return "not a clock value";
    }
    return "";
}

void append_square(std::string& out, Square s) {
    out += static_cast<char>('a' + file_of(s));
    out += static_cast<char>('1' + rank_of(s));
}

void append_board(std::string& out, const Position& position) {
    for (unsigned rank = 8; rank-- > 0;) {
        unsigned empty = 0;
        for (unsigned file = 0; file < 8; ++file) {
            const Piece piece = position.piece_on(make_square(file, rank));
            if (piece == Piece::None) {
                ++empty;
                continue;
            }
            if (empty != 0) out += static_cast<char>('0' + empty);
            empty = 0;
            out += kFenLetters[index(piece)];
        }
        if (empty != 0) out += static_cast<char>('0' + empty);
        if (rank != 0) out += '/';
    }
}

// Whether no rook of the same colour stands further out on that wing of the home rank.
bool is_outermost(const Position& position, Color c, unsigned wing) {
    const Square rook = position.castling_rook(c, wing);
    const Bitboard rooks = position.pieces(c, PieceType::Rook) & rank_bits(home_rank(c));
    const Bitboard below = bit(rook) - 1;
    const Bitboard beyond = wing == kKingSide ? ~(below | bit(rook)) : below;
    return (rooks & beyond) == 0;
}

enum class CastlingNotation : uint8_t { XFen, Shredder };

void append_castling(std::string& out, const Position& position, CastlingNotation notation) {
    if (position.castling_rights() == 0) {
        out += '-';
        return;
    }
    for (const Color c : {Color::White, Color::Black}) {
        for (const unsigned wing : {kKingSide, kQueenSide}) {
            if (!position.can_castle(c, wing)) continue;
            char letter = wing == kKingSide ? 'K' : 'Q';
            if (notation == CastlingNotation::Shredder || !is_outermost(position, c, wing)) {
                letter = static_cast<char>('A' + file_of(position.castling_rook(c, wing)));
            }
            out += static_cast<char>(c == Color::White ? letter : letter - 'A' + 'a');
        }
    }
}

std::string write_fen(const Position& position, CastlingNotation notation, Square passed) {
    std::string out;
    out.reserve(96);
    append_board(out, position);
    out += position.side_to_move() == Color::White ? " w " : " b ";
    append_castling(out, position, notation);
    out += ' ';
    if (passed == Square::None) {
        out += '-';
    } else {
        append_square(out, passed);
    }
    out += ' ';
    out += std::to_string(position.halfmove_clock());
    out += ' ';
    out += std::to_string(position.fullmove_number());
    return out;
}

}  // namespace

tl::expected<Position, FenError> parse_fen(std::string_view text, FenMode mode) {
    return Parser(text, mode).parse();
}

Square passed_square(std::string_view text) {
    Parser parser(text, FenMode::Lenient);
    return parser.parse() ? parser.passed() : Square::None;
}

std::string describe(const FenError& error, std::string_view text) {
    std::string out = "FEN \"";
    out += text;
    out += "\", character ";
    out += std::to_string(error.offset + 1);
    out += ": ";
    out += sentence(error.kind);
    return out;
}

std::string to_fen(const Position& position) { return to_fen(position, position.en_passant()); }

std::string to_fen(const Position& position, Square passed) {
    return write_fen(position, CastlingNotation::XFen, passed);
}

std::string to_shredder_fen(const Position& position) {
    return write_fen(position, CastlingNotation::Shredder, position.en_passant());
}

}  // namespace edge
