// Spellings of players, and which of them may abbreviate which.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "query/players/name_parts.h"

namespace edge::query {

// How many words a name has without a country at its end: "Zimina Olga (ITA)".
size_t count_name_words(std::string_view name);

// The same for names of the same words.
std::string words_key(Words words);

// Names of the same words.
struct Spelling {
    Words words;                     // of the first
    std::optional<NameParts> parts;  // of one that has a comma, or initials
    bool has_surname = true;         // not "Li, Chao" and "Chao, Li": which word is it?
    std::vector<uint32_t> players = {};

    bool is_abbreviated() const;  // given names as initials only
};

// Whether an abbreviated name may stand for the other, which is not abbreviated. A name without a
// comma may have its surname at either end, so it fits when either reading does; what is left must
// be one given name or as many as there are initials, as in "Diaz Munoz Sergi" nobody knows where
// the surname ends.
bool may_be(const Spelling& initials, const Spelling& full);

// Whether both names are written as one collection writes its names: with the same punctuation, and
// the surname at the same end. One that has "Bhat,V" and "Bhat,Vaibhav" means two people. Initials
// with full stops are not compared.
bool are_written_alike(std::string_view initials, std::string_view full);

// Whether the other has a whole given name: "Mikhail" is one; "M2" and "Mi", as some collections
// distinguish players, need not be all of it.
bool has_full_name(const Spelling& initials, const Spelling& full);

}  // namespace edge::query
