// Which games of a family (index/game_families.h) are duplicates, and which one of them is kept:
// the rules of `edge dedup`.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "corpus/player_aliases.h"
#include "edge/result.h"
#include "index/game_families.h"
#include "index/shard_list.h"

namespace edge::indexing {

// How the moves of two duplicates, and their players, agree; of the two players the weaker one.
enum class MovesAgreement : uint8_t { Same, Prefix };
enum class PlayersAgreement : uint8_t {
    Same,
    Spelling,  // as below, see query/players/same_player.h
    Alias,     // players.tsv says so
    Initials,
    Unknown,  // one of the games lacks a name
};

// A game that can be dropped, since it is a duplicate of one that is kept.
struct Duplicate {
    uint32_t kept = 0;
    uint32_t dropped = 0;
    MovesAgreement moves = MovesAgreement::Same;
    PlayersAgreement players = PlayersAgreement::Same;
    friend bool operator==(const Duplicate&, const Duplicate&) = default;
};

// A game that is not dropped, and another one, not dropped either, of which it would be a duplicate
// if dates or results did not contradict.
struct NearMiss {
    Duplicate pair;  // `kept` is the one with more known
    bool dates = false;
    bool results = false;
    friend bool operator==(const NearMiss&, const NearMiss&) = default;
};

// Two games of a family are duplicates when
//
//   - one's moves are the other's, or begin them and are more than 20 plies;
//   - White agrees with White and Black with Black, or one of the two games lacks that name. A
//     name that both lack is no agreement;
//   - no year, month or day that both know differs;
//   - the results are equal, or one is unknown.
//
// The best game of a family, by known header fields, then plies, then the lower id, is kept, and
// its duplicates are dropped; then the best of the rest, and so on. So every dropped game is itself
// a duplicate of the one that is kept for it.
class DuplicateGroups {
public:
    // One of `threads` that share the work, and the memory for names.
    DuplicateGroups(const ShardList& shards, const corpus::PlayerAliases& aliases,
                    bool with_near_misses, unsigned threads);
    ~DuplicateGroups();

    Status add_family(std::span<const FamilyGame> family);
    // Adds only the new games to drop, those from the id `first_new` on: an old one counts as
    // better than any of them, and is never dropped.
    Status add_new_games(std::span<const FamilyGame> family, uint32_t first_new);

    // By family, in the order of adding.
    std::vector<Duplicate> duplicates;
    std::vector<NearMiss> near_misses;

private:
    class Judge;
    std::unique_ptr<Judge> judge_;
    bool with_near_misses_;
};

}  // namespace edge::indexing
