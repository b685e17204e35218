// The one place that turns errors of the library into JavaScript.
#pragma once

#include <node_api.h>

#include "edge/edge.h"

namespace edge::node {

// An Error with `code`, "INVALID_ARGUMENT" and its like, and `place`: an object of what is known of
// it, or null. NULL where JavaScript is ending.
napi_value error_to_js(napi_env env, edge_status status, const edge_error* error);

}  // namespace edge::node
