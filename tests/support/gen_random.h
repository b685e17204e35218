// Choices for the random query generators, all from one engine. std's distributions differ between
// libraries; these do not, so a seed means the same query everywhere.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

namespace edge::query::gen {

class Random {
public:
    explicit Random(std::mt19937_64& engine) : engine_(engine) {}

    uint64_t below(uint64_t end) { return engine_() % end; }
    // Both ends included.
    int between(int first, int last) {
        return first + static_cast<int>(below(static_cast<uint64_t>(last - first) + 1));
    }
    bool chance(unsigned percent) { return below(100) < percent; }

    template <class T>
    const T& pick(const std::vector<T>& values) {
        return values[below(values.size())];
    }
    template <class T>
    T pick(std::initializer_list<T> values) {
        return values.begin()[below(values.size())];
    }
    // An enumerator from the first one to `last`.
    template <class Enum>
    Enum pick_up_to(Enum last) {
        return static_cast<Enum>(below(static_cast<uint64_t>(last) + 1));
    }
    // A set of bits below `bits`, never empty and mostly small.
    uint8_t pick_set(unsigned bits) {
        uint64_t set = 0;
        do set |= uint64_t{1} << below(bits);
        while (chance(35));
        return static_cast<uint8_t>(set);
    }

private:
    std::mt19937_64& engine_;
};

}  // namespace edge::query::gen
