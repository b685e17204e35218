#include "core/hash_index.h"

#include <algorithm>

namespace edge {

uint32_t HashIndex::add(uint64_t hash) {
    if (hashes_.size() * 2 >= slots_.size()) grow();
    const uint32_t number = size();
    hashes_.push_back(hash);
    place(number);
    return number;
}

void HashIndex::clear() {
    hashes_.clear();
    std::ranges::fill(slots_, Slot{});
}

void HashIndex::grow() {
    slots_.assign(std::max<size_t>(1024, slots_.size() * 2), Slot{});
    for (uint32_t number = 0; number < size(); ++number) place(number);
}

void HashIndex::place(uint32_t number) {
    const uint64_t hash = hashes_[number];
    const size_t mask = slots_.size() - 1;
    size_t i = hash & mask;
    while (slots_[i].number_plus_one != 0) i = (i + 1) & mask;
    slots_[i] = {.number_plus_one = number + 1, .hash = upper_half(hash)};
}

}  // namespace edge
