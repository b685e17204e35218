// The query of a request, read from any of its forms and narrowed to a stored set.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "edge/result.h"
#include "query/expr.h"
#include "query/query.h"

namespace edge::wire {

struct AskedQuery {
    query::Expr expr;  // every game when there is no query
    // Only scoutfish's queries have these.
    std::optional<uint64_t> skip = {}, limit = {};
};

bool refers_to_all(const query::Expr& expr);

// The page of a request: its own `skip` and `limit`, or else those of the query.
query::Page page_of(const AskedQuery& asked, std::optional<uint64_t> skip,
                    std::optional<uint64_t> limit);

// Whether a text is an @name or the path of a .bm file.
bool names_bitmap(std::string_view text);

// A stored set as a request names it: its name, with or without the @, or the path of its file.
// Names are returned with the @.
Result<std::string> parse_bitmap_name(std::string_view text);

// A collection as a request names it, with or without the @: the name without it.
Result<std::string> parse_collection_name(std::string_view text);

// The games of the query that are also in the stored set; just the query when `bitmap` is empty.
query::Expr with_bitmap(query::Expr asked, const std::string& bitmap);

// The same for a set in memory; just the query when it is null.
query::Expr within_games(query::Expr asked, std::shared_ptr<const Bitmap> games);

}  // namespace edge::wire
