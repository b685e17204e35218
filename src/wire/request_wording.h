// What the library says, as whoever asked by a request reads it.
#pragma once

#include <string>

namespace edge::wire {

// Options of the program become the fields of requests: "--force" is "\"force\": true".
std::string request_wording(std::string message);

}  // namespace edge::wire
