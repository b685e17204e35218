// Each typed word is matched to a different word of the name, so that the sum of the costs is
// least:
//
//     0  the same word                       kasparov   Kasparov
//     1  its beginning                       kasp, k    Kasparov
//     3  one letter off, of 4 or more        kasparow   Kasparov
//     4  the name abbreviates it             garry      G, Gar
//     4  a part of it, of 3 letters or more  sparov     Kasparov
//     5  two letters off, of 7 or more       gasparow   Kasparov
//
// Of several words, one of two letters or more must be the same, a beginning or misspelled:
// initials and parts of words are not enough. And a name may abbreviate only where its first word
// of two letters or more, which is the surname, is matched in this way: "aljekhine alexander" is
// not "Kopylov, Alexander A".
#include "query/players/name_match.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace edge::query {
namespace {

using corpus::NameWord;

constexpr uint32_t kNoMatch = 1000;
constexpr uint32_t kAbbreviation = 4;

uint32_t allowed_off(const NameWord& typed) {
    if (typed.length >= 7) return 2;
    return typed.length >= 4 ? 1 : 0;
}

// Most pairs of words are told apart here, by the letters in them.
bool may_match(const NameWord& typed, const NameWord& word) {
    const uint32_t common = typed.letters & word.letters;
    if (common == typed.letters || common == word.letters) return true;
    const uint32_t allowed = allowed_off(typed);
    const uint32_t apart =
        typed.length > word.length ? typed.length - word.length : word.length - typed.length;
    return apart <= allowed &&
           static_cast<uint32_t>(std::popcount(typed.letters ^ word.letters)) <= 2 * allowed;
}

// How a typed word fits a word of the name.
struct WordMatch {
    uint32_t cost = kNoMatch;
    bool is_abbreviation = false;
    bool is_inside = false;
};

WordMatch match_word(const NameWord& typed, std::string_view typed_text, const NameWord& word,
                     std::string_view word_text) {
    if (typed_text == word_text) return {0};
    if (word_text.starts_with(typed_text)) return {1};
    const uint32_t allowed = word.length < 3 ? 0 : allowed_off(typed);
    const uint32_t off = allowed == 0 ? 1 : letters_off(typed_text, word_text, allowed);
    if (off <= allowed && off == 1) return {3};
    if (typed_text.starts_with(word_text)) return {kAbbreviation, true};
    if (typed.length >= 3 && word_text.find(typed_text) != std::string_view::npos)
        return {4, false, true};
    return {off <= allowed ? 5 : kNoMatch};
}

// The letters of a short word, so that a letter of several bytes counts once.
struct Letters {
    std::array<uint32_t, 64> letters;
    size_t count = 0;

    explicit Letters(std::string_view word) {
        for (const char c : word) {
            const auto byte = static_cast<unsigned char>(c);
            if ((byte & 0xC0U) == 0x80U && count > 0) {
                letters[count - 1] = letters[count - 1] << 8 | byte;
            } else if (count < letters.size()) {
                letters[count++] = byte;
            }
        }
    }
};

}  // namespace

// Damerau and Levenshtein's distance, restricted to changes that do not overlap; three rows of the
// table at a time.
uint32_t letters_off(std::string_view a_text, std::string_view b_text, uint32_t most) {
    const Letters a(a_text), b(b_text);
    std::array<uint32_t, 65> before_last{}, last{}, row{};
    for (uint32_t j = 0; j <= b.count; ++j) row[j] = j;
    for (uint32_t i = 1; i <= a.count; ++i) {
        before_last = std::exchange(last, row);
        row[0] = i;
        uint32_t least = i;
        for (uint32_t j = 1; j <= b.count; ++j) {
            const bool is_same = a.letters[i - 1] == b.letters[j - 1];
            row[j] = std::min({last[j - 1] + (is_same ? 0 : 1), last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a.letters[i - 1] == b.letters[j - 2] &&
                a.letters[i - 2] == b.letters[j - 1]) {
                row[j] = std::min(row[j], before_last[j - 2] + 1);
            }
            least = std::min(least, row[j]);
        }
        if (least > most) return most + 1;
    }
    return row[b.count];
}

TypedName::TypedName(std::string_view text) {
    corpus::append_name_words(text, text_, words_);
    if (words_.size() > kMaxWords) words_.resize(kMaxWords);
}

std::optional<uint32_t> TypedName::cost(std::span<const NameWord> words,
                                        std::string_view text) const {
    const uint32_t cost = cost_of_words(words, text);
    return cost < kNoMatch ? std::optional(cost) : std::nullopt;
}

uint32_t TypedName::cost_of_words(std::span<const NameWord> words, std::string_view text) const {
    // By word of the name and typed word.
    std::array<std::array<WordMatch, kMaxWords>, corpus::kMaxNameWords> matches;
    const size_t count = std::min(words.size(), corpus::kMaxNameWords);
    uint32_t matched = 0;  // typed words, a bit each
    for (size_t w = 0; w < count; ++w) {
        for (size_t t = 0; t < words_.size(); ++t) {
            matches[w][t] = {};
            if (!may_match(words_[t], words[w])) continue;
            matches[w][t] = match_word(words_[t], word_text(words_[t], text_), words[w],
                                       word_text(words[w], text));
            if (matches[w][t].cost < kNoMatch) matched |= 1U << t;
        }
    }
    const auto missing = words_.size() - static_cast<size_t>(std::popcount(matched));
    if (missing > (words_.size() > 1 ? 1 : 0) || words_.empty()) return kNoMatch;

    const auto is_firm = [this](const WordMatch& match, size_t t) {
        if (match.cost >= kNoMatch || match.is_abbreviation) return false;
        return words_.size() == 1 || (words_[t].length > 1 && !match.is_inside);
    };
    size_t surname = 0;
    while (surname < count && words[surname].length < 2) ++surname;
    bool may_abbreviate = false;
    for (size_t t = 0; surname < count && t < words_.size(); ++t) {
        may_abbreviate = may_abbreviate || is_firm(matches[surname][t], t);
    }

    // best[typed words matched so far][whether one is firm]. Sets go from large to small, so that a
    // word of the name is used once.
    std::array<std::array<uint32_t, 2>, 1U << kMaxWords> best;
    const uint32_t all = (1U << words_.size()) - 1;
    for (uint32_t set = 0; set <= all; ++set) best[set] = {kNoMatch, kNoMatch};
    best[0][0] = 0;
    for (size_t w = 0; w < count; ++w) {
        for (uint32_t set = all; set-- > 0;) {
            for (size_t t = 0; t < words_.size(); ++t) {
                const WordMatch& match = matches[w][t];
                if ((set >> t & 1U) != 0 || match.cost >= kNoMatch) continue;
                if (match.is_abbreviation && !may_abbreviate) continue;
                for (const size_t firm : {0U, 1U}) {
                    uint32_t& to = best[set | 1U << t][firm | (is_firm(match, t) ? 1 : 0)];
                    to = std::min(to, best[set][firm] + match.cost);
                }
            }
        }
    }
    if (best[all][1] < kNoMatch) return best[all][1];
    if (words_.size() == 1) return kNoMatch;
    uint32_t least = kNoMatch;
    for (size_t t = 0; t < words_.size(); ++t) {
        least = std::min(least, best[all & ~(1U << t)][1] + kMissingWord);
    }
    return least;
}

}  // namespace edge::query
