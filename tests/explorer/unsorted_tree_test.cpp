// A tree whose buckets are in any order gives the answers of a sorted one.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "chess/position_text.h"
#include "codec/synth/synth.h"
#include "corpus/bitmap_layout.h"
#include "corpus/corpus_builder.h"
#include "corpus/game_set.h"
#include "corpus/verify.h"
#include "explorer/explorer.h"
#include "explorer/game_picks.h"
#include "explorer/random_games.h"
#include "index/indexer.h"

namespace edge::explorer {
namespace {

using corpus::Corpus;

void expect_same(const std::vector<Answer>& found, const std::vector<Answer>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(found[i].source, expected[i].source);
        ASSERT_EQ(found[i].moves.size(), expected[i].moves.size()) << expected[i].fen;
        for (size_t k = 0; k < expected[i].moves.size(); ++k) {
            EXPECT_EQ(found[i].moves[k].san, expected[i].moves[k].san) << expected[i].fen;
            EXPECT_EQ(found[i].moves[k].score, expected[i].moves[k].score) << expected[i].fen;
            EXPECT_EQ(found[i].moves[k].details, expected[i].moves[k].details) << expected[i].fen;
            EXPECT_EQ(found[i].moves[k].continued, expected[i].moves[k].continued);
        }
    }
}

std::vector<Position> positions_of(const Corpus& corpus) {
    std::vector<Position> positions;
    for (uint64_t id = 0; id < corpus.game_count(); ++id) {
        const auto view = corpus.game(id).value();
        Position position = Position::start();
        for (uint32_t ply = 0; ply < std::min(view.plies(), 20U); ++ply) {
            positions.push_back(position);
            position.make_move<Maintain::BoardAndHash>(view.move(ply));
        }
    }
    return positions;
}

// The file that an index wrote, with each bucket shuffled.
void shuffle_tree(const std::string& path) {
    std::vector<corpus::Edge> edges;
    uint32_t nbuckets = 0;
    {
        const auto tree = corpus::Tree::open(path, true).value();
        nbuckets = tree.bucket_count();
        for (uint64_t i = 0; i < tree.edge_count(); ++i) edges.push_back(tree.edge(i));
    }
    test::shuffle_in_buckets(edges, nbuckets);
    auto writer = corpus::TreeWriter::create(path, nbuckets).value();
    ASSERT_TRUE(writer.append(edges));
    ASSERT_TRUE(writer.finish(false));
}

TEST(UnsortedTree, OfAnIndexGivesTheSameAnswers) {
    const test::TempDir dir;
    std::string text;
    synth::Generator generator(3, false);
    for (uint64_t i = 0; i < 300; ++i) generator.append_game(i, text);
    test::write_file(dir / "x.pgn", text);
    indexing::IndexOptions options;
    options.inputs = {(dir / "x.pgn").string()};
    options.out = dir / "c.scoredb";
    options.tree_games = false;  // they are in the order of the edges
    ASSERT_TRUE(indexing::index_games(options));
    const std::string path = options.out.string();

    std::vector<Position> positions;
    std::vector<Answer> expected;
    corpus::Meta meta;
    {
        const auto corpus = Corpus::open(path).value();
        meta = corpus.meta();
        EXPECT_TRUE(meta.has_sorted_tree());
        positions = positions_of(corpus);
        expected = explore_batch(corpus, positions, {.continued = true}).value();
        EXPECT_TRUE(corpus::verify(corpus)->ok());
    }

    shuffle_tree(path + "/tree.dat");
    EXPECT_EQ(corpus::verify(Corpus::open(path).value())->counts.count("tree-order"), 1U);

    meta.tree_sorted.reset();
    meta.checksums.reset();  // as in a corpus of another program
    test::write_file(options.out / "meta", corpus::format_meta(meta));
    const auto corpus = Corpus::open(path).value();
    ASSERT_TRUE(corpus.has_tree());
    expect_same(explore_batch(corpus, positions, {.continued = true}).value(), expected);
    EXPECT_TRUE(corpus::verify(corpus)->ok());
}

// Two corpora of the same games, of which one has a shuffled tree with its own tree.games.
TEST(UnsortedTree, GivesTheSameGames) {
    const test::TempDir dir;
    std::mt19937_64 random(11);
    test::CorpusBuilder builder;
    builder.games = test::random_games(random, 60, 30);
    for (test::TestGame& game : builder.games) {
        game.header.white_elo = static_cast<uint16_t>(1000 + random() % 1000);
        game.header.black_elo = static_cast<uint16_t>(1000 + random() % 1000);
        game.header.date.year = static_cast<uint16_t>(1990 + random() % 30);
    }
    builder.shards = 2;
    builder.nbuckets = 4;
    builder.with_tree_games = true;
    builder.write(dir / "sorted");
    builder.with_sorted_tree = false;
    builder.write(dir / "shuffled");
    const auto sorted = Corpus::open((dir / "sorted").string()).value();
    const auto shuffled = Corpus::open((dir / "shuffled").string()).value();
    ASSERT_TRUE(shuffled.has_tree_games());
    ASSERT_TRUE(test::read_file(dir / "shuffled/tree.dat") !=
                test::read_file(dir / "sorted/tree.dat"));

    Bitmap some(corpus::bitmap_layout(sorted));
    for (uint64_t id = 0; id < sorted.game_count(); ++id) {
        const corpus::GamePlace place = sorted.locate(id);
        if (random() % 3 != 0) some.set(place.shard, place.index);
    }
    const auto of_sorted = corpus::GameSet::of(sorted, some).value();
    const auto of_shuffled = corpus::GameSet::of(shuffled, some).value();
    const ExploreOptions as_sorted{.games = &of_sorted, .details = true, .continued = true};
    const ExploreOptions as_shuffled{.games = &of_shuffled, .details = true, .continued = true};
    const std::vector<Position> positions = positions_of(sorted);
    expect_same(explore_batch(shuffled, positions, as_shuffled).value(),
                explore_batch(sorted, positions, as_sorted).value());

    const PickOptions all{.top = 5, .recent = 5, .history = true};
    for (const Position& position : positions) {
        EXPECT_EQ(games_from(shuffled, position, {}, as_shuffled).value(),
                  games_from(sorted, position, {}, as_sorted).value());
        const GamePicks found = pick_games(shuffled, position, of_shuffled, all).value();
        const GamePicks expected = pick_games(sorted, position, of_sorted, all).value();
        EXPECT_EQ(found.top, expected.top);
        EXPECT_EQ(found.recent, expected.recent);
        EXPECT_EQ(found.only, expected.only);
        EXPECT_EQ(found.history, expected.history);
    }
}

}  // namespace
}  // namespace edge::explorer
