// The one wording of "this file is damaged": the file, the offset, what was found, what was
// expected.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "edge/result.h"

namespace edge::corpus {

// `finding` reads "found X, expected Y".
inline tl::unexpected<Error> corrupt(std::string_view file, uint64_t offset,
                                     std::string_view finding) {
    std::string message(file);
    message += ", offset ";
    message += std::to_string(offset);
    message += ": ";
    message += finding;
    return fail(ErrorCode::Corrupt, std::move(message));
}

}  // namespace edge::corpus
