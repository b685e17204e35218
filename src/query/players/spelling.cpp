#include "query/players/spelling.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "corpus/name_words.h"

namespace edge::query {
namespace {

size_t count_words(std::string_view name) {
    std::string text;
    std::vector<corpus::NameWord> words;
    corpus::append_name_words(name, text, words);
    return words.size();
}

bool is_full_name(std::string_view word) {
    return word.size() >= 3 &&
           std::ranges::none_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

// Whether the initials are those of the given names, of which there may be more.
bool fit(const Words& initials, const Words& given) {
    if (initials.size() > given.size()) return false;
    return std::ranges::equal(initials, std::span(given).first(initials.size()),
                              [](std::string_view initial, std::string_view name) {
                                  return initial.front() == name.front();
                              });
}

// The given names of a name without a comma, once the surname is taken away.
bool fit_alone(const Words& initials, std::span<const std::string_view> given) {
    return (given.size() == 1 || given.size() == initials.size()) &&
           fit(initials, Words(given.begin(), given.end()));
}

// The first and the last of the words between spaces and punctuation, as they are written.
std::pair<std::string_view, std::string_view> ends_of(std::string_view name) {
    constexpr std::string_view kBetween = " .,";
    const size_t begin = name.find_first_not_of(kBetween);
    if (begin == std::string_view::npos) return {};
    const size_t end = name.find_last_not_of(kBetween) + 1;
    const size_t first_end = std::min(name.find_first_of(kBetween, begin), end);
    const size_t last_begin = name.find_last_of(kBetween, end - 1) + 1;
    return {name.substr(begin, first_end - begin), name.substr(last_begin, end - last_begin)};
}

}  // namespace

size_t count_name_words(std::string_view name) {
    constexpr size_t kCountry = 5;  // "(ITA)"
    if (name.size() > kCountry && name.ends_with(')')) {
        const std::string_view country = name.substr(name.size() - kCountry);
        const bool is_country =
            country.front() == '(' &&
            std::ranges::all_of(country.substr(1, 3), [](char c) { return c >= 'A' && c <= 'Z'; });
        if (is_country) name.remove_suffix(kCountry);
    }
    return count_words(name);
}

std::string words_key(Words words) {
    std::ranges::sort(words);
    std::string text;
    for (const std::string_view word : words) (text += word) += ' ';
    return text;
}

bool Spelling::is_abbreviated() const {
    return parts && has_surname && !parts->given.empty() &&
           std::ranges::all_of(parts->given, is_initial) &&
           !std::ranges::all_of(parts->surname, is_initial);
}

bool may_be(const Spelling& initials, const Spelling& full) {
    const auto& [surname, letters] = *initials.parts;
    if (full.parts && full.has_surname) {
        return full.parts->surname == surname && fit(letters, full.parts->given);
    }
    const Words& words = full.words;
    if (words.size() <= surname.size()) return false;
    const std::span<const std::string_view> all(words);
    const size_t given = words.size() - surname.size();
    return (std::ranges::equal(all.first(surname.size()), surname) &&
            fit_alone(letters, all.last(given))) ||
           (std::ranges::equal(all.last(surname.size()), surname) &&
            fit_alone(letters, all.first(given)));
}

bool are_written_alike(std::string_view initials, std::string_view full) {
    if (initials.find('.') != std::string_view::npos) return false;
    const size_t comma = initials.find(',');
    const size_t other_comma = full.find(',');
    if (comma == std::string_view::npos || other_comma == std::string_view::npos) {
        if (comma != other_comma) return false;
        const auto [first, last] = ends_of(initials);
        const auto [full_first, full_last] = ends_of(full);
        return first == full_first || last == full_last;
    }
    const auto has_space = [](std::string_view name, size_t at) {
        return at + 1 < name.size() && name[at + 1] == ' ';
    };
    return has_space(initials, comma) == has_space(full, other_comma);
}

bool has_full_name(const Spelling& initials, const Spelling& full) {
    return std::ranges::any_of(full.words, [&initials](std::string_view word) {
        const Words& surname = initials.parts->surname;
        return is_full_name(word) && std::ranges::find(surname, word) == surname.end();
    });
}

}  // namespace edge::query
