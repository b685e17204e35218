// Private to wire/: the JSON value that keeps its keys in order, and its text. Sources that use it
// include <nlohmann/json.hpp> themselves.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace edge::wire {

using Json = nlohmann::ordered_json;

// One line. Bytes that are not UTF-8, which only a damaged corpus can hold, become U+FFFD.
std::string json_text(const Json& value);

template <class T, class J = Json>
J json_or_null(const std::optional<T>& value) {
    return value ? J(*value) : J(nullptr);
}

}  // namespace edge::wire
