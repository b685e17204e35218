// A move as a pattern. Besides exact SAN and UCI it takes:
//   - SAN that leaves out what PGN needs: Rxc3 for R8xc3, xd5 for exd5, e8 for e8=Q
//   - zeros for the letters of castling, a hyphen between origin and target, e8Q for e8=Q
//   - quality marks and e.p., which are dropped, in any order with + and #
#include <algorithm>
#include <optional>

#include "query/lang/did_you_mean.h"
#include "query/lang/notation.h"

namespace edge::query {

namespace {

using Castling = MovePattern::Castling;
using Mark = MovePattern::Mark;
using Style = MovePattern::Style;

constexpr std::string_view kKindLetters = " PNBRQK";  // by PieceType

bool is_file(char c) { return c >= 'a' && c <= 'h'; }
bool is_rank(char c) { return c >= '1' && c <= '8'; }
uint8_t file_number(char c) { return static_cast<uint8_t>(c - 'a'); }
uint8_t rank_number(char c) { return static_cast<uint8_t>(c - '1'); }
char letter_of(PieceType kind) { return kKindLetters[index(kind)]; }

std::string_view mark_text(Mark mark) {
    switch (mark) {
        case Mark::None:
            break;
        case Mark::Check:
            return "+";
        case Mark::Mate:
            return "#";
    }
    return "";
}

bool is_last_rank(Square s) { return rank_of(s) == 0 || rank_of(s) == 7; }

bool drop_en_passant(std::string_view& text) {
    for (const std::string_view mark : {" e.p.", " e.p", " ep", "e.p.", "e.p", "ep"}) {
        if (!text.ends_with(mark)) continue;
        text.remove_suffix(mark.size());
        return true;
    }
    return false;
}

Castling castling_of(std::string_view text) {
    if (text == "O-O" || text == "0-0") return Castling::KingSide;
    if (text == "O-O-O" || text == "0-0-0") return Castling::QueenSide;
    return Castling::No;
}

// The piece a pawn may become, by its letter in either case.
PieceType promotion_of(char letter) {
    switch (letter) {
        case 'Q':
        case 'q':
            return PieceType::Queen;
        case 'R':
        case 'r':
            return PieceType::Rook;
        case 'B':
        case 'b':
            return PieceType::Bishop;
        case 'N':
        case 'n':
            return PieceType::Knight;
        default:
            return PieceType::None;
    }
}

// One move's text, cut down from both ends.
class Reader {
public:
    explicit Reader(std::string_view whole) : whole_(whole), rest_(whole) {}

    Result<MovePattern> read() {
        take_marks();
        if (const Castling castling = castling_of(rest_); castling != Castling::No) {
            pattern_.castling = castling;
            return pattern_;
        }
        take_mover();
        if (!take_promotion() || !take_target()) return unreadable();
        take_sign_before_target();
        if (!take_origin()) return unreadable();
        const bool is_long_pawn_move = pattern_.piece == PieceType::Pawn && !pattern_.capture &&
                                       pattern_.from_file && pattern_.from_rank;
        return is_long_pawn_move ? as_uci() : as_san();
    }

private:
    tl::unexpected<Error> unreadable() const {
        return misread("expected a move such as Nf3, exd5, O-O, e8=Q or e2e4, found " +
                       in_quotes(whole_));
    }
    tl::unexpected<Error> wrong(std::string_view why) const {
        return misread("move " + in_quotes(whole_) + ": " + std::string(why));
    }

    void take_marks() {
        for (;;) {
            const char last = rest_.empty() ? '\0' : rest_.back();
            if (last == '#') {
                pattern_.mark = Mark::Mate;
            } else if (last == '+') {
                pattern_.mark = std::max(pattern_.mark, Mark::Check);
            } else if (last != '!' && last != '?') {
                if (drop_en_passant(rest_)) continue;
                return;
            }
            rest_.remove_suffix(1);
        }
    }

    void take_mover() {
        pattern_.piece = PieceType::Pawn;
        if (rest_.empty()) return;
        const size_t at = std::string_view("NBRQK").find(rest_.front());
        if (at == std::string_view::npos) return;
        pattern_.piece = static_cast<PieceType>(at + index(PieceType::Knight));
        rest_.remove_prefix(1);
    }

