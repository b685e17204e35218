// What was wrong with a game read in full: the game is kept up to there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace edge::pgn {

// Per game; later ones are not recorded.
inline constexpr size_t kMaxGameIssues = 100;

struct GameIssue {
    enum class Kind : uint8_t {
        IllegalMove,        // ends the line it is in, as do the next two
        AmbiguousMove,      // fits several moves
        UnreadableMove,     // is not a move in any notation
        UnknownNag,         // above $255; left out
        NoMoveToMark,       // a NAG in a line without moves; left out
        NoMoveToVary,       // a variation without a move before it; left out
        TooDeep,            // a variation nested too deeply; left out
        UnclosedVariation,  // closed by the end of the game
        UnclosedComment,    // ends the game
        TooLong,            // ends the game
        BadStart,           // an invalid FEN; the moves are left out
        UnknownVariant,     // another variant; the moves are left out
    };
    Kind kind;
    uint64_t line;     // of the source, from 1
    std::string text;  // the text there, UTF-8
    friend bool operator==(const GameIssue&, const GameIssue&) = default;
};

// As in reports: "illegal_move".
std::string_view kind_name(GameIssue::Kind kind);

// Whether none of the game's moves could be read, so that it is left out whole.
bool leaves_out_moves(const GameIssue& issue);

// What was found and what was expected: "found 'Ke9', expected a legal move; the line ends there".
std::string what(const GameIssue& issue);
// The same with its line: "line 12: found 'Ke9', expected a legal move; the line ends there".
std::string describe(const GameIssue& issue);

}  // namespace edge::pgn
