// A query as data: a boolean expression over games. Every front end (text, JSON, flags, scoutfish)
// makes one of these and every engine reads one; nothing else carries a query's meaning.
// docs/query_language.md says what each part means to a user.
//
//   Expr ─┬─ All                every game
//         ├─ HeaderTest         what the game's header or a tag says
//         ├─ BitmapRef          a set of games, stored or in memory
//         ├─ Windowed           one Condition, seen through a window of plies
//         ├─ Sequence           Conditions one after the other
//         └─ Not And Xor Or Sub over Exprs
//
// The trace of a game of n plies is its n + 1 positions, ply 0 (the starting position) to ply n.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "chess/position.h"
#include "chess/types.h"
#include "corpus/format.h"
#include "query/predicates.h"

namespace edge {
class Bitmap;
class Openings;
}  // namespace edge

namespace edge::query {

enum class Relation : uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

// ---- atoms: statements about one position, or about the move played from it

// What a count counts: one kind of piece of one colour; all pieces of a colour (MEN or men) or
// their value (MAT or mat: P1 N3 B3 R5 Q9); the same of the condition's side (us) and of the other
// (them); or the number 1, so that a term can be a number. The four groups of eight are in one
// order: compile() turns one into another.
enum class Counted : uint8_t {
    WhitePawn,
    WhiteKnight,
    WhiteBishop,
    WhiteRook,
    WhiteQueen,
    WhiteKing,
    WhitePieces,
    WhiteMaterial,
    BlackPawn,
    BlackKnight,
    BlackBishop,
    BlackRook,
    BlackQueen,
    BlackKing,
    BlackPieces,
    BlackMaterial,
    OurPawn,
    OurKnight,
    OurBishop,
    OurRook,
    OurQueen,
    OurKing,
    OurPieces,
    OurMaterial,
    TheirPawn,
    TheirKnight,
    TheirBishop,
    TheirRook,
    TheirQueen,
    TheirKing,
    TheirPieces,
    TheirMaterial,
    Const,
};

struct CountTerm {
    int32_t factor = 1;  // not negative
    Counted counted = Counted::Const;
    friend bool operator==(const CountTerm&, const CountTerm&) = default;
};
using CountSum = std::vector<CountTerm>;  // not empty

// sum relation sum {relation sum}, each relation between its two neighbours: Q=q=0.
struct CountChain {
    std::vector<CountSum> sums;       // one more than relations
    std::vector<Relation> relations;  // at least one
    friend bool operator==(const CountChain&, const CountChain&) = default;
};

// On one file, or on any.
struct FileTest {
    FilePredicate predicate = FilePredicate::PassedPawn;
    std::optional<uint8_t> file;  // 0 = a
    friend bool operator==(const FileTest&, const FileTest&) = default;
};

// Whose move it is: a colour's, or that of the condition's side (us) or of the other (them).
enum class Turn : uint8_t { White, Black, Us, Them };
struct ToMove {
    Turn turn = Turn::White;
    friend bool operator==(const ToMove&, const ToMove&) = default;
};

// Exact material of both sides, as numbers of pieces without the kings: pieces[side][type]. With
// `any_colors` either side may be White.
struct MaterialTest {
    std::array<std::array<uint8_t, 7>, 2> pieces{};
    bool any_colors = true;
    friend bool operator==(const MaterialTest&, const MaterialTest&) = default;
};

// For each square the pieces it may hold, as a set of bits 1 << Piece; kAnything is a free square.
struct SubFen {
    static constexpr uint16_t kAnything = 0xFFFF;
    std::array<uint16_t, 64> allowed{};
    bool mirror = false;        // also with colours exchanged and the board turned over
    bool mirror_files = false;  // also with left and right exchanged
    bool shift = false;  // also moved anywhere that keeps all constrained squares on the board
    friend bool operator==(const SubFen&, const SubFen&) = default;
};

// Board, side to move, castling rights and legal en passant; the clocks do not matter.
struct PositionTest {
    Position position;
    friend bool operator==(const PositionTest& a, const PositionTest& b) {
        return a.position.same_position(b.position);
    }
};

// A position that has such a name: one with all words of the text, or with an ECO code in its
// range.
struct OpeningTest {
    std::string text;
    // The names, which query/openings.h puts here; a query about openings does not run without.
    std::shared_ptr<const Openings> names = {};
    friend bool operator==(const OpeningTest& a, const OpeningTest& b) { return a.text == b.text; }
};

// A set of kinds of pieces, as bits 1 << PieceType.
using KindSet = uint8_t;

// A move to compare with the one played. What it says must hold, and what it leaves out is free.
//   San    kind of piece, target and whether it captures; what is given of origin and promotion.
//          Only the pattern of castling is castling, not Kg1.
//   Uci    from and to, and the promotion if given. Castling is also the king taking its rook.
//   Loose  how scoutfish reads SAN: kind of piece, target and the disambiguation of a piece; no
//          capture mark, no file of a pawn, no promotion, no check.
struct MovePattern {
    enum class Style : uint8_t { San, Uci, Loose };
    enum class Castling : uint8_t { No, KingSide, QueenSide };
    enum class Mark : uint8_t { None, Check /* or mate */, Mate };
    Style style = Style::San;
    Castling castling = Castling::No;   // San and Loose; unless No, the rest but the mark is unused
    PieceType piece = PieceType::None;  // San and Loose
    std::optional<uint8_t> from_file, from_rank;
    Square to = Square::None;
    bool capture = false;                   // San
    PieceType promotion = PieceType::None;  // San and Uci; None is any promotion, or none
    Mark mark = Mark::None;                 // San and Uci
    friend bool operator==(const MovePattern&, const MovePattern&) = default;
};

// The move played from the position is one of these. False at the last position, as are all below.
struct MoveTest {
    std::vector<MovePattern> moves;  // not empty
    friend bool operator==(const MoveTest&, const MoveTest&) = default;
};
struct Moved {
    KindSet kinds = 0;
    friend bool operator==(const Moved&, const Moved&) = default;
};
// The move takes one of these (en passant takes a pawn) or, without kinds, nothing.
struct Captured {
    KindSet kinds = 0;
    friend bool operator==(const Captured&, const Captured&) = default;
};
struct Promoted {
    KindSet kinds = 0;
    friend bool operator==(const Promoted&, const Promoted&) = default;
};

struct Atom;
using AtomList = std::vector<Atom>;  // all hold at the same position

// At least one of the lists holds here; with `negated`, none does.
struct AnyOf {
    std::vector<AtomList> lists;  // not empty, nor is any list
    bool negated = false;
    friend bool operator==(const AnyOf&, const AnyOf&) = default;
};

struct Atom {
    std::variant<PlainPredicate, FileTest, CountChain, ToMove, MaterialTest, SubFen, PositionTest,
                 OpeningTest, MoveTest, Moved, Captured, Promoted, AnyOf>
        test;
    friend bool operator==(const Atom&, const Atom&) = default;
};

// ---- conditions, windows, sequences

// Whose pieces the atoms are about. Either: the window holds in White's lane or in Black's. Both
// and Neither combine the sides at each ply, before transition and window. Mover is the side to
// move at each ply. Winner and Loser are one lane, which a game without a winner does not have.
// Default is Either, except that queens_off then means no queen of either colour, and in_check,
// checkmate, stalemate and sacrifice are about the side to move, whichever it is.
enum class Side : uint8_t { Default, White, Black, Either, Both, Neither, Winner, Loser, Mover };

// Became: true here and false one ply before (so never at ply 0). Ceased: the other way round.
enum class Transition : uint8_t { None, Became, Ceased };

struct Condition {
    Side side = Side::Default;
    Transition transition = Transition::None;
    AtomList atoms;  // not empty
    friend bool operator==(const Condition&, const Condition&) = default;
};

// Default is a Streak of default_streak_of() plies, or of 1 ply when there is a range or a
// transition; normalized() resolves it. Never is exactly the negation of Streak 1 (ever).
enum class Quantifier : uint8_t { Default, Streak, Always, Never };

// The plies a window sees, both ends included.
struct PlyRange {
    uint32_t from = 0;
    std::optional<uint32_t> until;
    friend bool operator==(const PlyRange&, const PlyRange&) = default;
};

struct Windowed {
    Condition condition;
    Quantifier quantifier = Quantifier::Default;
    uint32_t streak = 1;  // for Streak; at least 1
    std::optional<PlyRange> range;
    friend bool operator==(const Windowed&, const Windowed&) = default;
};

// Runs one after the other: the conditions of a run hold at consecutive plies, and each run begins
// at a later ply than the one before it ended. Nested seq() and run() always flatten to this.
struct Sequence {
    std::vector<std::vector<Condition>> runs;  // not empty, nor is any run
    friend bool operator==(const Sequence&, const Sequence&) = default;
};

// ---- header tests; an unknown value satisfies none of them unless it is asked for by name

// Sets of enumerators as bits.
struct ResultTest {
    uint8_t results = 0;  // 1 << GameResult
    friend bool operator==(const ResultTest&, const ResultTest&) = default;
};
struct EcoTest {
    std::vector<std::pair<uint16_t, uint16_t>> ranges;  // codes 0 to 499, both ends included
    bool negated = false;                               // a known code outside all ranges
    friend bool operator==(const EcoTest&, const EcoTest&) = default;
};
enum class NumberField : uint8_t {
    Year,
    Elo /* both players' */,
    WhiteElo,
    BlackElo,
    EloDiff /* White's minus Black's */,
    BaseSeconds,
    Increment,
    Plies,
};
struct NumberTest {
    NumberField field = NumberField::Year;
    Relation relation = Relation::Equal;
    int32_t value = 0;
    friend bool operator==(const NumberTest&, const NumberTest&) = default;
};
// Compared as far as the value is given: month and day 0 are "not given".
struct DateTest {
    Relation relation = Relation::Equal;
    corpus::Date value;
    friend bool operator==(const DateTest&, const DateTest&) = default;
};
// Coarse classes (base + 60 increments against 180, 600, 3600) and Lichess's (base + 40
// increments against 30, 180, 480, 1500, 21600). The values are those of PMOTE-GB files.
enum class TimeClass : uint8_t { Bullet, Blitz, Rapid, Classical, Correspondence, Unknown };
enum class Speed : uint8_t {
    UltraBullet,
    Bullet,
    Blitz,
    Rapid,
    Classical,
    Correspondence,
    Unknown,
};
struct TimeClassTest {
    uint8_t classes = 0;  // 1 << TimeClass
    friend bool operator==(const TimeClassTest&, const TimeClassTest&) = default;
};
struct SpeedTest {
    uint8_t speeds = 0;  // 1 << Speed
    friend bool operator==(const SpeedTest&, const SpeedTest&) = default;
};
struct TerminationTest {
    uint8_t terminations = 0;  // 1 << Termination
    friend bool operator==(const TerminationTest&, const TerminationTest&) = default;
};

// Exact: the same text. Contains: `text` is a part of it, without case and accents (core/fold.h).
enum class TextMatch : uint8_t { Exact, Contains };
enum class Player : uint8_t { White, Black, Any };
struct NameTest {
    Player player = Player::Any;
    TextMatch match = TextMatch::Exact;
    std::string text;
    // Of an exact name: not its other spellings in players.tsv. Not part of the text of a query.
    bool is_spelling = false;
    // Those spellings, which also count; with_aliases fills them in.
    std::vector<std::string> others = {};
    friend bool operator==(const NameTest&, const NameTest&) = default;
};
struct TagTest {
    std::string name;  // case is ignored
    TextMatch match = TextMatch::Exact;
    std::string text;
    friend bool operator==(const TagTest&, const TagTest&) = default;
};

using HeaderTest = std::variant<ResultTest, EcoTest, NumberTest, DateTest, TimeClassTest, SpeedTest,
                                TerminationTest, NameTest, TagTest>;

// ---- the whole

struct BitmapRef {
    std::string name;  // "@name", or the path of a .bm file
    // The games themselves, where the caller has them; then the name is only for display.
    std::shared_ptr<const Bitmap> games = {};
    friend bool operator==(const BitmapRef&, const BitmapRef&) = default;
};

struct All {
    friend bool operator==(const All&, const All&) = default;
};

enum class BoolOp : uint8_t { Not, And, Xor, Or, Sub };

struct Expr;
// Not has one operand, the others at least two. Xor is true when an odd number of operands are, Sub
// when the first is and no other.
struct Combination {
    BoolOp op = BoolOp::And;
    std::vector<Expr> operands;
    friend bool operator==(const Combination&, const Combination&) = default;
};

struct Expr {
    std::variant<All, HeaderTest, BitmapRef, Windowed, Sequence, Combination> node;
    friend bool operator==(const Expr&, const Expr&) = default;
};

// ---- what every front end and engine agree on

const PredicateInfo& info_of(const Atom& atom);

// The default streak of atoms that hold together: the longest of theirs, also inside any() and
// none().
uint32_t default_streak_of(const AtomList& atoms);

// True when the atoms may give different answers for White and for Black.
bool depends_on_side(const AtomList& atoms);

// True when one of the atoms is about the side to move: in_check, checkmate, stalemate, sacrifice.
bool asks_side_to_move(const AtomList& atoms);

// The same query with every default written out: side, quantifier and streak. A side stays Default
// where nothing depends on it, and where atoms about the side to move give it a meaning of its own;
// nested And, Or and Xor are joined; double negation is removed. The canonical text of a query is
// that of its normalised form.
Expr normalized(Expr query);

}  // namespace edge::query
