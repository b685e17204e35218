// Failure as a value. libedge does not throw: what can go wrong on outside bytes, files or
// arguments comes back as an Error, and each surface maps the code in one small file.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace edge {

enum class ErrorCode : uint8_t { InvalidArgument, NotFound, Corrupt, Unsupported, Io, Cancelled };

struct Error {
    ErrorCode code;
    std::string message;  // one sentence that names the file and the place
};

template <class T>
using Result = tl::expected<T, Error>;

// Success with nothing to return.
using Status = Result<void>;

inline tl::unexpected<Error> fail(ErrorCode code, std::string message) {
    return tl::unexpected<Error>(Error{code, std::move(message)});
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
