// Any text as the file checksums.K. What parses is written again without change.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "corpus/checksums.h"
#include "require.h"

using namespace edge;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto files = corpus::parse_checksums(text, "checksums.0");
    if (!files) {
        FUZZ_REQUIRE(files.error().code == ErrorCode::Corrupt && !files.error().message.empty());
        return 0;
    }
    FUZZ_REQUIRE(corpus::format_checksums(*files) == text);
    return 0;
}
