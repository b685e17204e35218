// The words of the text language that stand for values, for reading and for writing.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "query/expr.h"

namespace edge::query {

template <class T>
struct WordOf {
    T value;
    std::string_view word;
};

inline constexpr std::array kSides = {
    WordOf<Side>{Side::White, "white"},     WordOf<Side>{Side::Black, "black"},
    WordOf<Side>{Side::Either, "either"},   WordOf<Side>{Side::Both, "both"},
    WordOf<Side>{Side::Neither, "neither"}, WordOf<Side>{Side::Winner, "winner"},
    WordOf<Side>{Side::Loser, "loser"},     WordOf<Side>{Side::Mover, "mover"},
};
inline constexpr std::string_view kAllSides =
    "white, black, either, both, neither, winner, loser or mover";
inline constexpr std::array kNumberFields = {
    WordOf<NumberField>{NumberField::Year, "year"},
    WordOf<NumberField>{NumberField::Elo, "elo"},
    WordOf<NumberField>{NumberField::WhiteElo, "white.elo"},
    WordOf<NumberField>{NumberField::BlackElo, "black.elo"},
    WordOf<NumberField>{NumberField::EloDiff, "elo.diff"},
    WordOf<NumberField>{NumberField::BaseSeconds, "tc.base"},
    WordOf<NumberField>{NumberField::Increment, "tc.inc"},
    WordOf<NumberField>{NumberField::Plies, "plies"},
};
// The tightest first.
inline constexpr std::array kBinaryOps = {
    WordOf<BoolOp>{BoolOp::And, "and"},
    WordOf<BoolOp>{BoolOp::Xor, "xor"},
    WordOf<BoolOp>{BoolOp::Or, "or"},
    WordOf<BoolOp>{BoolOp::Sub, "sub"},
};

// Every word that begins an atom, except counts.
inline constexpr auto kAtomWords = [] {
    std::array<std::string_view, kPredicates.size() - 1> words;
    auto next = words.begin();
    for (const PredicateInfo& info : kPredicates) {
        if (info.argument != Argument::Counts) *next++ = info.name;
    }
    return words;
}();

template <class T, size_t count>
constexpr std::optional<T> value_of(const std::array<WordOf<T>, count>& words,
                                    std::string_view word) {
    const auto found = std::ranges::find(words, word, &WordOf<T>::word);
    if (found == words.end()) return std::nullopt;
    return found->value;
}

template <class T, size_t count>
constexpr std::string_view word_of(const std::array<WordOf<T>, count>& words, T value) {
    const auto found = std::ranges::find(words, value, &WordOf<T>::value);
    return found == words.end() ? std::string_view() : found->word;
}

}  // namespace edge::query
