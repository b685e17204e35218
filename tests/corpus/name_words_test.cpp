#include "corpus/name_words.h"

#include <gtest/gtest.h>

namespace edge::corpus {
namespace {

std::string words_of(std::string_view name) {
    std::string text, shown;
    std::vector<NameWord> words;
    append_name_words(name, text, words);
    for (const NameWord& word : words) {
        shown += (shown.empty() ? "" : "|") + std::string(word_text(word, text));
    }
    return shown;
}

TEST(NameWords, AreFoldedAndWithoutPunctuation) {
    EXPECT_EQ(words_of("Réti, Richard"), "reti|richard");
    EXPECT_EQ(words_of("O'Kelly de Galway, Albéric"), "okelly|de|galway|alberic");
    EXPECT_EQ(words_of("Vachier-Lagrave,M"), "vachier|lagrave|m");
    EXPECT_EQ(words_of("Botvinnik,M2 (RUS)"), "botvinnik|m2|rus");
    EXPECT_EQ(words_of("Карпов А."), "карпов|а");
    EXPECT_EQ(words_of(" ?! "), "");
}

TEST(NameWords, CountLettersNotBytes) {
    std::string text;
    std::vector<NameWord> words;
    append_name_words("Карпов", text, words);
    EXPECT_EQ(words.at(0).length, 6);
    EXPECT_EQ(words.at(0).bytes, 12);
}

TEST(NameWords, AreOfLimitedLengthAndNumber) {
    std::string many, text;
    for (int i = 0; i < 40; ++i) many += "a ";
    std::vector<NameWord> words;
    append_name_words(many, text, words);
    EXPECT_EQ(words.size(), kMaxNameWords);
    EXPECT_EQ(words_of(std::string(500, 'x')), std::string(kMaxWordBytes, 'x'));
    std::string long_word;
    for (int i = 0; i < 100; ++i) long_word += "ж";
    EXPECT_EQ(words_of(long_word).size() % 2, 0U);
}

}  // namespace
}  // namespace edge::corpus
