// Failure as a value. libedge does not throw: errors in untrusted bytes, files or arguments are
// returned as an Error, and each surface maps the code in one small file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace edge {

// What each is called in other languages and protocols is in core/error_codes.h.
enum class ErrorCode : uint8_t {
    InvalidArgument,
    NotFound,
    Exists,  // the output exists already, and replacing it was not allowed
    Corrupt,
    Unsupported,
    Io,
    Cancelled,
    Busy,  // another process is writing there; the same call may succeed later
};

// The location of an error, as far as it is known.
struct Place {
    std::string file = {};                // a path; empty when not in a file
    std::string pointer = {};             // RFC 6901, in a request; empty when not in one
    uint32_t line = 0;                    // from 1; 0 when it is not known
    uint32_t column = 0;                  // from 1, in characters; 0 when it is not known
    std::optional<uint64_t> offset = {};  // in bytes from the beginning
};

struct Error {
    ErrorCode code;
    std::string message;  // one sentence that says all of this, for users
    std::optional<Place> place = {};
};

template <class T>
using Result = tl::expected<T, Error>;

// Success with nothing to return.
using Status = Result<void>;

inline tl::unexpected<Error> fail(ErrorCode code, std::string message,
                                  std::optional<Place> place = {}) {
    return tl::unexpected<Error>(Error{code, std::move(message), std::move(place)});
}

}  // namespace edge

// EDGE_TRY(expr) is the value of a Result, or returns its Error from the enclosing function.
#define EDGE_TRY(...)                                                                    \
    __extension__({                                                                      \
        auto edge_try_result = (__VA_ARGS__);                                            \
        if (!edge_try_result) return tl::unexpected(std::move(edge_try_result).error()); \
        *std::move(edge_try_result);                                                     \
    })

// The same for a Status, which has no value.
#define EDGE_CHECK(...)                                                                      \
    do {                                                                                     \
        auto edge_check_result = (__VA_ARGS__);                                              \
        if (!edge_check_result) return tl::unexpected(std::move(edge_check_result).error()); \
    } while (false)
