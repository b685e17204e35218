// The shards of a corpus, or of several corpora one after another, with their games numbered
// through: so that games that are not yet in a corpus can be compared with those that are.
#pragma once

#include <cstdint>
#include <vector>

#include "corpus/corpus.h"

namespace edge::indexing {

// A view: the corpora must outlive it. Safe to use from many threads once it is made.
class ShardList {
public:
    explicit ShardList(const corpus::Corpus& corpus) { append(corpus); }
    void append(const corpus::Corpus& corpus);

    uint32_t shard_count() const { return static_cast<uint32_t>(shards_.size()); }
    const corpus::Shard& shard(uint32_t number) const { return *shards_[number]; }
    uint64_t game_count() const { return first_ids_.back(); }
    uint64_t first_id(uint32_t number) const { return first_ids_[number]; }
    corpus::GamePlace locate(uint64_t game_id) const;  // `game_id` is below game_count()

private:
    std::vector<const corpus::Shard*> shards_;
    std::vector<uint64_t> first_ids_ = {0};  // one more than shards
};

}  // namespace edge::indexing
