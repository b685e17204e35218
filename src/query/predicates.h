// Every predicate on positions, one row each: its name, its argument, and what each stage of a
// query needs to know about it. Text, flags, JSON, the canonical form, the defaults and the plan
// read this table, and the lists of predicates in docs/, web/ and bindings/ are generated from it
// (`make generated`).
//
// A new predicate without an argument takes an enumerator and a row in this file, and its
// evaluation in query/plan/predicate_evaluation.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "query/events.h"

namespace edge::query {

// Predicates written as their name alone. Pass is true everywhere.
enum class PlainPredicate : uint8_t {
    Pass,
    QueensOff,
    BishopPair,
    OppositeBishops,
    Iqp,
    RookOnSeventh,
    KingCastled,
    InCheck,
    Checkmate,
    Stalemate,
    GivesCheck,
    Quiet,
    Sacrifice,
};

// Predicates that can be restricted to one file.
enum class FilePredicate : uint8_t { DoubledPawn, IsolatedPawn, PassedPawn, RookOnOpenFile };

// What follows the name.
enum class Argument : uint8_t {
    None,
    File,  // optional
    Counts,
    Material,
    SubFen,
    Position,
    Opening,
    Color,
    Moves,
    Kinds,
    Atoms,  // lists of other predicates
};

// The name of a flag, with its dashes; empty where there is no flag.
struct FlagName {
    std::array<char, 32> letters{};
    size_t size = 0;
    constexpr std::string_view text() const { return {letters.data(), size}; }
};

// "--queens-off" for queens_off.
constexpr FlagName flag_like(std::string_view name) {
    FlagName flag{{'-', '-'}, 2};
    for (const char letter : name) flag.letters[flag.size++] = letter == '_' ? '-' : letter;
    return flag;
}

struct PredicateInfo {
    std::string_view name;  // in text and JSON
    Argument argument = Argument::None;
    std::optional<PlainPredicate> plain = {};  // with Argument::None
    std::optional<FilePredicate> file = {};    // with Argument::File
    FlagName flag = flag_like(name);
    std::string_view help = {};  // of the flag

    // For the query builder of the web page: menu group and label. Plain and file predicates only.
    std::string_view group = {};
    std::string_view label = {};

    // What it means; for any() and none() that depends on their arguments.
    bool about_side = false;          // different for White and for Black
    bool about_side_to_move = false;  // whichever that is, unless a side is written
    uint32_t default_streak = 1;      // of a condition without a window: 1 or 2

