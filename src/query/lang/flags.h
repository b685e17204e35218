// Queries as command-line flags, in the order they were written: another way to write what
// query/lang/text.h reads. Flags about the header apply to the whole query wherever they are; the
// others build conditions from left to right. docs/query_language.md has the rules.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edge/result.h"
#include "query/expr.h"

namespace edge::query {

struct Flag {
    std::string name;  // with its dashes: "--streak"
    std::optional<std::string> value = {};
    friend bool operator==(const Flag&, const Flag&) = default;
};

// The flag as a user writes it: "--streak 5", "--passed-pawn=d".
std::string to_text(const Flag& flag);

enum class FlagGroup : uint8_t { Header, Position, Side, Window, Composition };
// Optional values are written with "=" only, so that what follows is never taken for one.
enum class FlagValue : uint8_t { None, Required, Optional };

// What help and parser know about a flag.
struct FlagInfo {
    std::string_view name;
    FlagValue takes;
    std::string_view placeholder;  // the value in help: "N"; empty when there is none
    FlagGroup group;
    std::string_view help;
};

// Every flag that parse_flags takes, in the order of the help.
std::span<const FlagInfo> known_flags();

// InvalidArgument names the flag and says what was expected. Without flags, the query of all games.
// The result is not normalised.
Result<Expr> parse_flags(std::span<const Flag> flags);

// Flags that mean the same as a normalised query; nothing when flags cannot express it.
std::optional<std::vector<Flag>> to_flags(const Expr& query);

}  // namespace edge::query
