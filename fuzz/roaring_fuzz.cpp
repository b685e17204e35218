// Any bytes as a Roaring set; the first two of them say how high its numbers go. What is read is
// written and read again without change.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bitmap/roaring_reader.h"
#include "bitmap/roaring_writer.h"
#include "require.h"

using namespace edge;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 2) return 0;
    const uint32_t limit = (data[0] + data[1] * 256U) * 16U;
    const auto bytes = std::as_bytes(std::span(data, size)).subspan(2);
    std::vector<uint64_t> words((limit + 63) / 64);
    const auto counted = roaring::count_set({bytes, "x"}, limit);
    const auto numbers = roaring::read_set({bytes, "x"}, limit, words);
    FUZZ_REQUIRE(counted.has_value() == numbers.has_value());
    if (!numbers) {
        FUZZ_REQUIRE(!numbers.error().message.empty());
        return 0;
    }
    FUZZ_REQUIRE(*counted == *numbers && *numbers <= limit);

    const std::string text = roaring::format_set(words);
    FUZZ_REQUIRE(text.size() == roaring::set_bytes(words));
    std::vector<uint64_t> again(words.size());
    const auto same = roaring::read_set({std::as_bytes(std::span(text)), "x"}, limit, again);
    FUZZ_REQUIRE(same.has_value() && *same == *numbers && again == words);
    return 0;
}
