// Failures as HTTP answers: the one place that maps error codes to statuses, and the JSON object of
// RFC 9457 that says what went wrong.
#pragma once

#include <string_view>

#include "edge/result.h"
#include "response.h"

namespace edge::server {

// {"type": "about:blank", "title", "status", "detail"}; the title is the status in words. A mistake
// in a request whose place the detail tells first has "pointer" too, and one in the text of a query
// "line" and "column"; see mistake_place.h.
Response problem(unsigned status, std::string_view detail);
Response problem(const Error& error);  // in the library's words; see wording.h

unsigned http_status(ErrorCode code);
std::string_view reason_phrase(unsigned status);

}  // namespace edge::server
