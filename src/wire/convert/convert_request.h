// What to convert and how, the same for every surface. convert_fields() describes it.
#pragma once

#include <string_view>

#include "convert/convert.h"
#include "edge/result.h"
#include "wire/json/asked_query.h"
#include "wire/json/request_table.h"

namespace edge::wire {

struct ConvertRequest {
    convert::ConvertOptions options = {};  // except for the query
    AskedQuery asked = {};
};

const Fields<ConvertRequest>& convert_fields();

// InvalidArgument when the query asks for a page of the games.
Result<convert::ConvertOptions> convert_options(ConvertRequest request);

// Paths are passed on as they are. InvalidArgument names the place as a JSON pointer.
Result<convert::ConvertOptions> parse_convert_request(std::string_view json);

}  // namespace edge::wire
