// Random tuples of a tree and what they sum to, counted in a map: the slow twin of tree_sum and
// tree_builder.
#pragma once

#include <algorithm>
#include <bit>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "corpus/format.h"
#include "tree/tree_tuples.h"

namespace edge::test {

struct CountedTuples {
    std::vector<tree::TreeTuple> tuples;  // keys as the decoder makes them
    std::map<std::pair<uint64_t, uint16_t>, corpus::Edge> edges;
    std::map<std::pair<uint64_t, uint16_t>, std::vector<uint32_t>> games;

    // Each tuple is that of another game; games are numbered from 0.
    void add(uint64_t hash, uint16_t move, GameResult result) {
        tree::TreeTuple tuple(std::rotr(hash, tree::kBucketBits), Move::from_raw(move), false);
        const auto game = static_cast<uint32_t>(tuples.size());
        tuple.set_game(game);
        tuple.set_result(result);
        tuples.push_back(tuple);
        games[{hash, move}].push_back(game);
        corpus::Edge& edge = edges[{hash, move}];
        edge.parent_hash = hash;
        edge.move_id = move;
        ++edge.total;
        edge.white += result == GameResult::WhiteWins ? 1 : 0;
        edge.draws += result == GameResult::Draw ? 1 : 0;
        edge.black += result == GameResult::BlackWins ? 1 : 0;
    }

    // The edges of positions that at least `min_games` games left, in the order of a tree with so
    // many buckets.
    std::vector<corpus::Edge> in_tree_order(uint64_t buckets, uint32_t min_games) const {
        std::map<uint64_t, uint64_t> counts;
        for (const auto& [key, edge] : edges) counts[key.first] += edge.total;
        std::vector<corpus::Edge> kept;
        for (const auto& [key, edge] : edges) {
            if (counts[key.first] >= min_games) kept.push_back(edge);
        }
        std::ranges::sort(kept, {}, [&](const corpus::Edge& edge) {
            return std::tuple(edge.parent_hash % buckets, edge.parent_hash, edge.move_id);
        });
        return kept;
    }
};

// About a third of the tuples fall on few positions, the others are mostly alone.
inline CountedTuples random_tuples(uint64_t seed, size_t count) {
    std::mt19937_64 random(seed);
    std::vector<uint64_t> known(1 + count / 50);
    for (uint64_t& hash : known) hash = random();
    CountedTuples counted;
    for (size_t i = 0; i < count; ++i) {
        const bool popular = random() % 3 == 0;
        const uint64_t hash = popular ? known[random() % known.size()] : random();
        const auto move = static_cast<uint16_t>(popular ? random() % 7 : random());
        counted.add(hash, move, static_cast<GameResult>(1 + random() % 3));
    }
    return counted;
}

}  // namespace edge::test
