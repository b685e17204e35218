// Any bytes as a heatmap file. What is read is written back byte for byte, and can be shown.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "query/answers/heatmap_file.h"
#include "query/answers/heatmap_picture.h"
#include "require.h"

using namespace edge::query;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto heatmap = parse_heatmap(std::as_bytes(std::span(data, size)), "x.hm");
    if (!heatmap) {
        FUZZ_REQUIRE(!heatmap.error().message.empty());
        return 0;
    }
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    FUZZ_REQUIRE(format_heatmap(*heatmap) == input);
    FUZZ_REQUIRE(!heatmap_text(*heatmap, 0, ColorDepth::TrueColor).empty());
    FUZZ_REQUIRE(!heatmap_text(*heatmap, 0, ColorDepth::Indexed256).empty());
    FUZZ_REQUIRE(heatmap_svg(*heatmap, 0, "x").ends_with("</svg>\n"));
    return 0;
}
