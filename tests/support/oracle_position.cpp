// Atoms from their definitions: squares are examined one by one, and nothing is remembered from one
// position to the next.
#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/openings.h"
#include "chess/uci.h"
#include "core/fold.h"
#include "support/query_oracle.h"

namespace edge::query::oracle {
namespace {

constexpr std::array kColors = {Color::White, Color::Black};
constexpr std::array kKinds = {PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                               PieceType::Rook, PieceType::Queen,  PieceType::King};

// ---- looking at the board

std::vector<Square> squares_of(const Position& position, Color side, PieceType kind) {
    std::vector<Square> squares;
    for (unsigned s = 0; s < 64; ++s) {
        if (position.piece_on(square_at(s)) == make_piece(side, kind)) {
            squares.push_back(square_at(s));
        }
    }
    return squares;
}

int count_of(const Position& position, Color side, PieceType kind) {
    return static_cast<int>(squares_of(position, side, kind).size());
}

bool has_pawn_on_file(const Position& position, Color side, int file) {
    return std::ranges::any_of(squares_of(position, side, PieceType::Pawn),
                               [file](Square s) { return static_cast<int>(file_of(s)) == file; });
}

// ---- counts

int worth_of(PieceType kind) {
    constexpr std::array<int, 7> kWorth = {0, 1, 3, 3, 5, 9, 0};
    return kWorth[index(kind)];
}

int piece_count_of(const Position& position, Color side) {
    int count = 0;
    for (const PieceType kind : kKinds) count += count_of(position, side, kind);
    return count;
}

int material_of(const Position& position, Color side) {
    int material = 0;
    for (const PieceType kind : kKinds) material += count_of(position, side, kind) * worth_of(kind);
    return material;
}

// What us.P or them.P counts for that side, in absolute colours.
Counted in_colors(Counted counted, Color us) {
    if (counted < Counted::OurPawn || counted == Counted::Const) return counted;
    const bool is_ours = counted < Counted::TheirPawn;
    const auto kind = static_cast<unsigned>(counted) -
                      static_cast<unsigned>(is_ours ? Counted::OurPawn : Counted::TheirPawn);
    const Color color = is_ours ? us : !us;
    return static_cast<Counted>(kind + (color == Color::White ? 0U : 8U));
}

int value_of(Counted counted, const Position& position) {
    const Color side = counted < Counted::BlackPawn ? Color::White : Color::Black;
    switch (counted) {
        case Counted::WhitePawn:
        case Counted::BlackPawn:
            return count_of(position, side, PieceType::Pawn);
        case Counted::WhiteKnight:
        case Counted::BlackKnight:
            return count_of(position, side, PieceType::Knight);
        case Counted::WhiteBishop:
        case Counted::BlackBishop:
            return count_of(position, side, PieceType::Bishop);
        case Counted::WhiteRook:
        case Counted::BlackRook:
            return count_of(position, side, PieceType::Rook);
        case Counted::WhiteQueen:
        case Counted::BlackQueen:
            return count_of(position, side, PieceType::Queen);
        case Counted::WhiteKing:
        case Counted::BlackKing:
            return count_of(position, side, PieceType::King);
        case Counted::WhitePieces:
        case Counted::BlackPieces:
            return piece_count_of(position, side);
        case Counted::WhiteMaterial:
        case Counted::BlackMaterial:
            return material_of(position, side);
        case Counted::Const:
            return 1;
        default:
            break;
    }
    return 0;
}

int64_t value_of(const CountSum& sum, Color us, const Position& position) {
    int64_t value = 0;
    for (const CountTerm& term : sum) {
        value += int64_t{term.factor} * value_of(in_colors(term.counted, us), position);
    }
    return value;
}

bool compare(int64_t left, Relation relation, int64_t right) {
    switch (relation) {
        case Relation::Equal:
            return left == right;
        case Relation::NotEqual:
            return left != right;
        case Relation::Less:
            return left < right;
        case Relation::LessEqual:
            return left <= right;
        case Relation::Greater:
            return left > right;
        case Relation::GreaterEqual:
            return left >= right;
    }
    return false;
}

bool chain_holds(const CountChain& chain, Color us, const Position& position) {
    for (size_t i = 0; i < chain.relations.size(); ++i) {
        if (!compare(value_of(chain.sums[i], us, position), chain.relations[i],
                     value_of(chain.sums[i + 1], us, position))) {
            return false;
        }
    }
    return true;
}

// ---- the side's pieces

bool has_bishop_pair(const Position& position, Color side) {
    bool light = false;
    bool dark = false;
    for (const Square s : squares_of(position, side, PieceType::Bishop)) {
        ((file_of(s) + rank_of(s)) % 2 == 0 ? dark : light) = true;
    }
    return light && dark;
}

bool has_one_bishop_each_on_different_colors(const Position& position) {
    const std::vector<Square> white = squares_of(position, Color::White, PieceType::Bishop);
    const std::vector<Square> black = squares_of(position, Color::Black, PieceType::Bishop);
    const auto color_of_square = [](Square s) { return (file_of(s) + rank_of(s)) % 2; };
    return white.size() == 1 && black.size() == 1 &&
           color_of_square(white.front()) != color_of_square(black.front());
}

bool has_isolated_queen_pawn(const Position& position, Color side) {
    const auto on_d_file = [](Square s) { return file_of(s) == 3; };
    return std::ranges::count_if(squares_of(position, side, PieceType::Pawn), on_d_file) == 1 &&
           !has_pawn_on_file(position, side, 2) && !has_pawn_on_file(position, side, 4) &&
           !has_pawn_on_file(position, !side, 3);
}

// What `side` has more than the other at a ply, the last position standing for all after it.
int lead_of(const OracleGame& game, Color side, uint32_t ply) {
    const Position& position =
        ply < game.positions.size() ? game.positions[ply] : game.positions.back();
    return material_of(position, side) - material_of(position, !side);
}

bool is_sacrifice(const OracleGame& game, uint32_t ply) {
    if (ply + 2 > game.moves.size()) return false;  // no move follows the one played here
    const Color mover = game.positions[ply].side_to_move();
    const int lead = lead_of(game, mover, ply);
    return lead_of(game, mover, ply + 2) < lead && lead_of(game, mover, ply + 3) < lead;
}

bool is_capture(const OracleGame& game, uint32_t ply) {
    const Color other = !game.positions[ply].side_to_move();
    return piece_count_of(game.positions[ply + 1], other) <
           piece_count_of(game.positions[ply], other);
}

bool has_castled(const OracleGame& game, Color side, uint32_t ply) {
    for (uint32_t before = 0; before < ply; ++before) {
        if (game.moves[before].is_castling() && game.positions[before].side_to_move() == side) {
            return true;
        }
    }
    return false;
}

bool plain_predicate_holds(PlainPredicate predicate, Asked asked, const OracleGame& game,
                           uint32_t ply) {
    const Position& position = game.positions[ply];
    const Color side = asked.side;
    const bool to_move = asked.whoever_moves || position.side_to_move() == side;
    switch (predicate) {
        case PlainPredicate::Pass:
            return true;
        case PlainPredicate::QueensOff:
            return count_of(position, side, PieceType::Queen) == 0;
        case PlainPredicate::BishopPair:
            return has_bishop_pair(position, side);
        case PlainPredicate::OppositeBishops:
            return has_one_bishop_each_on_different_colors(position);
        case PlainPredicate::Iqp:
            return has_isolated_queen_pawn(position, side);
        case PlainPredicate::RookOnSeventh:
            return std::ranges::any_of(
                squares_of(position, side, PieceType::Rook),
                [side](Square s) { return rank_of(s) == (side == Color::White ? 6U : 1U); });
        case PlainPredicate::KingCastled:
            return has_castled(game, side, ply);
        case PlainPredicate::InCheck:
            return to_move && position.in_check();
        case PlainPredicate::Checkmate:
            return to_move && position.in_check() && legal_moves(position).empty();
        case PlainPredicate::Stalemate:
            return to_move && !position.in_check() && legal_moves(position).empty();
        case PlainPredicate::GivesCheck:
            return ply < game.moves.size() && game.positions[ply + 1].in_check();
        case PlainPredicate::Quiet:
            return !position.in_check() &&
                   (ply == game.moves.size() ||
                    (!is_capture(game, ply) && game.moves[ply].promotion() == PieceType::None));
        case PlainPredicate::Sacrifice:
            return to_move && is_sacrifice(game, ply);
    }
    return false;
}

bool is_passed(const Position& position, Color side, Square pawn) {
    return std::ranges::none_of(squares_of(position, !side, PieceType::Pawn), [&](Square enemy) {
        const int files = static_cast<int>(file_of(enemy)) - static_cast<int>(file_of(pawn));
        const bool is_ahead =
            side == Color::White ? rank_of(enemy) > rank_of(pawn) : rank_of(enemy) < rank_of(pawn);
        return is_ahead && files >= -1 && files <= 1;
    });
}

bool file_test_holds(FilePredicate predicate, Color side, int file, const Position& position) {
    const auto on_file = [file](Square s) { return static_cast<int>(file_of(s)) == file; };
    const std::vector<Square> pawns = squares_of(position, side, PieceType::Pawn);
    const std::vector<Square> rooks = squares_of(position, side, PieceType::Rook);
    switch (predicate) {
        case FilePredicate::DoubledPawn:
            return std::ranges::count_if(pawns, on_file) >= 2;
        case FilePredicate::IsolatedPawn:
            return std::ranges::any_of(pawns, on_file) &&
                   !has_pawn_on_file(position, side, file - 1) &&
                   !has_pawn_on_file(position, side, file + 1);
        case FilePredicate::PassedPawn:
            return std::ranges::any_of(pawns, [&](Square pawn) {
                return on_file(pawn) && is_passed(position, side, pawn);
            });
        case FilePredicate::RookOnOpenFile:
            return std::ranges::any_of(rooks, on_file) &&
                   !has_pawn_on_file(position, Color::White, file) &&
                   !has_pawn_on_file(position, Color::Black, file);
    }
    return false;
}

bool file_test_holds(const FileTest& test, Color side, const Position& position) {
    if (test.file) return file_test_holds(test.predicate, side, *test.file, position);
    for (int file = 0; file < 8; ++file) {
        if (file_test_holds(test.predicate, side, file, position)) return true;
    }
    return false;
}

// ---- the whole board

bool has_material(const MaterialTest& test, Color first, const Position& position) {
    for (const PieceType kind : kKinds) {
        if (kind == PieceType::King) continue;
        if (count_of(position, first, kind) != test.pieces[0][index(kind)]) return false;
        if (count_of(position, !first, kind) != test.pieces[1][index(kind)]) return false;
    }
    return true;
}

struct Constraint {
    int file, rank;
    uint16_t allowed;
};

std::vector<Constraint> constraints_of(const SubFen& pattern) {
    std::vector<Constraint> constraints;
    for (unsigned s = 0; s < 64; ++s) {
        if (pattern.allowed[s] == SubFen::kAnything) continue;
        constraints.push_back(
            {static_cast<int>(s % 8), static_cast<int>(s / 8), pattern.allowed[s]});
    }
    return constraints;
}

std::vector<Constraint> color_flipped(std::vector<Constraint> constraints) {
    for (Constraint& constraint : constraints) {
        uint16_t flipped = constraint.allowed & 1U;  // empty stays empty
        for (const Color side : kColors) {
            for (const PieceType kind : kKinds) {
                if ((constraint.allowed >> index(make_piece(side, kind)) & 1U) != 0) {
                    flipped |= static_cast<uint16_t>(1U << index(make_piece(!side, kind)));
                }
            }
        }
        constraint = {constraint.file, 7 - constraint.rank, flipped};
    }
    return constraints;
}

bool fits_at(const std::vector<Constraint>& constraints, int files, int ranks,
             const Position& position) {
    return std::ranges::all_of(constraints, [&](const Constraint& c) {
        const int file = c.file + files;
        const int rank = c.rank + ranks;
        if (file < 0 || file > 7 || rank < 0 || rank > 7) return false;
        const Piece piece = position.piece_on(
            make_square(static_cast<unsigned>(file), static_cast<unsigned>(rank)));
        return (c.allowed >> index(piece) & 1U) != 0;
    });
}

bool fits(const std::vector<Constraint>& constraints, bool shift, const Position& position) {
    if (!shift) return fits_at(constraints, 0, 0, position);
    for (int files = -7; files <= 7; ++files) {
        for (int ranks = -7; ranks <= 7; ++ranks) {
            if (fits_at(constraints, files, ranks, position)) return true;
        }
    }
    return false;
}

std::vector<Constraint> files_flipped(std::vector<Constraint> constraints) {
    for (Constraint& constraint : constraints) constraint.file = 7 - constraint.file;
    return constraints;
}

bool subfen_holds(const SubFen& pattern, const Position& position) {
    const std::vector<Constraint> constraints = constraints_of(pattern);
    const auto fits_here = [&](const std::vector<Constraint>& image) {
        return fits(image, pattern.shift, position);
    };
    return fits_here(constraints) || (pattern.mirror && fits_here(color_flipped(constraints))) ||
           (pattern.mirror_files && fits_here(files_flipped(constraints))) ||
           (pattern.mirror && pattern.mirror_files &&
            fits_here(files_flipped(color_flipped(constraints))));
}

// ---- the move played

// SAN split into its parts: "Nbxd2", "exd8=Q". Castling is not split.
struct SanParts {
    PieceType piece = PieceType::Pawn;
    bool capture = false;
    Square to = Square::None;
    PieceType promotion = PieceType::None;
};

PieceType kind_of_letter(char letter) {
    constexpr std::string_view kLetters = "?PNBRQK";
    return static_cast<PieceType>(kLetters.find(letter));
}

SanParts parts_of(std::string san) {
    SanParts parts;
    while (san.back() == '+' || san.back() == '#') san.pop_back();
    if (const size_t equals = san.find('='); equals != std::string::npos) {
        parts.promotion = kind_of_letter(san[equals + 1]);
        san.resize(equals);
    }
    const std::string to = san.substr(san.size() - 2);
    parts.to = make_square(static_cast<unsigned>(to[0] - 'a'), static_cast<unsigned>(to[1] - '1'));
    san.resize(san.size() - 2);
    for (const char letter : san) {
        if (letter == 'x') parts.capture = true;
        if (letter >= 'A' && letter <= 'Z') parts.piece = kind_of_letter(letter);
    }
    return parts;
}

bool from_fits(const MovePattern& pattern, Square from) {
    return (!pattern.from_file || *pattern.from_file == file_of(from)) &&
           (!pattern.from_rank || *pattern.from_rank == rank_of(from));
}

std::string uci_of(const MovePattern& pattern) {
    std::string text;
    text += static_cast<char>('a' + pattern.from_file.value());
    text += static_cast<char>('1' + pattern.from_rank.value());
    text += static_cast<char>('a' + file_of(pattern.to));
    text += static_cast<char>('1' + rank_of(pattern.to));
    if (pattern.promotion != PieceType::None) text += " pnbrqk"[index(pattern.promotion)];
    return text;
}

// Castling is found by either of its notations, and a promotion without its piece.
bool has_uci(const MovePattern& pattern, Move move, const Position& position) {
    const std::string wanted = uci_of(pattern);
    return std::ranges::any_of(
        std::array{CastlingRule::Standard, CastlingRule::Chess960}, [&](CastlingRule rule) {
            const std::string played = to_uci(move, position, rule);
            return wanted == (pattern.promotion == PieceType::None ? played.substr(0, 4) : played);
        });
}

bool has_san(const MovePattern& pattern, Move move, const std::string& san) {
    if (pattern.castling == MovePattern::Castling::KingSide) return san == "O-O";
    if (pattern.castling == MovePattern::Castling::QueenSide) return san == "O-O-O";
    if (san.front() == 'O') return false;
    const SanParts parts = parts_of(san);
    if (parts.piece != pattern.piece || parts.to != pattern.to) return false;
    if (pattern.style == MovePattern::Style::Loose) {
        return parts.piece == PieceType::Pawn || from_fits(pattern, move.from());
    }
    const bool any_promotion = pattern.promotion == PieceType::None;
    return parts.capture == pattern.capture && from_fits(pattern, move.from()) &&
           (any_promotion || parts.promotion == pattern.promotion);
}

bool has_mark(MovePattern::Mark mark, const Position& after) {
    if (mark == MovePattern::Mark::None) return true;
    if (!after.in_check()) return false;
    return mark == MovePattern::Mark::Check || legal_moves(after).empty();
}

bool is_move(const MovePattern& pattern, const OracleGame& game, uint32_t ply) {
    const bool is_uci = pattern.style == MovePattern::Style::Uci;
    return has_mark(pattern.mark, game.positions[ply + 1]) &&
           (is_uci ? has_uci(pattern, game.moves[ply], game.positions[ply])
                   : has_san(pattern, game.moves[ply], game.sans[ply]));
}

PieceType captured_kind(const OracleGame& game, uint32_t ply) {
    if (game.moves[ply].is_en_passant()) return PieceType::Pawn;
    return type_of(game.positions[ply].piece_on(game.moves[ply].to()));
}

bool contains(KindSet kinds, PieceType kind) { return (kinds >> index(kind) & 1U) != 0; }

// ---- openings

// Without the clocks, and with an en-passant square only where the capture is legal.
std::string fen_of_position(const Position& position) {
    const std::string fen = to_fen(position);
    size_t fields = 0;
    const auto end = std::ranges::find_if(fen, [&](char c) { return c == ' ' && ++fields == 4; });
    return {fen.begin(), end};
}

// " kings pawn game "
std::string spaced_words(std::string_view text) {
    std::string words = " ";
    for (const char c : folded(text)) {
        if (static_cast<signed char>(c) < 0 || c == '\'') continue;  // the other apostrophe
        words += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : ' ';
    }
    return words + ' ';
}

// The texts of gen_atoms.cpp: codes as A40,B00 or C20..C99 or one letter, else words.
bool is_called(const Opening& opening, std::string_view text) {
    if (text.size() == 1) return opening.eco.starts_with(text);
    if (text.size() == 3) return opening.eco == text;
    const std::string_view first = text.substr(0, 3), last = text.substr(text.size() - 3);
    if (text.substr(3, 2) == "..") return first <= opening.eco && opening.eco <= last;
    if (text[3] == ',') return first == opening.eco || last == opening.eco;
    std::istringstream words{spaced_words(text)};
    const std::string name = spaced_words(opening.name);
    for (std::string word; words >> word;) {
        if (name.find(" " + word + " ") == std::string::npos) return false;
    }
    return true;
}

// ---- every atom

class AtomJudge {
public:
    AtomJudge(const OracleGame& game, Asked asked, uint32_t ply)
        : game_(game), position_(game.positions[ply]), asked_(asked), ply_(ply) {}

