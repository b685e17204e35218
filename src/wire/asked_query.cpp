#include "wire/asked_query.h"

#include <utility>
#include <variant>

#include "bitmap/bitmap_file.h"

namespace edge::wire {

bool asks_for_all(const query::Expr& expr) { return std::holds_alternative<query::All>(expr.node); }

query::Page page_of(const AskedQuery& asked, std::optional<uint64_t> skip,
                    std::optional<uint64_t> limit) {
    query::Page page;
    page.skip = skip.value_or(asked.skip.value_or(page.skip));
    page.limit = limit.value_or(asked.limit.value_or(page.limit));
    return page;
}

bool names_bitmap(std::string_view text) {
    return text.starts_with('@') || text.ends_with(kBitmapExtension);
}

query::Expr with_bitmap(query::Expr asked, const std::string& bitmap) {
    if (bitmap.empty()) return asked;
    query::Expr stored{query::BitmapRef{bitmap}};
    if (asks_for_all(asked)) return stored;
    return query::Expr{
        query::Combination{query::BoolOp::And, {std::move(stored), std::move(asked)}}};
}

}  // namespace edge::wire
