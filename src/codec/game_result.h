// How a game ended, and the words that PGN has for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace edge {

// On disk in every game header: do not change the values.
enum class GameResult : uint8_t { Unknown, WhiteWins, Draw, BlackWins };

std::string_view result_text(GameResult result);  // "1-0", "0-1", "1/2-1/2", "*"
// The result with this text; "1/2" is a draw too. Nothing for any other text.
std::optional<GameResult> parse_result(std::string_view text);

}  // namespace edge
