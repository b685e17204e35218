// What the router found for a request: it is looked for once, when the head is there, and then
// travels with the request.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace edge::server {

struct Route;

// Whether a route only reads. Routes that write are refused with --read-only and to foreign pages;
// what is open is no secret, and is read without the token too.
enum class Access : uint8_t { Open, Read, Write };

// The segments that stood for {name}, in order; those of {name...} with slashes between.
using PathValues = std::vector<std::string>;

struct RouteMatch {
    const Route* route = nullptr;  // of the router; null: none of that method
    PathValues values = {};
    std::string allow = {};  // the methods of the path, "GET, HEAD"; empty: no such path
    // Of the route. Where there is none, of the path: foreign pages may ask (OPTIONS) where one of
    // its routes only reads, and a path that is none reads nothing and writes nothing.
    Access access = Access::Read;
};

}  // namespace edge::server
