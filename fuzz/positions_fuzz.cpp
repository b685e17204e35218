// Any bytes as a list of positions. What is read accounts for every byte.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "query/answers/position_file.h"
#include "require.h"

using namespace edge::query;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto list = parse_positions(std::as_bytes(std::span(data, size)), "x.ps");
    if (!list) {
        FUZZ_REQUIRE(!list.error().message.empty());
        return 0;
    }
    FUZZ_REQUIRE(list->positions.size() <= list->total_matched);
    FUZZ_REQUIRE(size == 32 + 16 * list->positions.size());
    FUZZ_REQUIRE(std::ranges::is_sorted(list->positions));
    return 0;
}
