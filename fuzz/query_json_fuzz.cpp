// Any text as a JSON query and as a scoutfish query. What is read can be written, and is then read
// back as the same query.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "require.h"
#include "wire/query/query_json.h"
#include "wire/query/scoutfish_json.h"

using namespace edge;

namespace {

void check_query(const query::Expr& expr) {
    const std::string json = wire::query_json(expr);
    const auto again = wire::parse_query_json(json);
    FUZZ_REQUIRE(again.has_value());
    FUZZ_REQUIRE(*again == expr);
    FUZZ_REQUIRE(wire::query_json(*again) == json);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto expr = wire::parse_query_json(text)) {
        check_query(*expr);
    } else {
        FUZZ_REQUIRE(expr.error().code == ErrorCode::InvalidArgument);
        FUZZ_REQUIRE(!expr.error().message.empty());
    }
    if (const auto query = wire::parse_scoutfish(text)) {
        check_query(query->expr);
    } else {
        FUZZ_REQUIRE(query.error().code == ErrorCode::InvalidArgument);
        FUZZ_REQUIRE(!query.error().message.empty());
    }
    return 0;
}
