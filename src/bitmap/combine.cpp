#include "bitmap/combine.h"

#include <fmt/format.h>

#include <algorithm>

#include "bitmap/bitmap_file.h"

namespace edge {
namespace {

Result<Bitmap> read_input(const std::string& path, const BitmapLayout* corpus) {
    return corpus != nullptr ? read_bitmap(path, *corpus) : read_bitmap(path);
}

Status apply(BitmapOperation operation, Bitmap& left, const Bitmap& right) {
    switch (operation) {
        case BitmapOperation::And:
            return left.and_with(right);
        case BitmapOperation::Or:
            return left.or_with(right);
        case BitmapOperation::Xor:
            return left.xor_with(right);
        case BitmapOperation::Sub:
            return left.subtract(right);
        case BitmapOperation::Not:
            break;
    }
    return fail(ErrorCode::InvalidArgument, "not takes one bitmap");
}

}  // namespace

std::string_view name_of(BitmapOperation operation) {
    switch (operation) {
        case BitmapOperation::And:
            return "and";
        case BitmapOperation::Or:
            return "or";
        case BitmapOperation::Xor:
            return "xor";
        case BitmapOperation::Sub:
            return "sub";
        case BitmapOperation::Not:
            break;
    }
    return "not";
}

std::optional<BitmapOperation> parse_bitmap_operation(std::string_view name) {
    const auto found = std::ranges::find(kBitmapOperations, name, name_of);
    return found == std::end(kBitmapOperations) ? std::nullopt : std::optional(*found);
}

Status check_input_count(BitmapOperation operation, size_t count) {
    const bool is_not = operation == BitmapOperation::Not;
    if (is_not ? count == 1 : count >= 2) return {};
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} takes {}, found {}", name_of(operation),
                            is_not ? "one bitmap" : "two bitmaps or more", count));
}

Result<Bitmap> combine_bitmaps(BitmapOperation operation, std::span<const std::string> paths,
                               const BitmapLayout* corpus,
                               const std::function<bool()>& is_cancelled) {
    EDGE_CHECK(check_input_count(operation, paths.size()));
    Bitmap result = EDGE_TRY(read_input(paths.front(), corpus));
    if (operation == BitmapOperation::Not) {
        result.complement();
        return result;
    }
    for (const std::string& path : paths.subspan(1)) {
        if (is_cancelled && is_cancelled()) return fail(ErrorCode::Cancelled, "cancelled");
        const Bitmap other = EDGE_TRY(read_input(path, corpus));
        const Status status = apply(operation, result, other);
        if (!status) {
            return fail(status.error().code,
                        fmt::format("{} and {}: {}", paths.front(), path, status.error().message));
        }
    }
    return result;
}

}  // namespace edge
