// Which handler answers which path: an exact table, with {name} for one segment of a path, and
// {name...} for all that are left.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edge/result.h"
#include "request.h"
#include "response.h"

namespace edge::server {

// Whether a route only reads. Routes that write are refused with --read-only and to foreign pages;
// what is open is no secret, and is read without the token too.
enum class Access : uint8_t { Open, Read, Write };

// The segments that stood for {name}, in order; those of {name...} with slashes between.
using PathValues = std::vector<std::string>;
using Handler = std::function<Result<Reply>(const Request&, const PathValues&)>;

struct Route {
    Method method;
    std::string_view pattern;  // "/jobs/{id}", "/page/{path...}"
    Access access;
    Handler handler;
};

class Router {
public:
    void add(Route route);

    struct Match {
        const Route* route = nullptr;
        PathValues values = {};
        std::string allow = {};  // the methods of the path, "GET, HEAD"; empty: no such path
    };
    // HEAD finds the route of GET.
    Match match(Method method, std::span<const std::string> segments) const;
    // The routes that a path has, whatever the method.
    std::vector<const Route*> routes_of(std::span<const std::string> segments) const;

private:
    struct Entry {
        Route route;
        std::vector<std::string> segments;
    };
    std::vector<Entry> entries_;
};

}  // namespace edge::server
