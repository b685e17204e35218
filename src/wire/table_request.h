// Which table of a corpus is wanted, and which of its rows and columns, the same for every surface.
// docs/schema/table_request.schema.json defines the JSON form.
#pragma once

#include <string_view>

#include "edge/result.h"
#include "table/table.h"

namespace edge::wire {

// InvalidArgument names the place as a JSON pointer. Columns are looked at when the table is
// opened; a corpus that is named is not.
Result<table::TableOptions> parse_table_request(std::string_view json);

}  // namespace edge::wire
