// Names as words that can be compared: without case, accents and punctuation. "O'Kelly de Galway,
// Albéric" has the words okelly, de, galway and alberic.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace edge::corpus {

// A word in a text of folded words.
struct NameWord {
    uint64_t at = 0;       // where it begins
    uint32_t letters = 0;  // a bit for each letter in it; letters that are not Latin share some
    uint8_t bytes = 0;
    uint8_t length = 0;  // in letters
};

// Longer words are cut, and further words are left out: no name of a person has them.
inline constexpr size_t kMaxWordBytes = 60;
inline constexpr size_t kMaxNameWords = 16;

// Appends the words of a name, and to `text` their letters.
void append_name_words(std::string_view name, std::string& text, std::vector<NameWord>& words);

inline std::string_view word_text(const NameWord& word, std::string_view text) {
    return text.substr(word.at, word.bytes);
}

}  // namespace edge::corpus
