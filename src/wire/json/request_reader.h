// Private to wire/: reading a request in JSON by its table. Sources that use it include
// <nlohmann/json.hpp> themselves.
#pragma once

#include <span>
#include <string_view>

#include "edge/result.h"
#include "wire/json/json_reader.h"
#include "wire/json/request_table.h"

namespace edge::wire {

// Stores what an object says about a request, field by field in the order of the table.
// InvalidArgument names the place as a JSON pointer.
Status read_rows(const JsonNode& node, std::span<const Field> fields, void* request);

template <class R>
Status read_fields(const JsonNode& node, const Fields<R>& fields, R& request) {
    return read_rows(node, fields.rows(), &request);
}

Status read_document(std::string_view json, std::span<const Field> fields, void* request);

// Reads a whole document; how fields go together is checked by the caller.
template <class R>
Result<R> read_request(std::string_view json, const Fields<R>& fields) {
    R request;
    EDGE_CHECK(read_document(json, fields.rows(), &request));
    return request;
}

}  // namespace edge::wire
