// Any bytes as a bitmap file. What is read is written and read again without change.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "bitmap/bitmap_file.h"
#include "require.h"

using namespace edge;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto bitmap = parse_bitmap(std::as_bytes(std::span(data, size)), "x.bm");
    if (!bitmap) {
        FUZZ_REQUIRE(!bitmap.error().message.empty());
        return 0;
    }
    FUZZ_REQUIRE(bitmap->count() <= bitmap->layout().total());
    Bitmap others = *bitmap;
    others.complement();
    FUZZ_REQUIRE(others.count() == bitmap->layout().total() - bitmap->count());

    const std::string text = format_bitmap(*bitmap);
    FUZZ_REQUIRE(text.size() <= size);
    const auto again = parse_bitmap(std::as_bytes(std::span(text)), "x.bm");
    FUZZ_REQUIRE(again.has_value() && *again == *bitmap);
    return 0;
}
