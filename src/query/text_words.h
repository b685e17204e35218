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

inline constexpr std::array kSidePredicates = {
    WordOf<SidePredicate>{SidePredicate::QueensOff, "queens_off"},
    WordOf<SidePredicate>{SidePredicate::BishopPair, "bishop_pair"},
    WordOf<SidePredicate>{SidePredicate::RookOnSeventh, "rook_on_seventh"},
    WordOf<SidePredicate>{SidePredicate::KingCastled, "king_castled"},
    WordOf<SidePredicate>{SidePredicate::InCheck, "in_check"},
    WordOf<SidePredicate>{SidePredicate::Checkmate, "checkmate"},
    WordOf<SidePredicate>{SidePredicate::Stalemate, "stalemate"},
};
inline constexpr std::array kFilePredicates = {
    WordOf<FilePredicate>{FilePredicate::DoubledPawn, "doubled_pawn"},
    WordOf<FilePredicate>{FilePredicate::IsolatedPawn, "isolated_pawn"},
    WordOf<FilePredicate>{FilePredicate::PassedPawn, "passed_pawn"},
    WordOf<FilePredicate>{FilePredicate::RookOnOpenFile, "rook_on_open_file"},
};
inline constexpr std::array kSides = {
    WordOf<Side>{Side::White, "white"},     WordOf<Side>{Side::Black, "black"},
    WordOf<Side>{Side::Either, "either"},   WordOf<Side>{Side::Both, "both"},
    WordOf<Side>{Side::Neither, "neither"},
};
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

// Every word that begins an atom, counts apart.
inline constexpr std::array<std::string_view, 24> kAtomWords = {"queens_off",
                                                                "bishop_pair",
                                                                "rook_on_seventh",
                                                                "king_castled",
                                                                "in_check",
                                                                "checkmate",
                                                                "stalemate",
                                                                "doubled_pawn",
                                                                "isolated_pawn",
                                                                "passed_pawn",
                                                                "rook_on_open_file",
                                                                "to_move",
                                                                "material",
                                                                "subfen",
                                                                "position",
                                                                "move",
                                                                "loose_move",
                                                                "moved",
                                                                "captured",
                                                                "promoted",
                                                                "gives_check",
                                                                "pass",
                                                                "any",
                                                                "none"};

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
