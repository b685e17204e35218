#include "corpus/name_words.h"

#include "core/fold.h"

namespace edge::corpus {
namespace {

bool is_continuation_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

bool is_word_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           static_cast<unsigned char>(c) >= 0x80;
}

// Inside words, and of no weight: O'Kelly is OKelly.
bool is_dropped(char c) { return c == '\'' || c == '`'; }

uint32_t letter_bit(char c) {
    if (c >= 'a' && c <= 'z') return uint32_t{1} << (c - 'a');
    return uint32_t{1} << (26 + static_cast<unsigned char>(c) % 6);
}

}  // namespace

void append_name_words(std::string_view name, std::string& text, std::vector<NameWord>& words) {
    const std::string plain = folded(name);
    const size_t most = words.size() + kMaxNameWords;
    NameWord word{.at = text.size()};
    bool is_cut = false;
    const auto end_word = [&] {
        if (word.bytes > 0 && words.size() < most) words.push_back(word);
        word = {.at = text.size()};
        is_cut = false;
    };
    for (size_t i = 0; i < plain.size(); ++i) {
        const char c = plain[i];
        if (is_dropped(c)) continue;
        if (!is_word_byte(c)) {
            end_word();
            continue;
        }
        // A letter is kept whole or not at all.
        is_cut = is_cut || (word.bytes >= kMaxWordBytes && !is_continuation_byte(c)) ||
                 word.bytes == UINT8_MAX;
        if (is_cut) continue;
        text += c;
        ++word.bytes;
        if (!is_continuation_byte(c)) ++word.length;
        // Of a letter of several bytes the last one says most.
        const bool goes_on = i + 1 < plain.size() && is_continuation_byte(plain[i + 1]);
        if (!goes_on) word.letters |= letter_bit(c);
    }
    end_word();
}

}  // namespace edge::corpus
