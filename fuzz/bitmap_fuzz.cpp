// Any bytes as a bitmap file, of either version. What is read is written in both versions and read
// again without change.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "bitmap/bitmap_file.h"
#include "require.h"

using namespace edge;

namespace {

constexpr uint64_t kMostGames = uint64_t{1} << 24;  // a sparse file may have more, at a bit each

void check_bitmap(const Bitmap& bitmap, const BitmapSummary& summary) {
    FUZZ_REQUIRE(bitmap.layout() == summary.layout);
    FUZZ_REQUIRE(bitmap.count() == summary.total_set());
    Bitmap others = bitmap;
    others.complement();
    FUZZ_REQUIRE(others.count() == bitmap.layout().total() - bitmap.count());

    const std::string sparse = format_sparse_bitmap(bitmap, {1, 2});
    FUZZ_REQUIRE(sparse.size() == sparse_bytes(bitmap));
    for (const std::string& text : {format_dense_bitmap(bitmap), sparse}) {
        const auto again = parse_bitmap(std::as_bytes(std::span(text)), "x.bm");
        FUZZ_REQUIRE(again.has_value() && *again == bitmap);
    }
}

void check_file(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    const auto summary = summarize_bitmap(bytes, "x.bm");
    FUZZ_REQUIRE(summary.has_value() || !summary.error().message.empty());
    const auto table = parse_bitmap_table(bytes, "x.bm");
    if (table && table->layout.total() > kMostGames) return;
    const auto bitmap = parse_bitmap(bytes, "x.bm");
    FUZZ_REQUIRE(bitmap.has_value() == summary.has_value());
    if (bitmap) check_bitmap(*bitmap, *summary);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    std::string text(reinterpret_cast<const char*>(data), size);
    check_file(text);
    // Version 2 ends in a hash, which no mutation would get right.
    if (size < sizeof(uint64_t)) return 0;
    const auto bytes = std::as_bytes(std::span(text)).first(size - sizeof(uint64_t));
    const uint64_t hash = short_content_hash(bytes);
    std::memcpy(text.data() + bytes.size(), &hash, sizeof hash);
    check_file(text);
    return 0;
}
