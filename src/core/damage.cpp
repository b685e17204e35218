#include "core/damage.h"

#include <fmt/format.h>

#include <string>

namespace edge {

tl::unexpected<Error> corrupt(std::string_view file, uint64_t offset, std::string_view finding) {
    return fail(ErrorCode::Corrupt, fmt::format("{}, offset {}: {}", file, offset, finding),
                Place{.file = std::string(file), .offset = offset});
}

}  // namespace edge
