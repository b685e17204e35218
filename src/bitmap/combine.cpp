#include "bitmap/combine.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/mapped_file.h"

namespace edge {
namespace {

tl::unexpected<Error> do_not_match(const std::string& left, const std::string& right,
                                   std::string_view why) {
    return fail(ErrorCode::Unsupported, fmt::format("{} and {}: {}", left, right, why));
}

// The corpus that all files are of, as far as they say.
Result<BitmapCorpus> common_corpus(std::span<const std::string> paths) {
    BitmapCorpus corpus;
    const std::string* largest = nullptr;  // the file with the layout of the corpus
    const std::string* named = nullptr;    // one that names the corpus
    for (const std::string& path : paths) {
        const MappedFile file = EDGE_TRY(MappedFile::open(path));
        BitmapTable table = EDGE_TRY(parse_bitmap_table(file.bytes(), path));
        EDGE_CHECK(check_size_alone(table, path));
        if (table.corpus_id) {
            if (named != nullptr && corpus.id != table.corpus_id) {
                return do_not_match(*named, path,
                                    fmt::format("found bitmaps of the corpora {} and {}, expected "
                                                "those of one corpus",
                                                to_hex(*corpus.id), to_hex(*table.corpus_id)));
            }
            corpus.id = table.corpus_id;
            named = &path;
        }
        if (largest != nullptr) {
            if (can_grow_into(table.layout, corpus.layout)) continue;
            if (!can_grow_into(corpus.layout, table.layout)) {
                const auto difference = first_difference(corpus.layout, table.layout);
                return do_not_match(*largest, path,
                                    fmt::format("the bitmaps differ in {}", *difference));
            }
        }
        largest = &path;
        corpus.layout = std::move(table.layout);
    }
    return corpus;
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
                               const BitmapCorpus* corpus,
                               const std::function<bool()>& is_cancelled) {
    EDGE_CHECK(check_input_count(operation, paths.size()));
    const BitmapCorpus of = corpus != nullptr ? *corpus : EDGE_TRY(common_corpus(paths));
    const auto read = [&of](const std::string& path) { return read_bitmap(path, of); };
    return combine_sets(operation, paths, read, is_cancelled);
}

Result<Bitmap> combine_sets(BitmapOperation operation, std::span<const std::string> names,
                            const ReadSet& read, const std::function<bool()>& is_cancelled) {
    EDGE_CHECK(check_input_count(operation, names.size()));
    Bitmap result = EDGE_TRY(read(names.front()));
    if (operation == BitmapOperation::Not) {
        result.complement();
        return result;
    }
    for (const std::string& name : names.subspan(1)) {
        if (is_cancelled && is_cancelled()) return fail(ErrorCode::Cancelled, "cancelled");
        EDGE_CHECK(apply(operation, result, EDGE_TRY(read(name))));
    }
    return result;
}

}  // namespace edge
