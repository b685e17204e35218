#include "ingest/game_kind.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace edge::ingest {
namespace {

constexpr std::array<std::string_view, kGameKinds> kNames = {"pgn",        "scoredb", "scid4",
                                                             "viriformat", "fbpgn",   "polyglot"};

}  // namespace

std::string_view kind_name(GameKind kind) { return kNames[static_cast<size_t>(kind)]; }

Result<GameKind> parse_game_kind(std::string_view name) {
    const auto found = std::ranges::find(kNames, name);
    if (found != kNames.end()) return static_cast<GameKind>(found - kNames.begin());
    return fail(ErrorCode::InvalidArgument,
                fmt::format("found '{}', expected {}", name, fmt::join(kNames, ", ")));
}

}  // namespace edge::ingest
