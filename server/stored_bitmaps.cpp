#include "stored_bitmaps.h"

#include <algorithm>
#include <filesystem>
#include <variant>

#include <fmt/format.h>

#include "bitmap/bitmap_name.h"

namespace edge::server {

bool names_bitmaps(const query::Expr& expr) {
    if (std::holds_alternative<query::BitmapRef>(expr.node)) return true;
    const auto* const combination = std::get_if<query::Combination>(&expr.node);
    return combination != nullptr && std::ranges::any_of(combination->operands, names_bitmaps);
}

Status check_bitmap_argument(std::string_view name) {
    if (!name.starts_with('@')) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("found the bitmap '{}', expected @NAME, one of the corpus", name));
    }
    return check_bitmap_name(name.substr(1));
}

Status check_no_paths(const query::Expr& expr) {
    if (const auto* const bitmap = std::get_if<query::BitmapRef>(&expr.node)) {
        return check_bitmap_argument(bitmap->name);
    }
    const auto* const combination = std::get_if<query::Combination>(&expr.node);
    if (combination == nullptr) return {};
    for (const query::Expr& operand : combination->operands) EDGE_CHECK(check_no_paths(operand));
    return {};
}

bool has_answer(const std::string& corpus, std::string_view name, bool with_parts) {
    name.remove_prefix(1);
    std::error_code error;
    for (std::filesystem::directory_iterator file(corpus + "/bitmaps", error), end;
         !error && file != end; file.increment(error)) {
        const std::string found = file->path().filename().string();
        if (!found.starts_with(name) || found.size() == name.size()) continue;
        const char next = found[name.size()];
        if (next == '.' || (with_parts && next == '-')) return true;
    }
    return false;
}

}  // namespace edge::server
