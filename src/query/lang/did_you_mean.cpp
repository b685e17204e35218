#include "query/lang/did_you_mean.h"

#include <algorithm>
#include <vector>

#include "core/ascii.h"

namespace edge::query {

namespace {

constexpr size_t kLongestQuote = 40;
constexpr size_t kLongestGuess = 32;

char plain_letter(char c) { return c == '-' ? '_' : to_lower(c); }

// Letters added, left out or changed (Levenshtein), a row at a time.
size_t letters_off(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (size_t i = 0; i < a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < b.size(); ++j) {
            const size_t changed = diagonal + (plain_letter(a[i]) == plain_letter(b[j]) ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row[b.size()];
}

bool is_continuation_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::string in_quotes(std::string_view text) {
    if (text.size() <= kLongestQuote) return "'" + std::string(text) + "'";
    size_t end = kLongestQuote;
    while (end > 0 && is_continuation_byte(text[end])) --end;
    return "'" + std::string(text.substr(0, end)) + "...'";
}

std::string listed(std::span<const std::string_view> words) {
    std::string out;
    for (size_t i = 0; i < words.size(); ++i) {
        if (i != 0) out += i + 1 == words.size() ? " or " : ", ";
        out += words[i];
    }
    return out;
}

std::string_view nearest(std::string_view found, std::span<const std::string_view> words) {
    if (found.size() > kLongestGuess) return {};
    std::string_view best;
    size_t best_off = 3;
    for (const std::string_view word : words) {
        const size_t allowed = std::min(word.size(), found.size()) / 3;
        const size_t off = letters_off(found, word);
        if (off <= allowed && off < best_off) {
            best = word;
            best_off = off;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view found, std::span<const std::string_view> words) {
    const std::string_view word = nearest(found, words);
    return word.empty() ? "" : ", did you mean " + std::string(word) + "?";
}

}  // namespace edge::query
