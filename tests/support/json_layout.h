// JSON as people read it: what fits is on one line.
#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace edge::test {

// `indent` is the column of the value, of which `taken` more are taken by its key.
std::string laid_out(const nlohmann::ordered_json& value, size_t indent = 0, size_t taken = 0);

}  // namespace edge::test
