// Any text as a file of openings, in both of its forms. What is read names positions that are
// reached by legal moves, and reading it twice changes nothing.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "require.h"
#include "wire/explore/openings_file.h"

using namespace edge;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const auto form : {wire::OpeningsForm::Json, wire::OpeningsForm::Tsv}) {
        Openings openings;
        const Status read = wire::read_openings(text, "openings", form, openings);
        if (!read) {
            FUZZ_REQUIRE(read.error().code == ErrorCode::Corrupt);
            FUZZ_REQUIRE(read.error().message.starts_with("openings: "));
            continue;
        }
        const size_t count = openings.size();
        FUZZ_REQUIRE(wire::read_openings(text, "openings", form, openings).has_value());
        FUZZ_REQUIRE(openings.size() == count);
    }
    return 0;
}
