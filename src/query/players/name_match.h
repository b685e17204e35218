// How well the words somebody typed fit a name: in any order, as beginnings and initials, and with
// a letter or two wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/name_words.h"

namespace edge::query {

// Letters to be added, left out, changed or swapped with their neighbour to make one of the other,
// or more than `most` when it takes more.
uint32_t letters_off(std::string_view a, std::string_view b, uint32_t most);

// A text with its words, made once for many names.
class TypedName {
public:
    // Words after the sixth are left out.
    static constexpr size_t kMaxWords = 6;
    explicit TypedName(std::string_view text);

    bool empty() const { return words_.empty(); }

    // The cost of taking the name for what was typed, 0 for the very same words; a name may have
    // more words than were typed. Nothing when they do not fit. A name that lacks one of several
    // typed words fits for kMissingWord and more.
    static constexpr uint32_t kMissingWord = 100;
    std::optional<uint32_t> cost(std::span<const corpus::NameWord> words,
                                 std::string_view text) const;

private:
    uint32_t cost_of_words(std::span<const corpus::NameWord> words, std::string_view text) const;

    std::string text_;
    std::vector<corpus::NameWord> words_;
};

}  // namespace edge::query
