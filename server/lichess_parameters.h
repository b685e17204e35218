// The parameters of the Lichess opening explorer, read from a request's query string.
#pragma once

#include "edge/result.h"
#include "request.h"
#include "wire/lichess/lichess_request.h"

namespace edge::server {

// InvalidArgument for a value that cannot be read, an illegal position or move, and a player or
// colour that is missing where it is needed. Parameters that the database does not know are
// ignored, and one without a value counts as left out.
Result<wire::LichessRequest> parse_lichess_parameters(const Request& request,
                                                      wire::LichessDatabase database);

}  // namespace edge::server
