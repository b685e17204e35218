// Answers about some games only: from tree.games, by a scan, and by a slow count.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "corpus/bitmap_layout.h"
#include "corpus/corpus_builder.h"
#include "corpus/game_set.h"
#include "explorer/explorer.h"
#include "explorer/random_games.h"
#include "tree/add_tree_games.h"
#include "tree/filtered_tree.h"

namespace edge::explorer {
namespace {

using corpus::Corpus;

constexpr uint32_t kTreePlies = 8;

// With ratings and years, of which some are unknown.
std::vector<test::TestGame> random_games(std::mt19937_64& random, size_t count) {
    std::vector<test::TestGame> games = test::random_games(random, count, 30);
    for (test::TestGame& game : games) {
        game.header.white_elo = random() % 4 == 0 ? 0 : static_cast<uint16_t>(random() % 3000);
        game.header.black_elo = random() % 4 == 0 ? 0 : static_cast<uint16_t>(random() % 3000);
        game.header.date.year = random() % 4 == 0 ? 0 : static_cast<uint16_t>(1990 + random() % 30);
    }
    return games;
}

// What the games say about one move, the slow way.
struct Expected {
    corpus::Score score;
    std::vector<uint64_t> games;
    corpus::Details details;
};

std::optional<uint32_t> rounded_mean(const std::vector<uint32_t>& values) {
    if (values.empty()) return std::nullopt;
    double sum = 0;
    for (const uint32_t value : values) sum += value;
    return static_cast<uint32_t>(sum / static_cast<double>(values.size()) + 0.5);
}

corpus::Details expected_details(const std::vector<test::TestGame>& games, const Expected& move,
                                 Color mover) {
    std::vector<uint32_t> own, others, years;
    for (const uint64_t id : move.games) {
        const corpus::GameHeader& header = games[id].header;
        const bool white = mover == Color::White;
        const uint32_t rating = white ? header.white_elo : header.black_elo;
        const uint32_t opponent = white ? header.black_elo : header.white_elo;
        if (rating != 0) own.push_back(rating);
        if (opponent != 0) others.push_back(opponent);
        if (header.date.year != 0) years.push_back(header.date.year);
    }
    corpus::Details details;
    details.average_rating = rounded_mean(own);
    details.average_opponent_rating = rounded_mean(others);
    details.average_year = rounded_mean(years);
    if (!years.empty()) details.last_year = *std::ranges::max_element(years);
    return details;
}

using Moves = std::map<uint16_t, Expected>;

Moves count_moves(const std::vector<test::TestGame>& games, const std::vector<bool>& chosen,
                  const Position& at, uint32_t plies) {
    Moves moves;
    for (uint64_t id = 0; id < games.size(); ++id) {
        if (!chosen[id] || games[id].result == GameResult::Unknown) continue;
        std::set<uint16_t> played;
        Position position = Position::start();
        for (size_t ply = 0; ply < games[id].moves.size() && ply < plies; ++ply) {
            if (position.hash() == at.hash()) played.insert(games[id].moves[ply].raw());
            position.make_move<Maintain::BoardAndHash>(games[id].moves[ply]);
        }
        for (const uint16_t move : played) {
            moves[move].score.add(games[id].result);
            moves[move].games.push_back(id);
        }
    }
    for (auto& [raw, move] : moves) move.details = expected_details(games, move, at.side_to_move());
    return moves;
}

class World {
public:
    explicit World(uint64_t seed) : random_(seed) {
        builder_.games = random_games(random_, 40);
        builder_.shards = 3;
        builder_.tree_plies = kTreePlies;
        builder_.with_extra = false;
        builder_.with_cols = random_() % 2 == 0;
        builder_.write(dir_ / "c");
        (void)tree::add_tree_games({.corpus = path(), .threads = 2}).value();
        corpus_.emplace(Corpus::open(path()).value());
        chosen_.resize(games().size());
        Bitmap bitmap(corpus::bitmap_layout(*corpus_));
        for (uint64_t id = 0; id < chosen_.size(); ++id) {
            chosen_[id] = random_() % 3 != 0;
            const corpus::GamePlace place = corpus_->locate(id);
            if (chosen_[id]) bitmap.set(place.shard, place.index);
        }
        bitmap_.emplace(std::move(bitmap));
        set_.emplace(corpus::GameSet::of(*corpus_, *bitmap_).value());
    }

    const std::vector<test::TestGame>& games() const { return builder_.games; }
    const std::vector<bool>& chosen() const { return chosen_; }
    const Corpus& corpus() const { return *corpus_; }
    const Bitmap& bitmap() const { return *bitmap_; }
    const corpus::GameSet& set() const { return *set_; }
    std::string path() const { return (dir_ / "c").string(); }
    std::string file(const char* name) const { return (dir_ / name).string(); }

