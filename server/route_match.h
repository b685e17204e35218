// What the router found for a request. It looks once, when the head has been read; the result stays
// with the request.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace edge::server {

struct Route;

// Whether a route only reads. Routes that write are refused with --read-only and to foreign pages;
// what is open is not secret, and can be read without the token.
enum class Access : uint8_t { Open, Read, Write };

// The segments that stood for {name}, in order; those of {name...} with slashes between.
using PathValues = std::vector<std::string>;

struct RouteMatch {
    const Route* route = nullptr;  // of the router; null: none of that method
    PathValues values = {};
    std::string allow = {};  // the methods of the path, "GET, HEAD"; empty: no such path
    // Of the route. Without one, of the path: Write when all of its routes write, and otherwise
    // Read, so that foreign pages may ask (OPTIONS). An unknown path is Read.
    Access access = Access::Read;
};

}  // namespace edge::server
