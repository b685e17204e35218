// What happened to a game that could not be kept whole: skipped or truncated, why, and where.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace edge::formats {

enum class IssueReason : uint8_t {
    // The whole game is skipped.
    Variant,
    CustomStart,
    NoMoves,
    BadFirstMove,
    BadMove,  // only with BadGames::Skip
    TooLong,
    Unread,  // by a reader of whole games, which has its own name for it
    Duplicate,
    // The game is kept up to the error.
    IllegalMove,
    UnreadableMove,
    AmbiguousMove,
    NullMove,
    UnclosedComment,
    UnclosedVariation,
    TooManyPlies,
    CutShort,  // by such a reader
};
inline constexpr size_t kIssueReasons = 16;

constexpr bool is_skip(IssueReason reason) { return reason < IssueReason::IllegalMove; }

// Used in reports and JSON: do not change.
constexpr std::string_view reason_name(IssueReason reason) {
    constexpr std::array<std::string_view, kIssueReasons> kNames = {
        "variant",          "custom_start",       "no_moves",       "bad_first_move",
        "bad_move",         "too_long",           "unread",         "duplicate",
        "illegal_move",     "unreadable_move",    "ambiguous_move", "null_move",
        "unclosed_comment", "unclosed_variation", "too_many_plies", "cut_short"};
    return kNames[static_cast<size_t>(reason)];
}

struct IndexIssue {
    IssueReason reason;
    uint64_t game_at = 0;          // where the game begins, in the concatenation of all sources
    uint64_t at = 0;               // where the error is
    uint64_t newlines_before = 0;  // between the beginning of the batch's text and `at`
    uint32_t plies = 0;            // legal ones before the error
    // The word, tag value or comment concerned, shortened; of a duplicate "game ID", the one that
    // is kept for it.
    std::string text;
    std::string white;
    std::string black;
    // Of a whole game: its place in the source, and the reader's word for it where it left it out
    // or cut it short.
    std::string place = {};
    std::string reader_reason = {};
};

inline std::string_view reason_name(const IndexIssue& issue) {
    return issue.reader_reason.empty() ? reason_name(issue.reason)
                                       : std::string_view(issue.reader_reason);
}

}  // namespace edge::formats
