// Any bytes as the query of a collection, as they are and with the hash that belongs to them. What
// is accepted is the same when it is written and read again.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "corpus/collection_file.h"
#include "require.h"

using namespace edge;

namespace {

void read_and_write(std::string_view text) {
    const auto collection = corpus::parse_collection(text, "x.query");
    if (!collection) {
        FUZZ_REQUIRE(collection.error().code == ErrorCode::Corrupt ||
                     collection.error().code == ErrorCode::Unsupported);
        return;
    }
    const auto written = corpus::format_collection(*collection);
    if (!written) return;  // a carriage return
    const auto again = corpus::parse_collection(*written, "x.query");
    FUZZ_REQUIRE(again && corpus::format_collection(*again).value() == *written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    read_and_write(text);
    std::string lines(text.substr(0, text.find("hash=", text.find("made_at="))));
    lines += "hash=" + to_hex(content_hash(lines)) + "\n";
    read_and_write(lines);
    return 0;
}
