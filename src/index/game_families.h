// The games of a corpus whose moves are the same, or begin those of another: what can be
// duplicates. Time is about linear, since games are compared only where their first moves have the
// same hash.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "index/shard_list.h"

namespace edge::indexing {

// A game must be longer than this for its moves to count as the beginning of another's.
inline constexpr uint32_t kShortPlies = corpus::kOpeningPlies;

struct FamilyGame {
    uint32_t id = 0;
    uint32_t shard = 0;
    corpus::GameView view;
};

// What is called for each family.
using FamilyVisit = std::function<Status(std::span<const FamilyGame>)>;

// Unsupported for more games than a FamilyGame can number; `path` is theirs, for the message.
Status check_game_ids(const std::string& path, uint64_t games);

// The moves of `shorter` are the first ones of `longer`, or all of them.
bool begins(const corpus::GameView& shorter, const corpus::GameView& longer);

// All games by the hash of their first moves; 8 bytes a game. The hashes come from N.cols, or from
// the moves where a shard has none, which takes another 8 bytes a game while they are sorted.
class OpeningTable {
public:
    // For as many games as check_game_ids() allows.
    static Result<OpeningTable> make(const ShardList& shards, unsigned threads,
                                     const std::function<bool()>& is_cancelled);

    uint32_t bucket_count() const { return static_cast<uint32_t>(ends_.size()); }

    // Calls visit(family) for the families in a bucket. A family is at least two games: short ones
    // with the same moves; or longer ones, the first of which begins all others. No game is in two.
    // The order is that of the corpus's content. Different threads may work on different buckets.
    Status for_each_family(const ShardList& shards, uint32_t bucket, const FamilyVisit& visit);

private:
    struct Entry {
        uint32_t hash;  // the low half; the bucket has the first bits
        uint32_t id;
    };

    std::vector<uint32_t> ends_;  // of each bucket in entries_
    std::vector<Entry> entries_;
};

// The games that can be duplicates of a new one: those from `first_new` on, and the older ones with
// the same hash of the first moves. 16 bytes for each of them; of the other games only the column
// of hashes is read, and the moves where a shard has none.
class NewOpenings {
public:
    // For as many games as check_game_ids() allows.
    static Result<NewOpenings> make(const ShardList& shards, uint32_t first_new, unsigned threads,
                                    const std::function<bool()>& is_cancelled);

    // The hashes of the new games that another game has, too.
    size_t hash_count() const { return begins_.size(); }

    // Calls visit(family) for the families, as above, of the games with a hash that have a new game
    // among them. From any thread.
    Status for_each_family(const ShardList& shards, size_t hash, const FamilyVisit& visit) const;

private:
    struct Entry {
        uint64_t hash;
        uint32_t id;
        auto operator<=>(const Entry&) const = default;
    };

    uint32_t first_new_ = 0;
    std::vector<Entry> entries_;
    std::vector<size_t> begins_;  // where the entries of a hash begin
};

}  // namespace edge::indexing
