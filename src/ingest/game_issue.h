// What happened to a game that could not be kept whole: skipped or truncated, why, and where.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace edge::ingest {

enum class IssueReason : uint8_t {
    // The whole game is skipped.
    Variant,
    CustomStart,
    NoMoves,
    BadFirstMove,
    BadMove,  // only with BadGames::Skip
    TooLong,
    // The game is kept up to here.
    IllegalMove,
    UnreadableMove,
    AmbiguousMove,
    NullMove,
    UnclosedComment,
    UnclosedVariation,
    TooManyPlies,
};
inline constexpr size_t kIssueReasons = 13;

constexpr bool is_skip(IssueReason reason) { return reason < IssueReason::IllegalMove; }

// As in reports and JSON; do not change casually.
constexpr std::string_view reason_name(IssueReason reason) {
    constexpr std::array<std::string_view, kIssueReasons> kNames = {
        "variant",          "custom_start",       "no_moves",        "bad_first_move", "bad_move",
        "too_long",         "illegal_move",       "unreadable_move", "ambiguous_move", "null_move",
        "unclosed_comment", "unclosed_variation", "too_many_plies"};
    return kNames[static_cast<size_t>(reason)];
}

struct GameIssue {
    IssueReason reason;
    uint64_t game_at = 0;          // where the game begins, in the concatenation of all sources
    uint64_t at = 0;               // where the trouble is
    uint64_t newlines_before = 0;  // between the beginning of the batch's text and `at`
    uint32_t plies = 0;            // legal ones before the trouble
    std::string text;              // the word, tag value or comment concerned, shortened
    std::string white;
    std::string black;
};

}  // namespace edge::ingest
