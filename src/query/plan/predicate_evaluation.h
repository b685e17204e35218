// Atoms made ready for scanning: colours resolved, counts turned into masks and sums, patterns into
// tables. For each it is known which events can change its answer; a scan tests it again only then.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "chess/position.h"
#include "corpus/shard.h"
#include "edge/result.h"
#include "query/expr.h"
#include "query/plan/position_set.h"
#include "query/scan/pawns.h"
#include "query/scan/scan_board.h"

namespace edge::query {

// By PieceType.
inline constexpr std::array<int, 7> kPieceValues = {0, 1, 3, 3, 5, 9, 0};

// The sum of factors times counts lies within bounds or, negated, outside.
struct LinearTest {
    struct Term {
        uint8_t piece = 0;
        int64_t factor = 0;
        friend bool operator==(const Term&, const Term&) = default;
    };
    std::array<Term, 12> terms{};  // in place: a scan reads them all the time
    size_t size = 0;
    int64_t low = 0;
    int64_t high = 0;
    bool negated = false;

    bool holds(PackedCounts counts) const {
        int64_t sum = 0;
        for (size_t i = 0; i < size; ++i) sum += terms[i].factor * count_of(counts, terms[i].piece);
        return (low <= sum && sum <= high) != negated;
    }
    friend bool operator==(const LinearTest&, const LinearTest&) = default;
};

// All count atoms of one list together. Counts with a fixed value take a single comparison, which
// fails for most positions before any sum is computed.
struct CountCode {
    PackedCounts mask = 0;
    PackedCounts value = 0;
    bool impossible = false;
    std::vector<LinearTest> tests;

    bool holds(PackedCounts counts) const;
    friend bool operator==(const CountCode&, const CountCode&) = default;
};
struct MaterialCode {
    PackedCounts counts = 0;   // kings included
    PackedCounts flipped = 0;  // the same when the colours are fixed
    friend bool operator==(const MaterialCode&, const MaterialCode&) = default;
};
struct PlainCode {
    PlainPredicate predicate{};
    Color color{};               // White where the predicate is not about a side
    bool whoever_moves = false;  // about the side to move, whatever its colour
    friend bool operator==(const PlainCode&, const PlainCode&) = default;
};
struct FileCode {
    FilePredicate predicate{};
    Color color{};
    Bitboard files = 0;  // those that count
    friend bool operator==(const FileCode&, const FileCode&) = default;
};
// One of two patterns of the board fits; they may be the same.
struct PatternCode {
    PackedMisses first = 0;
    PackedMisses second = 0;
    bool fits(PackedMisses misses) const { return (misses & first) == 0 || (misses & second) == 0; }
    friend bool operator==(const PatternCode&, const PatternCode&) = default;
};
// A pattern that may be shifted: `anchors` are the squares where its lower left corner may be, and
// the squares of the pattern are given relative to that corner.
struct ShiftCode {
    struct PlacedPiece {
        uint8_t piece = 0;
        uint8_t offset = 0;
        friend bool operator==(const PlacedPiece&, const PlacedPiece&) = default;
    };
    struct Choice {
        uint16_t allowed = 0;  // as in SubFen
        uint8_t offset = 0;
        friend bool operator==(const Choice&, const Choice&) = default;
    };
    struct Shape {
        Bitboard anchors = 0;
        std::vector<PlacedPiece> pieces;
        std::vector<Choice> choices;  // several pieces, or pieces or an empty square
        friend bool operator==(const Shape&, const Shape&) = default;
    };
    std::vector<Shape> shapes;
    friend bool operator==(const ShiftCode&, const ShiftCode&) = default;
};
struct PositionCode {
    PositionTest test;
    uint64_t placement_hash = 0;
    friend bool operator==(const PositionCode& a, const PositionCode& b) {
        return a.test == b.test;
    }
};

// One of the positions that have the name.
struct OpeningCode {
    std::string text;
    std::shared_ptr<const PositionSet> positions;
    friend bool operator==(const OpeningCode& a, const OpeningCode& b) { return a.text == b.text; }
};

struct MoveCode {
    MoveTest test;
    Bitboard targets = 0;  // squares that one of its moves goes to; castling's are the king's
    friend bool operator==(const MoveCode& a, const MoveCode& b) { return a.test == b.test; }
};

struct TurnCode {
    Color color{};
    friend bool operator==(const TurnCode&, const TurnCode&) = default;
};

struct AtomCode {
    std::variant<PlainCode, CountCode, MaterialCode, FileCode, TurnCode, PatternCode, ShiftCode,
                 PositionCode, OpeningCode, MoveCode, Moved, Captured, Promoted>
        test;
    friend bool operator==(const AtomCode&, const AtomCode&) = default;
};

uint8_t events_of(const AtomCode& atom);  // what may change its answer
uint8_t keeps_of(const AtomCode& atom);   // what the board must keep for it
uint8_t cost_of(const AtomCode& atom);    // about how many nanoseconds an answer takes

// The pieces, as bits 1 << Piece, whose squares a quiet atom depends on besides the counts. Nothing
// when the atom is not quiet, that is, depends on anything else.
std::optional<uint16_t> pieces_of_quiet_atom(const AtomCode& atom);

// Chains of absolute colours: without us and them.
CountCode compile_counts(std::span<const CountChain> chains);
MaterialCode compile_material(const MaterialTest& test);
// NotFound without names, InvalidArgument when no name fits.
Result<OpeningCode> compile_opening(const OpeningTest& test);
MoveCode compile_moves(const MoveTest& test);
// The different patterns that a sub-FEN stands for, at most four: itself and its mirror images.
std::vector<SubFen> images_of(const SubFen& pattern);
ShiftCode compile_shift(const SubFen& pattern);
ShiftCode compile_in_place(const SubFen& pattern);  // the same without shifting it
uint64_t placement_hash(const Position& position);

// A position of a stored game with all rules, for the few tests that need them. It plays forward
// only as far as needed, so going through the plies in order costs one replay.
class RuleBoard {
public:
    void reset(const corpus::GameView& game) {
        game_ = &game;
        ply_ = kNowhere;
    }
    // `ply` is at most the game's plies. After a move that cannot be played the position stays.
    const Position& at(uint32_t ply);

private:
    static constexpr uint32_t kNowhere = UINT32_MAX;  // the game has not been played yet
    const corpus::GameView* game_ = nullptr;
    uint32_t ply_ = kNowhere;
    Position position_ = Position::start();
};

// Where an atom is tested: the position at `ply` of a game.
struct Moment {
    const Board& board;
    const corpus::GameView& game;
    RuleBoard& rules;
    uint32_t ply;

