// What the reader (reader.h) pushes the games of a PGN text to, and in which order.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codec/game_result.h"

namespace edge::pgn {

// One tag pair. The views hold until the visitor's begin_game for the next game.
struct Tag {
    std::string_view name;
    std::string_view value;  // as it stands in the text, escapes included
    bool plain;              // printable ASCII without backslash
};

enum class GameEnd : uint8_t { Complete, UnclosedComment, TooLong, UnclosedVariation };

// The calls for one game come in this order, with places as offsets into the text:
//
//     begin_game(at)
//     tag(tag)               for each tag; none where the game begins with a move
//     begin_moves()          after the last tag, unless the game ends before; false: no words of
//                            the main line are wanted
//     move(bytes, length)    for each main-line word of 2 to 7 characters, which are in the low
//                            bytes; false: it is not of a plain form, so odd_move gets it too
//     odd_move(word, at)     for any other main-line word; false: the rest is not wanted
//     result(result)         where the text has one
//     end_game(at, how)      or, where the text ends within the game and more of it is to come:
//     drop_game()            forget the game, it will be read again from its beginning
//
// Each implementer says static_assert(GameVisitor<...>), so that what is missing is reported there.
template <class Visitor>
concept GameVisitor =
    requires(Visitor visitor, size_t at, const Tag& tag, uint64_t bytes, unsigned length,
             std::string_view word, GameResult result, GameEnd how) {
        { visitor.begin_game(at) } -> std::same_as<void>;
        { visitor.tag(tag) } -> std::same_as<void>;
        { visitor.begin_moves() } -> std::same_as<bool>;
        { visitor.move(bytes, length) } -> std::same_as<bool>;
        { visitor.odd_move(word, at) } -> std::same_as<bool>;
        { visitor.result(result) } -> std::same_as<void>;
        { visitor.end_game(at, how) } -> std::same_as<void>;
        { visitor.drop_game() } -> std::same_as<void>;
    };

}  // namespace edge::pgn
