// The tags and the movetext of synthetic games.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "codec/synth/game.h"
#include "codec/synth/players.h"
#include "codec/synth/random.h"

namespace edge::synth {

struct TimeSetting {
    std::string_view tag;   // the TimeControl tag
    std::string_view name;  // as in "Rated Blitz game"
    uint32_t base_seconds, increment;
};

// What is known before the first move.
struct GameSetting {
    Player white, black;
    int white_elo = 0, black_elo = 0;
    bool is_online = false;
    std::string_view city, country;  // of a game over the board
    uint32_t year = 0, month = 0, day = 0, round = 0;
    TimeSetting time{};
};

GameSetting draw_setting(const Player& white, const Player& black, Random& random);

void append_tags(const GameSetting& setting, const PlayedGame& game, std::string& text);

// PGN export format, lines below 80 characters, and the empty line after the game.
void append_moves(const PlayedGame& game, std::string& text);

// On one line, each move with its clock, "1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] }".
void append_moves_with_clocks(const GameSetting& setting, const PlayedGame& game, Random& random,
                              std::string& text);

}  // namespace edge::synth
