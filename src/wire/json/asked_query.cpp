#include "wire/json/asked_query.h"

#include <utility>
#include <variant>

#include <fmt/format.h>

#include "bitmap/bitmap.h"
#include "bitmap/bitmap_file.h"
#include "bitmap/bitmap_name.h"

namespace edge::wire {
namespace {

query::Expr both(query::Expr set, query::Expr asked) {
    if (refers_to_all(asked)) return set;
    return query::Expr{query::Combination{query::BoolOp::And, {std::move(set), std::move(asked)}}};
}

}  // namespace

bool refers_to_all(const query::Expr& expr) {
    return std::holds_alternative<query::All>(expr.node);
}

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

Result<std::string> parse_bitmap_name(std::string_view text) {
    if (text.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    "found \"\", expected the name of a stored set or the path of its file");
    }
    if (check_bitmap_name(text)) return fmt::format("@{}", text);
    if (text.starts_with('@')) EDGE_CHECK(check_bitmap_name(text.substr(1)));
    return std::string(text);
}

Result<std::string> parse_collection_name(std::string_view text) {
    if (text.starts_with('@')) text.remove_prefix(1);
    EDGE_CHECK(check_bitmap_name(text));
    return std::string(text);
}

query::Expr with_bitmap(query::Expr asked, const std::string& bitmap) {
    if (bitmap.empty()) return asked;
    return both({query::BitmapRef{bitmap}}, std::move(asked));
}

query::Expr within_games(query::Expr asked, std::shared_ptr<const Bitmap> games) {
    if (games == nullptr) return asked;
    std::string name = fmt::format("{} games", games->count());
    return both({query::BitmapRef{std::move(name), std::move(games)}}, std::move(asked));
}

}  // namespace edge::wire
