// JSON Schema of requests, from their tables. Sources that use it include <nlohmann/json.hpp>
// themselves.
#pragma once

#include "wire/json/json_text.h"
#include "wire/schema/requests.h"

namespace edge::wire {

// {"description", "type", ..., "default"}
Json field_schema(const Field& field);

// {"type": "object", "additionalProperties": false, "required", "properties"}. Other names of
// fields are left out.
Json request_schema(const RequestInfo& request);

}  // namespace edge::wire
