// The players of the synthetic games: a pool in which few play often and many rarely, each with a
// fixed name and rating.
#pragma once

#include <cstdint>
#include <string_view>

#include "codec/synth/random.h"

namespace edge::synth {

inline constexpr uint32_t kPlayers = (1U << 14) - 1;

struct Player {
    uint32_t number = 0;
    int rating = 0;
    std::string_view stem, ending, first_name;  // written "stem+ending, first_name"
};

Player player(uint32_t number);

// How often the player with number n is drawn falls as 1/n (Zipf).
uint32_t draw_player(Random& random);

}  // namespace edge::synth
