#include "index/game_choice.h"

#include "codec/synth/random.h"

namespace edge::indexing {

bool is_in_sample(const GameChoice& choice, uint64_t pgn_offset) {
    if (!choice.sample) return true;
    const uint64_t mixed = synth::mix(synth::mix(choice.seed) + pgn_offset);
    return static_cast<double>(mixed >> 11) * 0x1p-53 < *choice.sample;
}

}  // namespace edge::indexing
