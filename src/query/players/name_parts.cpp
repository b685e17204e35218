#include "query/players/name_parts.h"

#include <algorithm>
#include <string>

#include "corpus/name_words.h"

namespace edge::query {
namespace {

// How many of the words stand before the comma.
std::optional<size_t> words_before_comma(std::string_view name) {
    const size_t comma = name.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    std::string text;
    std::vector<corpus::NameWord> words;
    corpus::append_name_words(name.substr(0, comma), text, words);
    return words.size();
}

}  // namespace

std::optional<NameParts> parts_of(std::string_view name, const Words& words) {
    size_t surname = 0;
    if (const auto before = words_before_comma(name)) {
        surname = *before;
    } else if (!words.empty() && is_initial(words.front())) {
        const auto end = std::ranges::find_if_not(words, is_initial);
        return NameParts{Words(end, words.end()), Words(words.begin(), end)};
    } else {
        while (surname < words.size() && !is_initial(words[surname])) ++surname;
    }
    if (surname == 0 || surname >= words.size()) return std::nullopt;
    const auto middle = words.begin() + static_cast<std::ptrdiff_t>(surname);
    return NameParts{Words(words.begin(), middle), Words(middle, words.end())};
}

}  // namespace edge::query
