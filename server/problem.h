// Failures as HTTP answers: the status, and the JSON object of RFC 9457 that says what went wrong.
#pragma once

#include <optional>
#include <string_view>

#include "edge/result.h"
#include "response.h"

namespace edge::server {

// {"type": "about:blank", "title", "status", "detail"}; the title is the status in words. A mistake
// in a field of a request has "pointer" too, and one in the text of a query "line" and "column".
// Places in files are left to the detail, as files have other names for clients; see
// client_message.h.
Response problem(unsigned status, std::string_view detail, const std::optional<Place>& place = {});
Response problem(const Error& error);  // in the library's words

unsigned http_status(ErrorCode code);
std::string_view reason_phrase(unsigned status);

}  // namespace edge::server
