#include "codec/pgn/game_issue.h"

#include <fmt/format.h>

namespace edge::pgn {
namespace {

std::string_view expectation(GameIssue::Kind kind) {
    using Kind = GameIssue::Kind;
    switch (kind) {
        case Kind::IllegalMove:
            return "expected a legal move; the line ends there";
        case Kind::AmbiguousMove:
            return "which fits several moves; the line ends there";
        case Kind::UnreadableMove:
            return "expected a move; the line ends there";
        case Kind::UnknownNag:
            return "expected $0 to $255; left out";
        case Kind::NoMoveToMark:
            return "with no move in its line; left out";
        case Kind::NoMoveToVary:
            return "with no move before it; the variation is left out";
        case Kind::TooDeep:
            return "inside too many variations; left out";
        case Kind::UnclosedVariation:
            return "which is not closed; it ends with the game";
        case Kind::UnclosedComment:
            return "which is not closed; the game ends there";
        case Kind::TooLong:
            return "in a game that is too long; it ends there";
        case Kind::BadStart:
            return "expected a FEN; the moves are left out";
        case Kind::UnknownVariant:
            return "expected chess or Chess960; the moves are left out";
    }
    return "";
}

}  // namespace

std::string_view kind_name(GameIssue::Kind kind) {
    using Kind = GameIssue::Kind;
    switch (kind) {
        case Kind::IllegalMove:
            return "illegal_move";
        case Kind::AmbiguousMove:
            return "ambiguous_move";
        case Kind::UnreadableMove:
            return "unreadable_move";
        case Kind::UnknownNag:
            return "unknown_nag";
        case Kind::NoMoveToMark:
            return "no_move_to_mark";
        case Kind::NoMoveToVary:
            return "no_move_to_vary";
        case Kind::TooDeep:
            return "too_deep";
        case Kind::UnclosedVariation:
            return "unclosed_variation";
        case Kind::UnclosedComment:
            return "unclosed_comment";
        case Kind::TooLong:
            return "too_long";
        case Kind::BadStart:
            return "bad_start";
        case Kind::UnknownVariant:
            return "variant";
    }
    return "";
}

bool leaves_out_moves(const GameIssue& issue) {
    return issue.kind == GameIssue::Kind::BadStart || issue.kind == GameIssue::Kind::UnknownVariant;
}

std::string what(const GameIssue& issue) {
    return fmt::format("found '{}', {}", issue.text, expectation(issue.kind));
}

std::string describe(const GameIssue& issue) {
    return fmt::format("line {}: {}", issue.line, what(issue));
}

}  // namespace edge::pgn