    bool is_last() const { return ply == game.plies(); }
};

// Tests the rarer atoms, and the others once the first look did not rule them out.
bool holds_on_closer_look(const AtomCode& atom, const Moment& moment);

inline bool holds(const FileCode& code, const Board& board) {
    const Bitboard pawns = board.set(code.color, PieceType::Pawn);
    const Bitboard enemy = board.set(!code.color, PieceType::Pawn);
    Bitboard found = 0;
    switch (code.predicate) {
        case FilePredicate::DoubledPawn:
            found = doubled_pawns(pawns);
            break;
        case FilePredicate::IsolatedPawn:
            found = isolated_pawns(pawns);
            break;
        case FilePredicate::PassedPawn:
            found = passed_pawns(pawns, enemy, code.color);
            break;
        case FilePredicate::RookOnOpenFile:
            found = board.set(code.color, PieceType::Rook) & open_files(pawns | enemy);
            break;
    }
    return (found & code.files) != 0;
}

// Whether a shape whose pieces fit has choices that fit too.
bool choices_hold(const ShiftCode::Shape& shape, Bitboard anchors, const Board& board);

// Inline: with a call, a scan for a shifted pattern took a third longer.
inline bool holds(const ShiftCode& code, const Board& board) {
    for (const ShiftCode::Shape& shape : code.shapes) {
        Bitboard anchors = shape.anchors;
        // To the end, even when no anchor is left: an early exit would be mispredicted.
        for (const auto& [piece, offset] : shape.pieces) anchors &= board.set(piece) >> offset;
        if (anchors != 0 && choices_hold(shape, anchors, board)) return true;
    }
    return false;
}

// Inline for the common case: called at every ply, mostly to answer no.
inline bool holds(const AtomCode& atom, const Moment& at) {
    if (const auto* count = std::get_if<CountCode>(&atom.test)) {
        return count->holds(at.board.counts());
    }
    if (const auto* file = std::get_if<FileCode>(&atom.test)) return holds(*file, at.board);
    if (const auto* pattern = std::get_if<PatternCode>(&atom.test)) {
        return pattern->fits(at.board.misses());
    }
    if (const auto* position = std::get_if<PositionCode>(&atom.test)) {
        if (at.board.placement_hash() != position->placement_hash) return false;
    } else if (const auto* opening = std::get_if<OpeningCode>(&atom.test)) {
        if (!opening->positions->may_hold(at.board.placement_hash())) return false;
    } else if (const auto* moves = std::get_if<MoveCode>(&atom.test)) {
        if (at.is_last() || (moves->targets & bit(at.game.move(at.ply).to())) == 0) return false;
    } else if (const auto* mover = std::get_if<TurnCode>(&atom.test)) {
        return (at.ply & 1) == index(mover->color);
    }
    return holds_on_closer_look(atom, at);
}

}  // namespace edge::query
