// Any bytes as an N.cols, with the number of games that they themselves claim. What is accepted has
// an entry for every game in every column that it has, all of which can be read.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "corpus/cols_layout.h"
#include "require.h"

using namespace edge;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    // A copy is aligned as a mapping would be.
    std::vector<std::byte> bytes(size);
    if (size > 0) std::memcpy(bytes.data(), data, size);
    uint32_t games = 0;
    if (size >= 20) games = corpus::load<uint32_t>(bytes.data() + 16);
    const auto columns = corpus::parse_header_columns(bytes, "cols", games);
    if (!columns) return 0;
    uint64_t sum = 0;
    corpus::for_each_column([&](const auto& column) {
        const auto values = (*columns).*column.view;
        FUZZ_REQUIRE(values.size() == games || (column.is_optional && values.empty()));
        for (const auto entry : values) sum += entry;
    });
    const volatile uint64_t used = sum;  // so that the reads are made
    (void)used;
    return 0;
}
