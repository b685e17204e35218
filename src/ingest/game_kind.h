// The kinds of files that hold games, by name. ingest/game_kinds.h opens them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "edge/result.h"

namespace edge::ingest {

enum class GameKind : uint8_t { Pgn, Scoredb, Scid4, Viriformat, Fbpgn, Polyglot };
inline constexpr size_t kGameKinds = 6;

// "pgn", "scoredb", "scid4", "viriformat", "fbpgn", "polyglot": as in flags and JSON.
std::string_view kind_name(GameKind kind);
// Also by the endings of files: "si4", "vf", "bin". InvalidArgument names the kinds there are.
Result<GameKind> parse_game_kind(std::string_view name);

}  // namespace edge::ingest
