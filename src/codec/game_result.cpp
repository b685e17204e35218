#include "codec/game_result.h"

namespace edge {

std::string_view result_text(GameResult result) {
    switch (result) {
        case GameResult::WhiteWins:
            return "1-0";
        case GameResult::BlackWins:
            return "0-1";
        case GameResult::Draw:
            return "1/2-1/2";
        case GameResult::Unknown:
            break;
    }
    return "*";
}

std::optional<GameResult> parse_result(std::string_view text) {
    if (text == "1-0") return GameResult::WhiteWins;
    if (text == "0-1") return GameResult::BlackWins;
    if (text == "1/2-1/2" || text == "1/2") return GameResult::Draw;
    if (text == "*") return GameResult::Unknown;
    return std::nullopt;
}

}  // namespace edge