    // "=Q" or "Q" at the end. A letter must follow a '='.
    bool take_promotion() {
        if (rest_.empty() || is_rank(rest_.back())) return true;
        pattern_.promotion = promotion_of(rest_.back());
        if (pattern_.promotion == PieceType::None) return false;
        rest_.remove_suffix(1);
        if (rest_.ends_with('=')) rest_.remove_suffix(1);
        return true;
    }

    bool take_target() {
        if (rest_.size() < 2) return false;
        const char file = rest_[rest_.size() - 2];
        const char rank = rest_.back();
        if (!is_file(file) || !is_rank(rank)) return false;
        pattern_.to = make_square(file_number(file), rank_number(rank));
        rest_.remove_suffix(2);
        return true;
    }

    void take_sign_before_target() {
        if (rest_.ends_with('x')) {
            pattern_.capture = true;
            rest_.remove_suffix(1);
        } else if (rest_.size() >= 2 && rest_.ends_with('-')) {
            rest_.remove_suffix(1);
        }
    }

    // What is left: nothing, a file, a rank, or both.
    bool take_origin() {
        if (!rest_.empty() && is_file(rest_.front())) {
            pattern_.from_file = file_number(rest_.front());
            rest_.remove_prefix(1);
        }
        if (!rest_.empty() && is_rank(rest_.front())) {
            pattern_.from_rank = rank_number(rest_.front());
            rest_.remove_prefix(1);
        }
        return rest_.empty();
    }

    Result<MovePattern> as_uci() {
        const Square from = make_square(*pattern_.from_file, *pattern_.from_rank);
        if (from == pattern_.to) return wrong("origin and target are the same square");
        if (pattern_.promotion != PieceType::None && !is_last_rank(pattern_.to)) {
            return wrong("a pawn promotes only on the first or the eighth rank");
        }
        pattern_.style = Style::Uci;
        pattern_.piece = PieceType::None;
        return pattern_;
    }

    Result<MovePattern> as_san() {
        const bool is_pawn = pattern_.piece == PieceType::Pawn;
        const bool promotes = pattern_.promotion != PieceType::None;
        if (promotes && !is_pawn) return wrong("only a pawn promotes");
        if (!is_pawn) return pattern_;
        if (promotes && !is_last_rank(pattern_.to)) {
            return wrong("a pawn promotes only on the first or the eighth rank");
        }
        if (!pattern_.capture && (pattern_.from_file || pattern_.from_rank)) {
            return wrong("write exd5 for a capture, d5 for a push or e4d5 by its squares");
        }
        return pattern_;
    }

    std::string_view whole_;
    std::string_view rest_;
    MovePattern pattern_;
};

// Scoutfish compares the mover's kind, the target and a piece's disambiguation.
MovePattern loosened(MovePattern pattern) {
    if (pattern.style == Style::Uci) pattern.piece = PieceType::Pawn;
    pattern.style = Style::Loose;
    pattern.capture = false;
    pattern.promotion = PieceType::None;
    pattern.mark = Mark::None;
    if (pattern.piece == PieceType::Pawn) {
        pattern.from_file.reset();
        pattern.from_rank.reset();
    }
    return pattern;
}

}  // namespace

Result<MovePattern> parse_move_pattern(std::string_view text, bool loose) {
    const MovePattern pattern = EDGE_TRY(Reader(text).read());
    return loose ? loosened(pattern) : pattern;
}

std::string to_text(const MovePattern& pattern) {
    const std::string_view mark = mark_text(pattern.mark);
    if (pattern.castling == Castling::KingSide) return "O-O" + std::string(mark);
    if (pattern.castling == Castling::QueenSide) return "O-O-O" + std::string(mark);
    const bool is_uci = pattern.style == Style::Uci;
    std::string out;
    if (!is_uci && pattern.piece != PieceType::Pawn) out += letter_of(pattern.piece);
    if (pattern.from_file) out += static_cast<char>('a' + *pattern.from_file);
    if (pattern.from_rank) out += static_cast<char>('1' + *pattern.from_rank);
    if (pattern.capture) out += 'x';
    out += static_cast<char>('a' + file_of(pattern.to));
    out += static_cast<char>('1' + rank_of(pattern.to));
    if (pattern.promotion != PieceType::None) {
        const char letter = letter_of(pattern.promotion);
        if (is_uci) {
            out += static_cast<char>(letter - 'A' + 'a');
        } else {
            out += '=';
            out += letter;
        }
    }
    out += mark;
    return out;
}

}  // namespace edge::query
