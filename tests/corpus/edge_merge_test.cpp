#include "corpus/edge_merge.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>
#include <utility>

#include "corpus/corpus_builder.h"
#include "corpus/tree_writer.h"
#include "support/damage.h"
#include "support/temp_dir.h"

namespace edge::corpus {
namespace {

auto order(uint32_t nbuckets) {
    return [nbuckets](const Edge& edge) {
        return std::tuple(edge.parent_hash & (nbuckets - 1), edge.parent_hash, edge.move_id);
    };
}

// Few positions, so that most are in several trees.
std::vector<Edge> make_edges(size_t count, uint32_t nbuckets, std::mt19937_64& random) {
    std::map<std::pair<uint64_t, uint32_t>, Edge> edges;
    for (size_t i = 0; i < count; ++i) {
        const uint64_t hash = (random() % 300) * 0x9E3779B97F4A7C15U;
        const auto move = static_cast<uint32_t>(1 + random() % 5);
        const auto wins = static_cast<uint32_t>(random() % 100);
        edges[{hash, move}] = {hash, move, wins + 3, wins, 2, 1};
    }
    std::vector<Edge> sorted;
    for (const auto& [key, edge] : edges) sorted.push_back(edge);
    std::ranges::sort(sorted, {}, order(nbuckets));
    return sorted;
}

Tree write_tree(const std::filesystem::path& path, const std::vector<Edge>& edges,
                uint32_t nbuckets, bool sorted) {
    auto writer = TreeWriter::create(path, nbuckets).value();
    EXPECT_TRUE(writer.append(edges));
    EXPECT_TRUE(writer.finish(false));
    return Tree::open(path, sorted).value();
}

TEST(EdgeMerge, GivesTheSumsInTheOrderOfOneTree) {
    const test::TempDir dir;
    std::mt19937_64 random(3);
    constexpr uint32_t kBuckets = 64;
    std::vector<std::vector<Edge>> edges;
    std::vector<Tree> trees;
    for (const uint32_t nbuckets : {kBuckets, 8U, kBuckets, 1U}) {
        edges.push_back(make_edges(200 * edges.size() + 100, nbuckets, random));
        std::vector<Edge> written = edges.back();
        const bool sorted = edges.size() != 3;
        if (!sorted) test::shuffle_in_buckets(written, nbuckets);
        trees.push_back(
            write_tree(dir / fmt::format("{}.dat", trees.size()), written, nbuckets, sorted));
    }
    std::map<std::pair<uint64_t, uint32_t>, Edge> sums;
    for (const auto& some : edges) {
        for (const Edge& edge : some) {
            Edge& sum = sums[{edge.parent_hash, edge.move_id}];
            sum.parent_hash = edge.parent_hash;
            sum.move_id = edge.move_id;
            sum += edge;
        }
    }
    std::vector<Edge> expected;
    for (const auto& [key, edge] : sums) expected.push_back(edge);
    std::ranges::sort(expected, {}, order(kBuckets));

    const std::vector<const Tree*> all = {&trees[0], &trees[1], &trees[2], &trees[3]};
    EdgeMerge merge(all, kBuckets);
    std::vector<Edge> merged;
    while (merge.next()) {
        Edge sum{merge.edge().parent_hash, merge.edge().move_id, 0, 0, 0, 0};
        for (const TreeEdge& part : merge.parts()) sum += trees[part.tree].edge(part.number);
        EXPECT_EQ(sum, merge.edge());
        EXPECT_TRUE(std::ranges::is_sorted(merge.parts(), {}, &TreeEdge::tree));
        merged.push_back(merge.edge());
    }
    EXPECT_EQ(merged, expected);
}

TEST(EdgeMerge, OfNothingIsNothing) {
    const test::TempDir dir;
    const Tree empty = write_tree(dir / "empty.dat", {}, 4, true);
    const std::vector<const Tree*> trees = {&empty};
    EXPECT_FALSE(EdgeMerge(trees, 4).next());
    EXPECT_FALSE(EdgeMerge({}, 4).next());
}

}  // namespace
}  // namespace edge::corpus
