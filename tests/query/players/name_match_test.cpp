#include "query/players/name_match.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace edge::query {
namespace {

// -1 when they do not fit.
int cost(std::string_view typed, std::string_view name) {
    std::string text;
    std::vector<corpus::NameWord> words;
    corpus::append_name_words(name, text, words);
    const auto cost = TypedName(typed).cost(words, text);
    return cost ? static_cast<int>(*cost) : -1;
}

TEST(LettersOff, CountsChangesAndNeighboursSwapped) {
    EXPECT_EQ(letters_off("kasparov", "kasparov", 2), 0U);
    EXPECT_EQ(letters_off("kasparow", "kasparov", 2), 1U);
    EXPECT_EQ(letters_off("kaspraov", "kasparov", 2), 1U);
    EXPECT_EQ(letters_off("kaspaov", "kasparov", 2), 1U);
    EXPECT_EQ(letters_off("kasparrov", "kasparov", 2), 1U);
    EXPECT_EQ(letters_off("gasparow", "kasparov", 2), 2U);
    EXPECT_EQ(letters_off("карпав", "карпов", 2), 1U);
    EXPECT_EQ(letters_off("", "ab", 5), 2U);
    EXPECT_GT(letters_off("abcdef", "uvwxyz", 2), 2U);
}

TEST(TypedName, RanksWaysToFit) {
    EXPECT_EQ(cost("Kasparov", "Kasparov, Garry"), 0);
    EXPECT_EQ(cost("kasp", "Kasparov, Garry"), 1);
    EXPECT_EQ(cost("kasparow", "Kasparov, Garry"), 3);
    EXPECT_EQ(cost("sparov", "Kasparov, Garry"), 4);
    EXPECT_EQ(cost("gasparow", "Kasparov, Garry"), 5);
    EXPECT_EQ(cost("karpov", "Kasparov, Garry"), -1);
}

TEST(TypedName, IgnoresOrderCaseAccentsAndPunctuation) {
    EXPECT_EQ(cost("magnus CARLSEN", "Carlsen, Magnus"), 0);
    EXPECT_EQ(cost("carlsen,magnus", "Carlsen Magnus (NOR)"), 0);
    EXPECT_EQ(cost("Reti", "Réti, Richard"), 0);
    EXPECT_EQ(cost("carlsen m", "Carlsen, Magnus"), 1);
    EXPECT_EQ(cost("m carlsen", "Carlsen,M"), 0);
    EXPECT_EQ(cost("magnus carlsen", "Carlsen,M"), 4);
    EXPECT_EQ(cost("magnus carlsen", "Carlsen,Mag"), 4);
    EXPECT_EQ(cost("carlsen p", "Carlsen, Magnus"), TypedName::kMissingWord);
}

TEST(TypedName, AllowsNoMistakeInShortWords) {
    EXPECT_EQ(cost("tal", "Tan, J"), -1);
    EXPECT_EQ(cost("tals", "Tal, M"), 3);
    EXPECT_EQ(cost("karpof", "Karpov, A"), 3);
    EXPECT_EQ(cost("carpof", "Karpov, A"), -1);
}

TEST(TypedName, NeedsMoreThanInitials) {
    EXPECT_EQ(cost("garry", "Z, G"), -1);
    EXPECT_EQ(cost("garry kasparov", "K, G"), -1);
    EXPECT_EQ(cost("g k", "Kasparov, Garry"), -1);
    EXPECT_EQ(cost("g", "Kasparov, Garry"), 1);
}

TEST(TypedName, LetsANameAbbreviateNextToItsSurnameOnly) {
    EXPECT_EQ(cost("aljekhine alexander", "Alekhine, A"), 7);
    EXPECT_EQ(cost("aljekhine alexander", "A. Alekhine"), 7);
    EXPECT_GE(cost("aljekhine alexander", "Kopylov, Alexander A"),
              static_cast<int>(TypedName::kMissingWord));
}

TEST(TypedName, UsesAWordOfTheNameOnce) {
    EXPECT_GE(cost("carl carlsen", "Carlsen, Magnus"), static_cast<int>(TypedName::kMissingWord));
    EXPECT_EQ(cost("carl carlsen", "Carlsen, Carl"), 0);
    // The best for one word is needed by the other.
    EXPECT_EQ(cost("jan jansen", "Jansen, J"), 4);
}

TEST(TypedName, ForgivesOneOfSeveralWords) {
    EXPECT_EQ(cost("bobby fischer", "Fischer, Robert James"), TypedName::kMissingWord);
    EXPECT_EQ(cost("bobby james fischer", "Fischer, Robert James"), TypedName::kMissingWord);
    EXPECT_EQ(cost("the great fischer", "Fischer, Robert James"), -1);
}

TEST(TypedName, TakesWordsWithoutEnd) {
    std::string many;
    for (int i = 0; i < 100; ++i) many += "aaaa ";
    EXPECT_EQ(cost(many, many), 0);
    EXPECT_EQ(cost("", "Tal"), -1);
}

}  // namespace
}  // namespace edge::query
