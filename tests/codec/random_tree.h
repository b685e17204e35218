// Random games with variations, comments and NAGs for property tests, from choices that RapidCheck
// can shrink. They keep to what game.h promises, so that a codec has to give them back unchanged.
#pragma once

#include <rapidcheck.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/random_games.h"
#include "codec/game.h"

namespace edge::testing {

// Words that a careless writer breaks on: the marks of PGN, data of programs, UTF-8.
inline constexpr std::array<std::string_view, 18> kCommentWords = {
    "good",
    "1.",
    "e4",
    "(Nf3)",
    "{",
    "}",
    "[%clk 1:23:45]",
    "%x",
    ";",
    "1-0",
    "$3",
    "!?",
    "\"",
    "\\",
    "[Event \"",
    "Müller",
    "♞",
    "a-word-that-is-longer-than-a-line-of-text-can-be-and-so-has-to-stand-on-one-of-its-own-lines"};

inline std::string draw_comment() {
    const auto words =
        *rc::gen::container<std::vector<size_t>>(rc::gen::inRange<size_t>(0, kCommentWords.size()));
    std::string text;
    for (const size_t word : words) {
        if (!text.empty()) text += ' ';
        text += kCommentWords[word];
    }
    return text;
}

// One byte decides what happens at a step: mostly a move, else a place to go on from, or a
// variation on the newest move, which may itself begin one.
inline void grow(MoveTree& tree, const Position& start, const std::vector<uint8_t>& steps) {
    std::vector<Position> positions = {start};  // by node
    NodeIndex at = kRootNode;
    for (const uint8_t step : steps) {
        if (step >= 224) {
            at = static_cast<NodeIndex>(step % tree.size());
            continue;
        }
        const auto newest = static_cast<NodeIndex>(tree.size() - 1);
        const bool varies = step >= 192 && newest != kRootNode;
        if (varies) at = tree.parent(newest);
        const MoveList moves = legal_moves(positions[at]);
        const bool passes = step == 0 && !positions[at].in_check();
        if (!passes && moves.empty()) continue;
        const Move move = passes ? Move() : moves[step % moves.size()];
        Position next = positions[at];
        play_move(next, move);
        at = varies ? tree.add_variation(newest, move) : tree.add(at, move);
        positions.push_back(next);
    }
}

inline Game draw_tree() {
    Game game;
    game.start = position_of(kGameStarts[*rc::gen::inRange<size_t>(0, kGameStarts.size())]);
    game.result = static_cast<GameResult>(*rc::gen::inRange(0, 4));
    for (const std::string_view name : {"Event", "Site", "Date", "Round", "White", "Black"}) {
        game.tags.push_back({std::string(name), draw_comment()});
    }
    game.tags.push_back({"Result", std::string(result_text(game.result))});
    if (to_fen(game.start) != to_fen(Position::start())) {
        game.tags.push_back({"SetUp", "1"});
        game.tags.push_back({"FEN", to_fen(game.start)});
    }
    if (!game.start.has_standard_castling()) game.tags.push_back({"Variant", "Chess960"});
    grow(game.moves, game.start, *rc::gen::arbitrary<std::vector<uint8_t>>());
    const auto notes = *rc::gen::arbitrary<std::vector<uint8_t>>();
    for (size_t i = 0; i < notes.size(); ++i) {
        const auto node = static_cast<NodeIndex>(i * 7 % game.moves.size());
        switch (notes[i] % 4) {
            case 0:
                if (node != kRootNode) game.moves.annotate(node).nags.push_back(notes[i]);
                break;
            case 1:
                game.moves.annotate(node).comment = draw_comment();
                break;
            case 2:
                if (!game.moves.begins_variation(node)) break;
                game.moves.annotate(node).comment_before = draw_comment();
                break;
            default:
                break;
        }
    }
    return game;
}

}  // namespace edge::testing
