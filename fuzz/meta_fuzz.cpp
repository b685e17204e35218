// Any text as the file meta. What parses is written and read again without change.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "corpus/meta.h"
#include "require.h"

using namespace edge;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto meta = corpus::parse_meta({reinterpret_cast<const char*>(data), size}, "meta");
    if (!meta) {
        FUZZ_REQUIRE(!meta.error().message.empty());
        return 0;
    }
    const std::string text = corpus::format_meta(*meta);
    const auto again = corpus::parse_meta(text, "meta");
    FUZZ_REQUIRE(again.has_value());
    FUZZ_REQUIRE(corpus::format_meta(*again) == text);
    return 0;
}
