// The parts of server/openapi.json that are made from the tables of requests.
#pragma once

#include <string>

namespace edge::test {

// The description with these parts put into their places; the rest stays as it is.
std::string with_requests(std::string description);

}  // namespace edge::test
