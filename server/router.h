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
#include "route_match.h"

namespace edge::server {

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

    // HEAD finds the route of GET. The match points into this router.
    RouteMatch match(Method method, std::span<const std::string> segments) const;

private:
    struct Entry {
        Route route;
        std::vector<std::string> segments;
    };
    std::vector<Entry> entries_;
};

}  // namespace edge::server
