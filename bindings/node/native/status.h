// The one place that maps the library's codes to those of EdgeError in JavaScript.
#pragma once

#include "edge/edge.h"

namespace edge::node {

// "INVALID_ARGUMENT" and its like.
const char* code_of(edge_status status);

// What there is to say when the library had no memory for a message.
const char* message_of(edge_status status, const edge_error* error);

}  // namespace edge::node
