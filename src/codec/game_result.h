// How a game ended. On disk in every game header: do not change the values.
#pragma once

#include <cstdint>

namespace edge {

enum class GameResult : uint8_t { Unknown, WhiteWins, Draw, BlackWins };

}  // namespace edge
