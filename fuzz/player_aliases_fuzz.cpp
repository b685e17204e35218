// Any bytes as a players.tsv. What is accepted is the same when it is written and read again, and
// every name finds the line that it is in.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "corpus/player_aliases.h"
#include "require.h"

using namespace edge;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto aliases = corpus::PlayerAliases::parse(text, "players.tsv");
    if (!aliases) {
        FUZZ_REQUIRE(aliases.error().code == ErrorCode::Corrupt);
        return 0;
    }
    bool can_be_written = true;
    for (const auto& names : aliases->lines()) {
        FUZZ_REQUIRE(names.size() >= 2);
        for (const std::string& name : names) {
            FUZZ_REQUIRE(std::ranges::equal(aliases->spellings(name), names));
            can_be_written = can_be_written && corpus::can_be_alias(name);
        }
    }
    if (!can_be_written) return 0;
    const auto again =
        corpus::PlayerAliases::parse(corpus::aliases_text(aliases->lines()), "players.tsv");
    FUZZ_REQUIRE(again && std::ranges::equal(again->lines(), aliases->lines()));
    return 0;
}
