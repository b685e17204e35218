// Names of openings in a query: where they come from, and which of them a text means. Files of
// names are read in wire/, so whoever reads a query puts the names into it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "chess/openings.h"
#include "edge/result.h"
#include "query/expr.h"

namespace edge::query {

// Names the file or folder of names in the environment.
inline constexpr const char* kOpeningsVariable = "EDGE_OPENINGS";

// The file or folder of names: that of the variable, or else where names are installed.
// Empty when there is no such place; it may not exist.
std::string openings_path();
// NotFound, for what needs names when there are none: says where they were looked for.
tl::unexpected<Error> no_openings(std::string_view needed_by);

// Calls visit(test) for every opening() of the query until a call returns an error.
Status for_each_opening(const Expr& query, const std::function<Status(const OpeningTest&)>& visit);
// Whether the query has an opening() without names.
bool lacks_openings(const Expr& query);
// The query with these names for every opening() that has none.
Expr with_openings(Expr query, const std::shared_ptr<const Openings>& names);

// The words of a name, or of what a user typed: without case, accents and apostrophes, divided at
// everything but letters and digits. "defence" is the word "defense", as tables spell it either
// way.
std::vector<std::string> words_of_name(std::string_view text);

// The name of the first position, by the number of moves, that has the code; empty when none has.
std::string_view name_of_code(const Openings& openings, std::string_view eco);

// The numbers in Openings::all() of what a text means. InvalidArgument lists near names when there
// are none.
Result<std::vector<uint32_t>> find_openings(const Openings& openings, std::string_view text);

}  // namespace edge::query