    // For the plan: the events that can change its answer and, for plain and file predicates, what
    // the board must keep for it and roughly how many nanoseconds an answer takes.
    uint8_t events = event::kPly;
    uint8_t keeps = 0;
    uint8_t cost = 2;
};

// In the order of the help.
inline constexpr std::array kPredicates = {
    PredicateInfo{.name = "count",
                  .argument = Argument::Counts,
                  .help = "Compare numbers of pieces: P<p, Q=q=0, R+B>=3",
                  .default_streak = 2,
                  .events = event::kMaterial},
    PredicateInfo{.name = "material",
                  .argument = Argument::Material,
                  .help = "KRPKR: exactly these pieces; KRP:KR: White's first",
                  .events = event::kMaterial},
    PredicateInfo{
        .name = "subfen",
        .argument = Argument::SubFen,
        .help = "Board field of a FEN; digits are free squares, _ empty, A a ? any piece"},
    PredicateInfo{
        .name = "position", .argument = Argument::Position, .help = "Exactly this position"},
    PredicateInfo{.name = "opening",
                  .argument = Argument::Opening,
                  .help = "A position with this name: words of it, or an ECO code or range",
                  .cost = 3},
    PredicateInfo{.name = "queens_off",
                  .plain = PlainPredicate::QueensOff,
                  .help = "The side has no queen; without --side, neither side has one",
                  .group = "Pieces",
                  .label = "Queens are off",
                  .about_side = true,
                  .default_streak = 2,
                  .events = event::kMaterial},
    PredicateInfo{.name = "bishop_pair",
                  .plain = PlainPredicate::BishopPair,
                  .help = "A bishop on light squares and one on dark",
                  .group = "Pieces",
                  .label = "Bishop pair",
                  .about_side = true,
                  .default_streak = 2,
                  .events = event::kMaterial,  // a bishop stays on its colour
                  .keeps = keep::kSets},
    PredicateInfo{.name = "opposite_bishops",
                  .plain = PlainPredicate::OppositeBishops,
                  .help = "Each side has one bishop, on squares of different colours",
                  .group = "Pieces",
                  .label = "Opposite-coloured bishops",
                  .default_streak = 2,
                  .events = event::kMaterial,
                  .keeps = keep::kSets},
    PredicateInfo{.name = "doubled_pawn",
                  .argument = Argument::File,
                  .file = FilePredicate::DoubledPawn,
                  .help = "Two pawns on one file",
                  .group = "Pawns and rooks",
                  .label = "Doubled pawns",
                  .about_side = true,
                  .default_streak = 2,
                  .events = event::kPawns,
                  .keeps = keep::kSets,
                  .cost = 3},
    PredicateInfo{.name = "isolated_pawn",
                  .argument = Argument::File,
                  .file = FilePredicate::IsolatedPawn,
                  .help = "A pawn with no own pawn on a file next to it",
                  .group = "Pawns and rooks",
                  .label = "Isolated pawn",
                  .about_side = true,
                  .default_streak = 2,
                  .events = event::kPawns,
                  .keeps = keep::kSets,
                  .cost = 3},
    PredicateInfo{.name = "passed_pawn",
                  .argument = Argument::File,
                  .file = FilePredicate::PassedPawn,
                  .help = "A pawn with no enemy pawn ahead of it on its own or a neighbouring file",
                  .group = "Pawns and rooks",
                  .label = "Passed pawn",
                  .about_side = true,
                  .default_streak = 2,
                  .events = event::kPawns,
                  .keeps = keep::kSets,
                  .cost = 3},
    PredicateInfo{.name = "iqp",
                  .plain = PlainPredicate::Iqp,
                  .help = "Isolated queen's pawn: one pawn on the d-file and none on c and e; no "
                          "enemy pawn on d",
                  .group = "Pawns and rooks",
                  .label = "Isolated queen's pawn",
                  .about_side = true,
                  .default_streak = 2,
                  .events = event::kPawns,
                  .keeps = keep::kSets},
    PredicateInfo{.name = "rook_on_seventh",
                  .plain = PlainPredicate::RookOnSeventh,
                  .help = "A rook on the side's seventh rank",
                  .group = "Pawns and rooks",
                  .label = "Rook on the seventh",
                  .about_side = true,
                  .default_streak = 2,
                  .events = event::kRooks,
                  .keeps = keep::kSets},
    PredicateInfo{.name = "rook_on_open_file",
                  .argument = Argument::File,
                  .file = FilePredicate::RookOnOpenFile,
                  .help = "A rook on a file with no pawns",
                  .group = "Pawns and rooks",
                  .label = "Rook on an open file",
                  .about_side = true,
                  .default_streak = 2,
                  .events = event::kRooks | event::kPawns,
                  .keeps = keep::kSets,
                  .cost = 3},
    PredicateInfo{.name = "king_castled",
                  .plain = PlainPredicate::KingCastled,
                  .help = "The side has castled, now or before",
                  .group = "Kings",
                  .label = "Has castled",
                  .about_side = true,
                  .events = event::kCastling},
    PredicateInfo{.name = "in_check",
                  .plain = PlainPredicate::InCheck,
                  .help = "The side is to move and in check",
                  .group = "Kings",
                  .label = "Is in check",
                  .about_side = true,
                  .about_side_to_move = true,
                  .cost = 20},
    PredicateInfo{.name = "checkmate",
                  .plain = PlainPredicate::Checkmate,
                  .help = "The side is to move and mated",
                  .group = "Kings",
                  .label = "Is mated",
                  .about_side = true,
                  .about_side_to_move = true,
                  .events = event::kEnd},
    PredicateInfo{.name = "stalemate",
                  .plain = PlainPredicate::Stalemate,
                  .help = "The side is to move and stalemated",
                  .group = "Kings",
                  .label = "Is stalemated",
                  .about_side = true,
                  .about_side_to_move = true,
                  .events = event::kEnd},
    PredicateInfo{.name = "to_move",
                  .argument = Argument::Color,
                  .flag = flag_like("side_to_move"),
                  .help = "Whose move it is"},
    PredicateInfo{.name = "move",
                  .argument = Argument::Moves,
                  .help = "The move played here, in SAN or UCI; a comma means or"},
    PredicateInfo{.name = "loose_move", .argument = Argument::Moves, .flag = {}},
    PredicateInfo{.name = "moved",
                  .argument = Argument::Kinds,
                  .help = "The move is made by one of these kinds: NB"},
    PredicateInfo{.name = "captured",
                  .argument = Argument::Kinds,
                  .help = "The move takes one of these kinds; none: it takes nothing"},
    PredicateInfo{.name = "promoted",
                  .argument = Argument::Kinds,
                  .help = "The move promotes to one of these kinds"},
    PredicateInfo{.name = "gives_check",
                  .plain = PlainPredicate::GivesCheck,
                  .help = "The move gives check",
                  .group = "The move played",
                  .label = "Gives check",
                  .cost = 30},
    PredicateInfo{.name = "quiet",
                  .plain = PlainPredicate::Quiet,
                  .help = "Nobody is in check, and the move neither takes nor promotes",
                  .group = "The move played",
                  .label = "Quiet",
                  .cost = 20},
    PredicateInfo{.name = "sacrifice",
                  .plain = PlainPredicate::Sacrifice,
                  .help =
                      "The side moves, and has lost material after the reply and still one move "
                      "later",
                  .group = "The move played",
                  .label = "Sacrifice",
                  .about_side = true,
                  .about_side_to_move = true,
                  .cost = 4},
    PredicateInfo{.name = "pass",
                  .plain = PlainPredicate::Pass,
                  .flag = {},
                  .group = "The move played",
                  .label = "Anything",
                  .events = 0,
                  .cost = 0},
    PredicateInfo{.name = "any", .argument = Argument::Atoms, .flag = {}},
    PredicateInfo{.name = "none", .argument = Argument::Atoms, .flag = {}},
};
static_assert(std::ranges::all_of(kPredicates, [](const PredicateInfo& info) {
    return info.plain.has_value() == (info.argument == Argument::None) &&
           info.file.has_value() == (info.argument == Argument::File);
}));

// Null where no predicate has the name.
constexpr const PredicateInfo* find_predicate(std::string_view name) {
    const auto found = std::ranges::find(kPredicates, name, &PredicateInfo::name);
    return found == kPredicates.end() ? nullptr : &*found;
}

// For names known to exist.
consteval const PredicateInfo& predicate_named(std::string_view name) {
    return *find_predicate(name);
}

constexpr const PredicateInfo& info_of(PlainPredicate plain) {
    return *std::ranges::find(kPredicates, plain, &PredicateInfo::plain);
}
constexpr const PredicateInfo& info_of(FilePredicate file) {
    return *std::ranges::find(kPredicates, file, &PredicateInfo::file);
}

// The names that need no argument: plain predicates about a side, then those with an optional file,
// then the other plain ones.
std::vector<std::string_view> names_without_argument();

}  // namespace edge::query
