// Any bytes as the query of a collection. What is accepted is the same when it is written and read
// again.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "corpus/collection_file.h"
#include "require.h"

using namespace edge;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto collection = corpus::parse_collection(text, "x.query");
    if (!collection) {
        FUZZ_REQUIRE(collection.error().code == ErrorCode::Corrupt ||
                     collection.error().code == ErrorCode::Unsupported);
        return 0;
    }
    const auto written = corpus::format_collection(*collection);
    if (!written) return 0;  // a carriage return
    const auto again = corpus::parse_collection(*written, "x.query");
    FUZZ_REQUIRE(again && corpus::format_collection(*again).value() == *written);
    return 0;
}
