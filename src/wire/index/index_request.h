// What to index and how, the same for every surface. index_fields() describes it.
#pragma once

#include <string_view>

#include "edge/result.h"
#include "index/indexer.h"
#include "wire/json/request_table.h"

namespace edge::wire {

// Every field is an option of the library.
using IndexRequest = indexing::IndexOptions;

const Fields<IndexRequest>& index_fields();

// Paths are passed on as they are. InvalidArgument names the place as a JSON pointer.
Result<IndexRequest> parse_index_request(std::string_view json);

}  // namespace edge::wire
