// Private to wire/: reading the fields that requests have in common. Sources that use it include
// <nlohmann/json.hpp> themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edge/result.h"
#include "wire/asked_query.h"
#include "wire/json_reader.h"

namespace edge::wire {

// Which games: "query", "query_json" or "scoutfish", one or none of them, and "bitmap", the stored
// set that stands beside it.
Result<AskedQuery> read_asked_query(const JsonNode& request);

// An error unless it is an object with no other fields than these.
Status check_fields(const JsonNode& request, std::span<const std::string_view> fields);

// What a field holds; what it stands for when it is missing.
Result<std::string> read_text(const JsonNode& request, std::string_view field);  // empty
Result<bool> read_switch(const JsonNode& request, std::string_view field);       // false
Result<std::optional<uint64_t>> read_count(const JsonNode& request, std::string_view field);

// An error unless all of these are there.
Status check_needed(const JsonNode& request, std::span<const std::string_view> fields);
// A text, or a list of at least one.
Result<std::vector<std::string>> read_texts(const JsonNode& node);

}  // namespace edge::wire