    // Some positions of the games, of both sides of the depth of the tree.
    std::vector<Position> positions() {
        std::vector<Position> some = {Position::start()};
        for (const test::TestGame& game : games()) {
            Position position = Position::start();
            for (size_t ply = 0; ply < std::min<size_t>(game.moves.size(), 12); ++ply) {
                position.make_move<Maintain::BoardAndHash>(game.moves[ply]);
                if (random_() % 4 == 0) some.push_back(position);
            }
        }
        return some;
    }

private:
    std::mt19937_64 random_;
    test::TempDir dir_;
    test::CorpusBuilder builder_;
    std::optional<Corpus> corpus_;
    std::vector<bool> chosen_;
    std::optional<Bitmap> bitmap_;
    std::optional<corpus::GameSet> set_;
};

TEST(FilteredExplorer, TreeAndScanEqualASlowCount) {
    EXPECT_TRUE(rc::check([](uint64_t seed) {
        World world(seed);
        RC_ASSERT(world.corpus().has_tree_games());
        RC_ASSERT(world.set().size() == world.bitmap().count());
        for (const bool deep : {false, true}) {
            ExploreOptions options{
                .games = &world.set(), .details = true, .deep = deep, .threads = 2};
            for (const Position& position : world.positions()) {
                const auto answer = explore(world.corpus(), position, options).value();
                const bool by_tree = answer.source == Source::Tree;
                RC_ASSERT(!(deep && by_tree));
                const Moves expected = count_moves(world.games(), world.chosen(), position,
                                                   by_tree ? kTreePlies : UINT32_MAX);
                RC_ASSERT(answer.moves.size() == expected.size());
                for (const MoveRow& row : answer.moves) {
                    const Expected& move = expected.at(row.move.raw());
                    RC_ASSERT(row.score == move.score);
                    corpus::Details details = *row.details;
                    details.performance.reset();  // ScoreTest has it
                    RC_ASSERT(details == move.details);

                    const auto games =
                        games_from(world.corpus(), position, row.move, options).value();
                    std::vector<uint64_t> ids;
                    for (uint32_t shard = 0; shard < games.shard_count(); ++shard) {
                        games.for_each(shard, [&](uint32_t game) {
                            ids.push_back(world.corpus().first_id(shard) + game);
                        });
                    }
                    RC_ASSERT(ids == move.games);
                }
            }
        }
    }));
}

TEST(FilteredExplorer, ASavedTreeGivesTheSameCounts) {
    EXPECT_TRUE(rc::check([](uint64_t seed) {
        World world(seed);
        const std::string path = world.file("some.dat");
        const auto saved =
            tree::save_filtered_tree(world.corpus(), &world.bitmap(), {.path = path}).value();
        RC_ASSERT(saved.games == world.bitmap().count());
        const auto tree = corpus::Tree::open(path, false).value();
        RC_ASSERT(tree.edge_count() == saved.edges);
        const std::vector<Position> positions = world.positions();
        const auto alone = explore_tree(tree, positions, true).value();
        const auto together =
            explore_batch(world.corpus(), positions,
                          {.games = &world.set(), .continued = true, .scans = false})
                .value();
        for (size_t i = 0; i < positions.size(); ++i) {
            RC_ASSERT(alone[i].moves.size() == together[i].moves.size());
            for (size_t k = 0; k < alone[i].moves.size(); ++k) {
                RC_ASSERT(alone[i].moves[k].san == together[i].moves[k].san);
                RC_ASSERT(alone[i].moves[k].score == together[i].moves[k].score);
                // A tree of these games alone lacks positions from which others went on.
                RC_ASSERT(alone[i].moves[k].continued.value_or(0) ==
                          together[i].moves[k].continued.value_or(0));
            }
        }
        // What is there is not replaced, unless asked for, and then only a tree.
        RC_ASSERT(!tree::save_filtered_tree(world.corpus(), nullptr, {.path = path}));
        RC_ASSERT(tree::save_filtered_tree(world.corpus(), nullptr, {.path = path, .force = true})
                      .has_value());
        const std::string other = world.path() + "/meta";
        RC_ASSERT(
            !tree::save_filtered_tree(world.corpus(), nullptr, {.path = other, .force = true}));
    }));
}

TEST(FilteredExplorer, ContinuedCountsTranspositions) {
    const test::TempDir dir;
    test::CorpusBuilder builder;
    builder.games = {
        {test::line("d4 Nf6 c4 e6")}, {test::line("c4 Nf6 d4 g6")}, {test::line("d4")}};
    builder.write(dir / "c");
    const auto corpus = Corpus::open((dir / "c").string()).value();
    Position position = Position::start();
    for (const Move move : test::line("d4 Nf6")) position.make_move<Maintain::BoardAndHash>(move);
    const auto answer = explore(corpus, position, {.continued = true}).value();
    ASSERT_EQ(answer.moves.size(), 1U);
    EXPECT_EQ(answer.moves[0].score.total(), 1U);
    EXPECT_EQ(answer.moves[0].continued, 2U);
}

}  // namespace
}  // namespace edge::explorer