    bool operator()(const CountChain& chain) const {
        return chain_holds(chain, asked_.side, position_);
    }
    bool operator()(PlainPredicate predicate) const {
        return plain_predicate_holds(predicate, asked_, game_, ply_);
    }
    bool operator()(const FileTest& test) const {
        return file_test_holds(test, asked_.side, position_);
    }
    bool operator()(const ToMove& test) const {
        const Color mover = position_.side_to_move();
        switch (test.turn) {
            case Turn::White:
                return mover == Color::White;
            case Turn::Black:
                return mover == Color::Black;
            case Turn::Us:
                return mover == asked_.side;
            case Turn::Them:
                return mover != asked_.side;
        }
        return false;
    }
    bool operator()(const MaterialTest& test) const {
        return has_material(test, Color::White, position_) ||
               (test.any_colors && has_material(test, Color::Black, position_));
    }
    bool operator()(const SubFen& pattern) const { return subfen_holds(pattern, position_); }
    bool operator()(const PositionTest& test) const {
        return position_.same_position(test.position);
    }
    bool operator()(const OpeningTest& test) const {
        return std::ranges::any_of(test.names->all(), [&](const NamedPosition& named) {
            return fen_of_position(named.position) == fen_of_position(position_) &&
                   is_called(named.opening, test.text);
        });
    }
    bool operator()(const MoveTest& test) const {
        return is_moved() && std::ranges::any_of(test.moves, [this](const MovePattern& pattern) {
                   return is_move(pattern, game_, ply_);
               });
    }
    bool operator()(const Moved& test) const {
        return is_moved() &&
               contains(test.kinds, type_of(position_.piece_on(game_.moves[ply_].from())));
    }
    bool operator()(const Captured& test) const {
        if (!is_moved()) return false;
        const PieceType kind = captured_kind(game_, ply_);
        return test.kinds == 0 ? kind == PieceType::None : contains(test.kinds, kind);
    }
    bool operator()(const Promoted& test) const {
        return is_moved() && contains(test.kinds, game_.moves[ply_].promotion());
    }
    bool operator()(const AnyOf& any) const {
        const bool found = std::ranges::any_of(
            any.lists, [this](const AtomList& list) { return holds(list, asked_, game_, ply_); });
        return found != any.negated;
    }

private:
    bool is_moved() const { return ply_ < game_.moves.size(); }

    const OracleGame& game_;
    const Position& position_;
    Asked asked_;
    uint32_t ply_;
};

}  // namespace

bool holds(const AtomList& atoms, Asked asked, const OracleGame& game, uint32_t ply) {
    return std::ranges::all_of(atoms, [&](const Atom& atom) {
        return std::visit(AtomJudge(game, asked, ply), atom.test);
    });
}

}  // namespace edge::query::oracle
