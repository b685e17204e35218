// Where in a request a mistake is, for programs that show it there. Errors of requests tell the
// place before anything else, in a fixed form: "/query: line 2, column 5: expected ...".
#pragma once

#include <cstdint>
#include <string_view>

namespace edge::server {

struct MistakePlace {
    std::string_view pointer;  // RFC 6901; empty when the message names no field
    // In the text of the field, from 1, in characters; 0 when the mistake is not in such a text.
    uint32_t line = 0;
    uint32_t column = 0;
};

// The pointer is a part of the message.
MistakePlace mistake_place(std::string_view message);

}  // namespace edge::server
