#include "codec/pgn/game_issue.h"

#include <string_view>

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

std::string describe(const GameIssue& issue) {
    return fmt::format("line {}: found '{}', {}", issue.line, issue.text, expectation(issue.kind));
}

}  // namespace edge::pgn
