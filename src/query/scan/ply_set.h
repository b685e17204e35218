// A set of plies of one game as bits, for what is easier with sets than with spans: sequences, and
// combinations of conditions at each position.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "query/query.h"

namespace edge::query {

class PlySet {
public:
    static constexpr uint32_t kNone = UINT32_MAX;

    // Plies 0 to `last`.
    void reset(uint32_t last, bool full) {
        last_ = last;
        words_.assign(last / 64 + 1, full ? ~uint64_t{0} : 0);
        trim();
    }
    void insert(PlySpan span) {  // within 0 to last
        for (uint32_t ply = span.first; ply <= span.last;) {
            const uint32_t bit = ply % 64;
            const uint32_t count = std::min(64 - bit, span.last - ply + 1);
            const uint64_t ones = count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
            words_[ply / 64] |= ones << bit;
            ply += count;
        }
    }
    void erase(uint32_t ply) { words_[ply / 64] &= ~(uint64_t{1} << (ply % 64)); }
    bool contains(uint32_t ply) const { return (words_[ply / 64] >> (ply % 64) & 1) != 0; }

    PlySet& operator&=(const PlySet& other) {
        for (size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
        return *this;
    }
    PlySet& operator|=(const PlySet& other) {
        for (size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
        return *this;
    }
    void remove(const PlySet& other) {
        for (size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
    }

    // The first ply at or after `from`; kNone when there is none.
    uint32_t next(uint32_t from) const {
        if (from > last_) return kNone;
        uint64_t word = words_[from / 64] >> (from % 64) << (from % 64);
        for (size_t i = from / 64;;) {
            if (word != 0) {
                return static_cast<uint32_t>(64 * i) +
                       static_cast<uint32_t>(std::countr_zero(word));
            }
            if (++i == words_.size()) return kNone;
            word = words_[i];
        }
    }
    // The last ply; kNone when there is none.
    uint32_t highest() const {
        for (size_t i = words_.size(); i-- > 0;) {
            if (words_[i] == 0) continue;
            return static_cast<uint32_t>(64 * i + 63) -
                   static_cast<uint32_t>(std::countl_zero(words_[i]));
        }
        return kNone;
    }

    void append_spans(std::vector<PlySpan>& spans) const {
        for (uint32_t first = next(0); first != kNone;) {
            uint32_t last = first;
            while (last < last_ && contains(last + 1)) ++last;
            spans.push_back({first, last});
            first = next(last + 1);
        }
    }

private:
    void trim() {
        const uint32_t used = last_ % 64 + 1;
        if (used < 64) words_.back() &= (uint64_t{1} << used) - 1;
    }

    uint32_t last_ = 0;
    std::vector<uint64_t> words_;
};

}  // namespace edge::query
