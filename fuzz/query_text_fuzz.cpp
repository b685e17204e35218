// A query in the text language. What parses prints and parses back equal, before and after
// normalisation; what does not parse has an error of bounded size.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "query/lang/text.h"
#include "require.h"

using namespace edge;

namespace {

constexpr size_t kLongestMessage = 2000;

void check_printing(const query::Expr& expr) {
    const auto again = query::parse_text(query::to_text(expr));
    FUZZ_REQUIRE(again && *again == expr);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto parsed =
        query::parse_text(std::string_view(reinterpret_cast<const char*>(data), size));
    if (!parsed) {
        FUZZ_REQUIRE(parsed.error().message.size() < kLongestMessage);
        return 0;
    }
    check_printing(*parsed);
    const query::Expr canonical = query::normalized(*parsed);
    check_printing(canonical);
    FUZZ_REQUIRE(query::normalized(canonical) == canonical);
    return 0;
}
