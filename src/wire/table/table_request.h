// A request for a table of a corpus, and some of its rows and columns; the same for every surface.
// table_fields() describes it.
#pragma once

#include <string>
#include <string_view>

#include "edge/result.h"
#include "table/stream.h"
#include "wire/json/asked_query.h"
#include "wire/json/request_table.h"

namespace edge::wire {

struct TableRequest {
    std::string corpus = {};  // as the surface names it; not opened here
    AskedQuery asked = {};    // which games; parse_table_request puts it into the options
    table::TableOptions options = {};
};

const Fields<TableRequest>& table_fields();

// InvalidArgument names the place as a JSON pointer. Columns are checked when the table is opened;
// the corpus that it names is ignored.
Result<table::TableOptions> parse_table_request(std::string_view json);

}  // namespace edge::wire
