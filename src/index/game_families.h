// The games of a corpus whose moves are the same, or begin those of another: what can be
// duplicates. Time is about linear, since games are compared only where their first moves have the
// same hash.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"

namespace edge::indexing {

// A game must be longer than this for its moves to count as the beginning of another's.
inline constexpr uint32_t kShortPlies = corpus::kOpeningPlies;

struct FamilyGame {
    uint32_t id = 0;
    uint32_t shard = 0;
    corpus::GameView view;
};

// The moves of `shorter` are the first ones of `longer`, or all of them.
bool begins(const corpus::GameView& shorter, const corpus::GameView& longer);

// All games by the hash of their first moves; 8 bytes a game. The hashes come from N.cols, or from
// the moves where a shard has none, which takes another 8 bytes a game while they are sorted.
class OpeningTable {
public:
    // Unsupported for more games than 32 bits count.
    static Result<OpeningTable> make(const corpus::Corpus& corpus, unsigned threads,
                                     const std::function<bool()>& is_cancelled);

    uint32_t bucket_count() const { return static_cast<uint32_t>(ends_.size()); }

    // Calls visit(family) for the families in a bucket. A family is at least two games: short ones
    // with the same moves; or longer ones, the first of which begins all others. No game is in two.
    // The order is that of the corpus's content. Different threads may work on different buckets.
    Status for_each_family(const corpus::Corpus& corpus, uint32_t bucket,
                           const std::function<Status(std::span<const FamilyGame>)>& visit);

private:
    struct Entry {
        uint32_t hash;  // the low half; the bucket has the first bits
        uint32_t id;
    };

    std::vector<uint32_t> ends_;  // of each bucket in entries_
    std::vector<Entry> entries_;
};

}  // namespace edge::indexing
