// Finds things by their hashes. Each has a number, counted from 0 in the order of adding; the
// caller stores the things by number and says whether two are equal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace edge {

class HashIndex {
public:
    uint32_t size() const { return static_cast<uint32_t>(hashes_.size()); }
    uint64_t hash(uint32_t number) const { return hashes_[number]; }

    // The one with this hash for which is_same(number) holds.
    template <class IsSame>
    std::optional<uint32_t> find(uint64_t hash, IsSame is_same) const {
        if (slots_.empty()) return std::nullopt;
        const size_t mask = slots_.size() - 1;
        for (size_t i = hash & mask; slots_[i].number_plus_one != 0; i = (i + 1) & mask) {
            const uint32_t number = slots_[i].number_plus_one - 1;
            if (slots_[i].hash == upper_half(hash) && is_same(number)) return number;
        }
        return std::nullopt;
    }
    // Adds something new and returns its number.
    uint32_t add(uint64_t hash);
    void clear();

    // Prefetches the slot where a search begins.
    void prefetch(uint64_t hash) const {
        if (!slots_.empty()) __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
    }

private:
    static constexpr uint32_t upper_half(uint64_t hash) {
        return static_cast<uint32_t>(hash >> 32);
    }
    void grow();
    void place(uint32_t number);

    std::vector<uint64_t> hashes_;  // by number
    // Open addressing; the upper half of the hash spares comparisons.
    struct Slot {
        uint32_t number_plus_one = 0;  // 0: empty
        uint32_t hash = 0;
    };
    std::vector<Slot> slots_;  // a power of two, at most half of it in use
};

}  // namespace edge
