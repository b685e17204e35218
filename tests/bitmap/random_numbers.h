// Sets of numbers, as words of bits, whose containers in Roaring's format are of every kind.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace edge::test {

inline constexpr uint32_t kContainerSpan = 1U << 16;

using Words = std::vector<uint64_t>;

inline Words words_for(uint32_t limit) { return Words((uint64_t{limit} + 63) / 64); }

inline void set(Words& words, uint32_t number) { words[number / 64] |= uint64_t{1} << number % 64; }

inline Words words_of(uint32_t limit, const std::set<uint32_t>& numbers) {
    Words words = words_for(limit);
    for (const uint32_t number : numbers) set(words, number);
    return words;
}

inline std::vector<uint32_t> numbers_of(const Words& words) {
    std::vector<uint32_t> numbers;
    for (uint32_t n = 0; n < words.size() * 64; ++n) {
        if ((words[n / 64] >> n % 64 & 1) != 0) numbers.push_back(n);
    }
    return numbers;
}

// Sets some of the numbers from `first` to `last`, in one of many shapes.
inline void fill_container(Words& words, uint32_t first, uint32_t last, std::mt19937& random) {
    const uint32_t span = last - first + 1;
    const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
    const auto scatter = [&](uint32_t count) {
        std::vector<uint32_t> all(span);
        for (uint32_t i = 0; i < span; ++i) all[i] = first + i;
        std::shuffle(all.begin(), all.end(), random);
        for (uint32_t i = 0; i < std::min(count, span); ++i) set(words, all[i]);
    };
    const auto runs = [&](uint32_t count, uint32_t longest) {
        for (uint32_t run = 0; run < count; ++run) {
            const uint32_t from = first + below(span);
            const uint32_t to = std::min(last, from + below(longest));
            for (uint32_t n = from; n <= to; ++n) set(words, n);
        }
    };
    switch (below(12)) {
        case 0:
            break;  // empty
        case 1:
            set(words, random() % 2 == 0 ? first : last);
            break;
        case 2:
            return scatter(1 + below(20));
        case 3:
            return scatter(1 + below(4096));
        case 4:
            return scatter(4096);
        case 5:
            return scatter(4097);
        case 6:
            return scatter(4097 + below(kContainerSpan));
        case 7:
            return runs(1 + below(10), 1 + below(10000));
        case 8:
            return runs(500 + below(3000), 1 + below(20));
        case 9:  // more runs than it pays to list: every other number
            for (uint32_t n = first; n <= last; n += 2) set(words, n);
            break;
        case 10:  // full
            for (uint32_t n = first; n <= last; ++n) set(words, n);
            break;
        default: {  // full but for one
            const uint32_t hole = first + below(span);
            for (uint32_t n = first; n <= last; ++n) {
                if (n != hole) set(words, n);
            }
        }
    }
}

struct RandomNumbers {
    uint32_t limit;  // numbers are below
    Words words;
};

// Up to six containers, the last one often cut short.
inline RandomNumbers random_numbers() {
    std::mt19937 random(*rc::gen::arbitrary<uint32_t>());
    const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
    uint32_t limit = below(7) * kContainerSpan;
    if (below(2) == 0) limit += below(kContainerSpan);
    RandomNumbers made{limit, words_for(limit)};
    for (uint32_t first = 0; first < limit; first += kContainerSpan) {
        fill_container(made.words, first, std::min(first + kContainerSpan, limit) - 1, random);
    }
    return made;
}

}  // namespace edge::test
