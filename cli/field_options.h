// The options of a subcommand that are fields of its request: their names, help, bounds and
// defaults are those of the request's table in wire/.
#pragma once

#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "wire/json/request_table.h"

namespace CLI {  // NOLINT(readability-identifier-naming): another library's
class App;
class Option;
}  // namespace CLI

namespace edge::cli {

// By the names of the fields.
using FieldOptions = std::map<std::string_view, CLI::Option*>;

// An option that stores into the request: "--top-n" for "top_n", "--no-tree" for a switch that is
// on by default. `names` are other names, as CLI11 takes them. The request must outlive the
// parsing.
CLI::Option* add_field(CLI::App& sub, const wire::Field& field, void* request,
                       const std::string& names = {});

// The same for all fields of a table that have a text form, except those that the subcommand
// declares itself.
FieldOptions add_fields(CLI::App& sub, std::span<const wire::Field> fields, void* request,
                        std::initializer_list<std::string_view> except);

template <class R>
CLI::Option* add_field(CLI::App& sub, const wire::Fields<R>& fields, std::string_view name,
                       R& request, const std::string& names = {}) {
    return add_field(sub, *wire::find_field(fields.rows(), name), &request, names);
}

template <class R>
FieldOptions add_fields(CLI::App& sub, const wire::Fields<R>& fields, R& request,
                        std::initializer_list<std::string_view> except) {
    return add_fields(sub, fields.rows(), &request, except);
}

}  // namespace edge::cli
