// A request as routes see it: no socket, no library, so that routes can be tested without either.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edge/result.h"
#include "route_match.h"

namespace edge::server {

enum class Method : uint8_t { Get, Head, Post, Put, Delete, Options, Other };
std::string_view name_of(Method method);

struct Field {
    std::string name;
    std::string value;
};

// What follows the method in the first line, split up and decoded.
struct Target {
    std::vector<std::string> segments;  // of the path, without its slashes
    std::vector<Field> parameters;      // what follows '?', in order
};

// InvalidArgument for anything but a path, for invalid percent-encoding, control characters and
// text that is not UTF-8.
Result<Target> parse_target(std::string_view text);

struct Request {
    Method method = Method::Get;
    std::string target;  // as received
    std::vector<std::string> segments;
    std::vector<Field> parameters;
    std::vector<Field> headers;
    std::string body;
    RouteMatch match = {};  // from Service::find_route; empty until the head has been read

    // The value of the only header of that name, in any case; none when there is none or several.
    std::optional<std::string_view> header(std::string_view name) const;
    size_t count_headers(std::string_view name) const;
    std::optional<std::string_view> parameter(std::string_view name) const;
    // InvalidArgument names the first parameter that is not one of these, or one that appears
    // twice.
    Status only_parameters(std::span<const std::string_view> known) const;
    Status only_parameters(std::initializer_list<std::string_view> known) const {
        return only_parameters(std::span(known.begin(), known.size()));
    }
    // InvalidArgument names the first of these that appears twice; other parameters are allowed.
    Status none_twice(std::span<const std::string_view> names) const;
    Status none_twice(std::initializer_list<std::string_view> names) const {
        return none_twice(std::span(names.begin(), names.size()));
    }
    // InvalidArgument when it is missing.
    Result<std::string> required_parameter(std::string_view name) const;

    // "/corpora": the target without its parameters.
    std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
    bool wants_upgrade() const;  // to a WebSocket
};

bool equal_ignoring_case(std::string_view left, std::string_view right);

}  // namespace edge::server
