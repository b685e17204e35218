// All requests with their tables, from which schemas and the types of the bindings are made.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "wire/json/request_table.h"

namespace edge::wire {

struct RequestInfo {
    std::string_view name;         // "explore", as edge_ask and edge_run take it
    std::string_view description;  // a sentence or two
    const std::vector<Field>& fields;
    Words one_needed = {};  // fields of which exactly one must be given
};

std::vector<RequestInfo> all_requests();

}  // namespace edge::wire
