// Counts and relations as the text language meets them: inside a longer text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "query/expr.h"

namespace edge::query {

struct CountPrefix {
    CountChain chain;
    size_t length = 0;  // bytes of the text it took
};
struct CountError {
    std::string message;
    size_t offset = 0;  // byte of the text where the mistake is
};

// The relation that the text begins with, if it does; the error is for signs such as => and ==.
struct RelationPrefix {
    Relation relation;
    size_t length;
};
tl::expected<std::optional<RelationPrefix>, std::string> read_relation(std::string_view text);

// Reads the longest chain that the text begins with.
tl::expected<CountPrefix, CountError> read_count_chain(std::string_view text);

// Whether the word names something that can be counted: Q, MEN, mat.
bool is_counted_word(std::string_view word);

}  // namespace edge::query
