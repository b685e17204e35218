// What was wrong with a game that the full reader read: it is kept as far as it goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace edge::pgn {

// Of one game; what goes wrong after these is not noted.
inline constexpr size_t kMaxGameIssues = 100;

struct GameIssue {
    enum class Kind : uint8_t {
        IllegalMove,        // ends the line it stands in, as the next two do
        AmbiguousMove,      // fits several moves
        UnreadableMove,     // is no move in any notation
        UnknownNag,         // above $255; left out
        NoMoveToMark,       // a NAG in a line without moves; left out
        NoMoveToVary,       // a variation where no move stands before it; left out
        TooDeep,            // a variation inside too many others; left out
        UnclosedVariation,  // closed by the end of the game
        UnclosedComment,    // ends the game
        TooLong,            // ends the game
        BadStart,           // a FEN that is none; the moves are left out
        UnknownVariant,     // not chess as we know it; the moves are left out
    };
    Kind kind;
    uint64_t line;     // of the source, from 1
    std::string text;  // what stands there, UTF-8
    friend bool operator==(const GameIssue&, const GameIssue&) = default;
};

// As it stands in reports: "illegal_move".
std::string_view kind_name(GameIssue::Kind kind);

// Whether nothing of the game's moves could be read, so that it is left out whole.
bool leaves_out_moves(const GameIssue& issue);

// What was found and what was expected: "found 'Ke9', expected a legal move; the line ends there".
std::string what(const GameIssue& issue);
// The same with its line: "line 12: found 'Ke9', expected a legal move; the line ends there".
std::string describe(const GameIssue& issue);

}  // namespace edge::pgn
