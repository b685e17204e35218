#include "wire/json/query_rows.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "query/headers/name_aliases.h"
#include "query/lang/text.h"
#include "wire/json/opening_names.h"
#include "wire/query/query_json_parts.h"

namespace edge::wire {

Status read_query_text(const std::string& text, AskedQuery& asked) {
    asked.expr = EDGE_TRY(query::parse_text(text));
    return name_openings(asked.expr);
}

Status read_query_json(const JsonNode& node, AskedQuery& asked) {
    asked.expr = EDGE_TRY(read_query(node));
    return name_openings(asked.expr);
}

Status read_query_scoutfish(const JsonNode& node, AskedQuery& asked) {
    ScoutfishQuery query = EDGE_TRY(read_scoutfish(node));
    asked = {std::move(query.expr), query.skip, query.limit};
    return {};
}

void drop_aliases(AskedQuery& asked) { asked.expr = query::without_aliases(std::move(asked.expr)); }

Status read_bitmap(const std::string& name, AskedQuery& asked) {
    asked.expr = with_bitmap(std::move(asked.expr), EDGE_TRY(parse_bitmap_name(name)));
    return {};
}

}  // namespace edge::wire
