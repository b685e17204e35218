// The one wording of "this file is damaged": the file, the offset, what was found, what was
// expected.
#pragma once

#include <edge/result.h>

#include <cstdint>
#include <string_view>

namespace edge {

// `finding` reads "found X, expected Y".
tl::unexpected<Error> corrupt(std::string_view file, uint64_t offset, std::string_view finding);

}  // namespace edge
