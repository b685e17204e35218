// The random numbers of the generator: splitmix64 (Steele, Lea, Flood 2014), integers only, so that
// a seed gives the same bytes on every machine. The distributions of <random> do not promise that.
#pragma once

#include <cstdint>

namespace edge::synth {

constexpr uint64_t mix(uint64_t x) {
    x += 0x9E3779B97F4A7C15;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

class Random {
public:
    explicit constexpr Random(uint64_t seed) : state_(seed) {}

    constexpr uint64_t next() {
        const uint64_t value = mix(state_);
        state_ += 0x9E3779B97F4A7C15;
        return value;
    }
    // 0 to bound - 1. The bias is below bound / 2^32, which is negligible here.
    constexpr uint32_t below(uint32_t bound) {
        return static_cast<uint32_t>((next() >> 32) * bound >> 32);
    }
    constexpr uint32_t between(uint32_t low, uint32_t high) { return low + below(high - low + 1); }
    constexpr bool percent(uint32_t chance) { return below(100) < chance; }
    // Around 0, from -3 * spread to 3 * spread, the middle most likely.
    constexpr int bell(uint32_t spread) {
        const uint32_t sum = below(2 * spread + 1) + below(2 * spread + 1) + below(2 * spread + 1);
        return static_cast<int>(sum) - static_cast<int>(3 * spread);
    }

private:
    uint64_t state_;
};

}  // namespace edge::synth
