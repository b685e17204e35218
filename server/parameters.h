// The parameters of a request's query string, one at a time or as the fields of a request.
#pragma once

#include <charconv>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include "edge/result.h"
#include "request.h"
#include "wire/json/request_table.h"

namespace edge::server {

// The name and the value of a parameter; the text points into the request.
struct Parameter {
    std::string_view name;
    std::string_view text;

    // InvalidArgument: "/NAME: found 'TEXT', expected WHAT".
    tl::unexpected<Error> expected(std::string_view what) const;
    // InvalidArgument: the error with the place in front, like that of a field of the JSON form,
    // "/query: column 5: ...".
    tl::unexpected<Error> wrong(Error error) const;
};

std::optional<Parameter> find_parameter(const Request& request, std::string_view name);

// The number, when it is the whole text.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number number = 0;
    const char* const end = text.data() + text.size();
    const auto [parsed, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || parsed != end) return std::nullopt;
    return number;
}

// Stores the parameters that have a row, in the order of the table; `others` are those that the
// route reads itself. Other names of a field are not accepted here. InvalidArgument for any other
// parameter, and for a value that cannot be read.
Status read_parameters(const Request& request, std::span<const wire::Field> fields,
                       std::initializer_list<std::string_view> others, void* target);

template <class R>
Result<R> read_parameters(const Request& request, const wire::Fields<R>& fields,
                          std::initializer_list<std::string_view> others = {}) {
    R target;
    EDGE_CHECK(read_parameters(request, fields.rows(), others, &target));
    return target;
}

}  // namespace edge::server
