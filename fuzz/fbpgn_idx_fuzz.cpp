// Any text as the index of an FBPGN file. Where a full JSON parser finds an array of such objects,
// the reader finds the same entries.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "codec/fbpgn/index.h"
#include "require.h"

using nlohmann::json;
using namespace edge::fbpgn;

namespace {

struct ReadIndex {
    std::vector<IndexEntry> entries;
    bool is_whole = false;
};

ReadIndex read_index(std::string_view text) {
    ReadIndex index;
    IndexReader reader(text, "x.fbpgn.idx");
    IndexEntry entry;
    while (true) {
        const auto more = reader.next(entry);
        index.is_whole = more.has_value();
        if (!more) FUZZ_REQUIRE(!more.error().message.empty());
        if (!more || !*more) return index;
        index.entries.push_back(entry);
    }
}

bool is_index(const json& value) {
    if (!value.is_array()) return false;
    for (const json& entry : value) {
        if (!entry.is_object() || !entry.contains("ref")) return false;
        if (!entry["ref"].is_number_unsigned()) return false;
    }
    return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const ReadIndex index = read_index(text);
    // The parser takes a byte order mark, a zero for the end, and lists of any depth.
    constexpr ptrdiff_t kShallow = 60;
    const auto opened = std::ranges::count_if(text, [](char c) { return c == '[' || c == '{'; });
    if (text.starts_with('\xEF') || text.find('\0') != std::string_view::npos ||
        opened > kShallow) {
        return 0;
    }
    const json value = json::parse(text, nullptr, false);
    if (value.is_discarded() || !is_index(value)) return 0;
    FUZZ_REQUIRE(index.is_whole);
    FUZZ_REQUIRE(index.entries.size() == value.size());
    for (size_t i = 0; i < value.size(); ++i) {
        FUZZ_REQUIRE(index.entries[i].ref == value[i]["ref"].get<uint64_t>());
    }
    return 0;
}
