// A name as a surname and given names, for telling whether two spellings may be the same player.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace edge::query {

// Of a name, folded (corpus/name_words.h); views of what the caller keeps.
using Words = std::vector<std::string_view>;

inline bool is_initial(std::string_view word) { return word.size() == 1; }

struct NameParts {
    Words surname;
    Words given;  // or initials
};

// The comma tells them apart, or initials at one end: "Tal M", "M. Carlsen". Nothing where neither
// is there, or one of the parts is empty.
std::optional<NameParts> parts_of(std::string_view name, const Words& words);

}  // namespace edge::query
