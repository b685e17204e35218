#include "query/players/same_player.h"

#include <algorithm>
#include <cstddef>

#include "core/ascii.h"
#include "core/hash.h"
#include "corpus/name_words.h"

namespace edge::query {
namespace {

constexpr size_t kLongestAbbreviation = 3;  // letters
constexpr size_t kLeastLeftOut = 2;

bool begins_letter(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }
size_t letters(std::string_view word) {
    return static_cast<size_t>(std::ranges::count_if(word, begins_letter));
}
bool is_long(std::string_view word) { return letters(word) > 1; }

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_small(char c) { return c >= 'a' && c <= 'z'; }

// "Donner, JH" has two initials, where the surname shows that capitals mean something.
std::string with_initials_apart(std::string_view name) {
    const size_t comma = name.find(',');
    if (comma == std::string_view::npos || std::ranges::none_of(name.substr(0, comma), is_small)) {
        return std::string(name);
    }
    std::string apart(name.substr(0, comma));
    for (std::string_view rest = name.substr(comma); !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find_first_of(" .,-"));
        const bool are_initials =
            word.size() <= kLongestAbbreviation && std::ranges::all_of(word, is_capital);
        for (const char c : word) {
            apart += c;
            if (are_initials) apart += ' ';
        }
        rest.remove_prefix(word.size());
        if (rest.empty()) break;
        apart += rest.front();
        rest.remove_prefix(1);
    }
    return apart;
}

bool is_nobody(const Words& words) {
    return std::ranges::equal(words, Words{"nn"}) || std::ranges::equal(words, Words{"n", "n"});
}

std::vector<NameParts> readings_of(std::string_view name, const Words& words) {
    if (auto parts = parts_of(name, words)) return {*parts};
    std::vector<NameParts> readings;
    for (size_t cut = 1; cut < words.size(); ++cut) {
        const auto middle = words.begin() + static_cast<std::ptrdiff_t>(cut);
        const Words front(words.begin(), middle);
        const Words back(middle, words.end());
        readings.push_back({.surname = front, .given = back});
        readings.push_back({.surname = back, .given = front});
    }
    return readings;
}

bool abbreviates(std::string_view part, std::string_view name) {
    if (!name.starts_with(part)) return false;
    const size_t length = letters(part);
    return length == 1 ||
           (length <= kLongestAbbreviation && length + kLeastLeftOut <= letters(name));
}

// One may have further given names that the other leaves out, but not the first.
bool given_names_fit(const Words& a, const Words& b) {
    if (a.empty() || b.empty()) return false;
    for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (a[i] != b[i] && !abbreviates(a[i], b[i]) && !abbreviates(b[i], a[i])) return false;
    }
    return true;
}

bool fit(const NameParts& a, const NameParts& b) {
    return a.surname == b.surname && std::ranges::any_of(a.surname, is_long) &&
           given_names_fit(a.given, b.given);
}

std::string spaced(const Words& words) {
    std::string text;
    for (const std::string_view word : words) (text += word) += ' ';
    return text;
}

std::string first_letter(std::string_view word) {
    const auto next = std::find_if(word.begin() + 1, word.end(), begins_letter);
    return {word.begin(), next};
}

}  // namespace

PlayerName::PlayerName(std::string_view name) : name_(name) {
    const std::string apart = with_initials_apart(name);
    std::vector<corpus::NameWord> words;
    corpus::append_name_words(apart, text_, words);
    for (const corpus::NameWord& word : words) words_.push_back(word_text(word, text_));
    if (is_nobody(words_)) words_.clear();
    sorted_words_ = words_;
    std::ranges::sort(sorted_words_);
    readings_ = readings_of(apart, words_);
    has_digit_ = std::ranges::any_of(text_, is_digit);
    keys_.push_back(hash_bytes(spaced(sorted_words_)));
    for (const NameParts& parts : readings_) {
        if (parts.given.empty()) continue;
        keys_.push_back(hash_bytes(spaced(parts.surname) + first_letter(parts.given.front())));
    }
}

NameAgreement PlayerName::agreement(const PlayerName& other) const {
    if (!is_known() || !other.is_known()) return NameAgreement::Unknown;
    if (name_ == other.name_) return NameAgreement::Same;
    if (sorted_words_ == other.sorted_words_) return NameAgreement::Spelling;
    if (has_digit_ || other.has_digit_) return NameAgreement::Different;
    for (const NameParts& mine : readings_) {
        for (const NameParts& its : other.readings_) {
            if (fit(mine, its)) return NameAgreement::Initials;
        }
    }
    return NameAgreement::Different;
}

}  // namespace edge::query
