// What each error code is called outside libedge, one row each. Every surface takes its numbers and
// names from here, and so do the types for Node and WebAssembly (`make generated`).
#pragma once

#include <array>
#include <cerrno>
#include <string_view>

#include "edge/edge.h"
#include "edge/result.h"

namespace edge {

struct ErrorCodeRow {
    ErrorCode code;
    edge_status status;     // in C
    std::string_view name;  // in languages that give it as text
    unsigned http_status;   // of the daemon
    int errno_value;        // of Arrow streams
};

// A damaged corpus is the server's own trouble, hence 500 and not a 4xx. One that is sound but of a
// kind that this version does not read is 422: the request was understood and cannot be followed.
inline constexpr std::array kErrorCodes = {
    ErrorCodeRow{ErrorCode::InvalidArgument, EDGE_INVALID_ARGUMENT, "INVALID_ARGUMENT", 400,
                 EINVAL},
    ErrorCodeRow{ErrorCode::NotFound, EDGE_NOT_FOUND, "NOT_FOUND", 404, ENOENT},
    ErrorCodeRow{ErrorCode::Exists, EDGE_EXISTS, "EXISTS", 409, EEXIST},
    ErrorCodeRow{ErrorCode::Corrupt, EDGE_CORRUPT, "CORRUPT", 500, EBADMSG},
    ErrorCodeRow{ErrorCode::Unsupported, EDGE_UNSUPPORTED, "UNSUPPORTED", 422, ENOSYS},
    ErrorCodeRow{ErrorCode::Io, EDGE_IO, "IO", 500, EIO},
    ErrorCodeRow{ErrorCode::Cancelled, EDGE_CANCELLED, "CANCELLED", 503, ECANCELED},
    ErrorCodeRow{ErrorCode::Busy, EDGE_BUSY, "BUSY", 503, EBUSY},
};

// The rows stand in the order of the codes.
constexpr const ErrorCodeRow& row_of(ErrorCode code) {
    return kErrorCodes[static_cast<size_t>(code)];
}

}  // namespace edge
