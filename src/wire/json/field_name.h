// What a surface calls the fields of a request in its messages: "top_n" in JSON, "--top-n" on the
// command line.
#pragma once

#include <string>
#include <string_view>

namespace edge::wire {

// The surface's name for a field of the JSON form, or for one of its answers.
using FieldNaming = std::string (*)(std::string_view field);

inline std::string json_field(std::string_view field) { return std::string(field); }

}  // namespace edge::wire
