// An error about one field of a request in JSON, for code that has no JsonNode of it.
#pragma once

#include <string>
#include <string_view>

#include "edge/result.h"

namespace edge::wire {

// InvalidArgument: "POINTER: SENTENCE", with the pointer (RFC 6901) as its place.
tl::unexpected<Error> wrong_at(std::string pointer, std::string_view sentence);

}  // namespace edge::wire
