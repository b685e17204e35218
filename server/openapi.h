// The description of all routes in the OpenAPI form, server/openapi.json as it was when this was
// built.
#pragma once

#include <string_view>

namespace edge::server {

extern const std::string_view kOpenapi;

}  // namespace edge::server
