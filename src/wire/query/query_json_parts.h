// Private to wire/: the parts of the JSON form of queries, one source each. query_json.cpp joins
// them: query_json_atoms.cpp has what holds at one position, query_json_headers.cpp what a game's
// header says.
#pragma once

#include <array>
#include <string_view>

#include "query/expr.h"
#include "wire/json/json_reader.h"
#include "wire/query/scoutfish_json.h"

namespace edge::wire {

// The value of an enum whose names are listed in its order, and back.
template <class E>
Result<E> read_enum(const JsonNode& node, std::span<const std::string_view> names) {
    return static_cast<E>(EDGE_TRY(node.one_of(names)));
}
template <class E>
std::string_view name_of(E value, std::span<const std::string_view> names) {
    return names[static_cast<size_t>(value)];
}

// A whole query, here or inside a request; scoutfish's is in scoutfish_json.cpp.
Result<query::Expr> read_query(const JsonNode& node);
Json query_value(const query::Expr& query);
Result<ScoutfishQuery> read_scoutfish(const JsonNode& node);

// {KEY: value}.
Json with_key(std::string_view key, Json value);

// A list of atoms, at least one.
Result<query::AtomList> read_atoms(const JsonNode& node);
Json atoms_value(const query::AtomList& atoms);
// Whether an atom is written with the key: {"count": ...}.
bool is_atom_key(std::string_view key);

// The keys that header tests begin with, sorted.
std::span<const std::string_view> header_keys();
// An object with one of them. Several relations in it are an And.
Result<query::Expr> read_header(const JsonNode& node);
Json header_value(const query::HeaderTest& test);

}  // namespace edge::wire
