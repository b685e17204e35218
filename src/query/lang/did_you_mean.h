// How errors about a query quote what was found and guess what was meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "edge/result.h"

namespace edge::query {

// The text between single quotes, cut where it is long.
std::string in_quotes(std::string_view text);

// "W, B or D".
std::string listed(std::span<const std::string_view> words);

// The word that `found` most likely misspells: at most two letters off, fewer in a short word, not
// counting case and '-' for '_'. Empty when none is close.
std::string_view nearest(std::string_view found, std::span<const std::string_view> words);

// ", did you mean passed_pawn?", or nothing.
std::string did_you_mean(std::string_view found, std::span<const std::string_view> words);

inline tl::unexpected<Error> misread(std::string message) {
    return fail(ErrorCode::InvalidArgument, std::move(message));
}

}  // namespace edge::query
