// Any bytes as a group-by table. What is read is written and read again without change.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "query/answers/group_file.h"
#include "query/answers/partition.h"
#include "require.h"

using namespace edge::query;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto table = parse_groups(std::as_bytes(std::span(data, size)), "x.gb");
    if (!table) {
        FUZZ_REQUIRE(!table.error().message.empty());
        return 0;
    }
    std::vector<GroupValue> values;
    for (const GroupRow& row : table->rows) {
        FUZZ_REQUIRE(!value_text(table->by, row.value).empty());
        values.push_back(row.value);
    }
    for (const std::string& name : partition_names(table->by, values)) {
        FUZZ_REQUIRE(!name.empty());
    }
    const auto text = format_groups(*table);
    FUZZ_REQUIRE(text.has_value() && text->size() <= size);
    const auto again = parse_groups(std::as_bytes(std::span(*text)), "x.gb");
    FUZZ_REQUIRE(again.has_value() && *again == *table);
    return 0;
}
