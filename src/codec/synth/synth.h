// Synthetic PGN: legal games with plausible openings, lengths, results and tags, any number of
// them. Every game depends only on the seed and its number, so the text is the same on every
// machine and for any number of threads.
#pragma once

#include <edge/result.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "codec/synth/game.h"
#include "codec/synth/opening_lines.h"

namespace edge::synth {

struct Options {
    uint64_t games = 0;
    uint64_t seed = 1;
    bool clocks = false;  // a clock comment after each move, as online servers write them
    unsigned threads = 1;
};

// Makes single games; it holds buffers, so have one per thread.
class Generator {
public:
    Generator(uint64_t seed, bool clocks) : seed_(seed), clocks_(clocks) {}

    // Appends game `number` and the empty line after it.
    void append_game(uint64_t number, std::string& text);

private:
    OpeningLines book_;
    PlayedGame game_;
    uint64_t seed_;
    bool clocks_;
};

// Receives the text in order, in pieces of whole games, from one thread at a time.
using Sink = std::function<Status(std::string_view)>;

// Stops at the first error of the sink and returns it.
Status write_games(const Options& options, const Sink& sink);

}  // namespace edge::synth
