#include "abi/handles.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace edge::abi {

edge_status report(const Error& error, edge_error** out) {
    if (out != nullptr) *out = new edge_error{error.message, error.place};
    return status_of(error.code);
}

edge_status report_unforeseen(const std::exception& thrown, edge_error** out) noexcept {
    if (out == nullptr) return EDGE_INTERNAL;
    try {
        *out = new edge_error{thrown.what()};
    } catch (const std::bad_alloc&) {
        *out = nullptr;
    }
    return EDGE_INTERNAL;
}

tl::unexpected<Error> not_given(std::string_view parameter) {
    return fail(ErrorCode::InvalidArgument, fmt::format("{}: found NULL", parameter));
}

void give_text(std::string_view text, edge_text* out) {
    auto* const data = static_cast<char*>(std::malloc(text.size() + 1));
    if (data == nullptr) throw std::bad_alloc();
    std::memcpy(data, text.data(), text.size());
    data[text.size()] = '\0';
    *out = {data, text.size()};
}

void give_games(Bitmap games, edge_bitmap** out) {
    *out = new edge_bitmap{std::make_shared<const Bitmap>(std::move(games))};
}

}  // namespace edge::abi
