#include "wire/json/request_error.h"

#include <utility>

#include <fmt/format.h>

namespace edge::wire {

tl::unexpected<Error> wrong_at(std::string pointer, std::string_view sentence) {
    std::string message = fmt::format("{}: {}", pointer, sentence);
    return fail(ErrorCode::InvalidArgument, std::move(message),
                Place{.pointer = std::move(pointer)});
}

}  // namespace edge::wire
