#include "corpus/tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>

#include "corpus/corpus_builder.h"
#include "corpus/tree_writer.h"
#include "support/damage.h"
#include "support/temp_dir.h"

namespace edge::corpus {
namespace {

// Positions of a few moves each, in the order of the file.
std::vector<Edge> make_edges(size_t positions, uint32_t nbuckets) {
    std::mt19937_64 random(7);
    std::vector<Edge> edges;
    for (size_t i = 0; i < positions; ++i) {
        const uint64_t hash = random();
        for (uint32_t move = 1; move <= 1 + hash % 4; ++move) {
            const auto wins = static_cast<uint32_t>(random() % 100 + 1);
            edges.push_back({hash, move, wins + 3, wins, 2, 1});
        }
    }
    std::ranges::sort(edges, {}, [nbuckets](const Edge& edge) {
        return std::tuple(edge.parent_hash & (nbuckets - 1), edge.parent_hash, edge.move_id);
    });
    return edges;
}

std::string write_tree(const test::TempDir& dir, const std::vector<Edge>& edges,
                       uint32_t nbuckets) {
    const std::string path = (dir / "tree.dat").string();
    auto writer = TreeWriter::create(path, nbuckets).value();
    // In pieces, as a merge would write it.
    for (size_t at = 0; at < edges.size(); at += 1000) {
        EXPECT_TRUE(
            writer.append(std::span(edges).subspan(at, std::min<size_t>(1000, edges.size() - at))));
    }
    EXPECT_TRUE(writer.finish(false));
    return path;
}

// What a position's lookup gives, which does not depend on the order of the file.
std::vector<Edge> edges_of(const Tree& tree, uint64_t hash) {
    std::vector<uint64_t> numbers = {7};  // replaced
    tree.numbers_of(hash, numbers);
    std::vector<Edge> edges;
    for (const uint64_t number : numbers) edges.push_back(tree.edge(number));
    return edges;
}

TEST(Tree, FindsEveryPositionSortedOrNot) {
    for (const uint32_t nbuckets : {1U, 16U, 1024U}) {
        const test::TempDir dir;
        const auto edges = make_edges(5000, nbuckets);
        auto shuffled = edges;
        test::shuffle_in_buckets(shuffled, nbuckets);
        for (const bool sorted : {true, false}) {
            const auto tree =
                Tree::open(write_tree(dir, sorted ? edges : shuffled, nbuckets), sorted);
            ASSERT_TRUE(tree) << tree.error().message;
            ASSERT_EQ(tree->edge_count(), edges.size());
            for (size_t i = 0; i < edges.size(); i += sorted ? 1 : 97) {
                const std::vector<Edge> found = edges_of(*tree, edges[i].parent_hash);
                const auto first =
                    std::ranges::find(edges, edges[i].parent_hash, &Edge::parent_hash);
                ASSERT_FALSE(found.empty());
                ASSERT_TRUE(std::equal(found.begin(), found.end(), first));
                ASSERT_EQ(found.size(), 1 + edges[i].parent_hash % 4);
            }
            EXPECT_TRUE(edges_of(*tree, 12345).empty());
        }
    }
}

// Only a tree of another engine has them.
TEST(Tree, GivesEqualEdgesInTheOrderOfTheFile) {
    const test::TempDir dir;
    const std::vector<Edge> edges = {{16, 2, 5, 5, 0, 0},
                                     {32, 1, 1, 1, 0, 0},
                                     {16, 1, 1, 0, 0, 1},
                                     {16, 2, 3, 3, 0, 0},
                                     {16, 1, 9, 9, 0, 0}};
    const auto tree = Tree::open(write_tree(dir, edges, 16), false).value();
    std::vector<uint64_t> numbers;
    tree.numbers_of(16, numbers);
    EXPECT_EQ(numbers, (std::vector<uint64_t>{2, 4, 0, 3}));
}

TEST(Tree, AnEmptyTreeOpens) {
    const test::TempDir dir;
    const auto tree = Tree::open(write_tree(dir, {}, 1024), true);
    ASSERT_TRUE(tree) << tree.error().message;
    EXPECT_TRUE(edges_of(*tree, 1).empty());
}

TEST(Tree, RefusesWhatItsHeaderCannotMean) {
    const test::TempDir dir;
    const std::string path = write_tree(dir, make_edges(10, 16), 16);
    const std::string whole = test::read_file(path);
    struct Case {
        size_t at;
        char value;
        ErrorCode code;
    };
    const Case cases[] = {
        {0, 'X', ErrorCode::Corrupt},      // magic
        {8, 2, ErrorCode::Unsupported},    // version
        {12, 15, ErrorCode::Corrupt},      // not a power of two
        {12, 32, ErrorCode::Corrupt},      // another table size
        {15, '\x40', ErrorCode::Corrupt},  // a table beyond the file
        {16, 99, ErrorCode::Corrupt},      // edges
        {23, '\x7F', ErrorCode::Corrupt},  // edges whose bytes overflow
        {32, 1, ErrorCode::Corrupt},       // offsets[0]
    };
    for (const Case& c : cases) {
        test::put_byte(path, c.at, c.value);
        const auto tree = Tree::open(path, true);
        test::put_byte(path, c.at, whole[c.at]);
        ASSERT_FALSE(tree) << c.at;
        EXPECT_EQ(tree.error().code, c.code) << tree.error().message;
        EXPECT_NE(tree.error().message.find(path), std::string::npos);
    }
}

TEST(Tree, DamageNeverReadsOutsideTheFile) {
    const test::TempDir dir;
    const auto edges = make_edges(12, 16);
    const std::string path = write_tree(dir, edges, 16);
    test::for_each_flipped_bit(path, [&](size_t, unsigned) {
        for (const bool sorted : {true, false}) {
            const auto tree = Tree::open(path, sorted);
            if (!tree) continue;
            for (const Edge& edge : edges) (void)edges_of(*tree, edge.parent_hash);
        }
    });
    test::for_each_truncation(path,
                              [&](size_t size) { EXPECT_FALSE(Tree::open(path, true)) << size; });
}

}  // namespace
}  // namespace edge::corpus
