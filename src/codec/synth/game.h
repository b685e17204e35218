// One synthetic game: book moves, then chosen ones, until a side is mated, resigns or agrees to a
// draw. The stronger player chooses better, so results follow the ratings and the material.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "codec/synth/opening_lines.h"
#include "codec/synth/random.h"

namespace edge::synth {

enum class Outcome : uint8_t { WhiteWins, Draw, BlackWins };

struct SanText {
    std::array<char, 7> text;
    uint8_t length;
    std::string_view view() const { return {text.data(), length}; }
};

struct PlayedGame {
    std::vector<SanText> moves;
    Outcome outcome = Outcome::Draw;
    std::string_view eco;
    bool by_time = false;  // a player overstepped the time
};

// Plays into `game`, whose memory is reused. `by_time_chance` is in per cent of the games that end
// neither in mate nor by the rules.
void play_game(const OpeningLines& book, int white_rating, int black_rating,
               uint32_t by_time_chance, Random& random, PlayedGame& game);

}  // namespace edge::synth
