#include "index/dedup.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

#include "corpus/corpus_builder.h"
#include "index/game_families.h"
#include "index/new_duplicates.h"
#include "query/players/same_player.h"
#include "support/damage.h"

namespace edge::indexing {
namespace {

using corpus::Date;
using corpus::GameResult;

constexpr Date kDay{1990, 5, 17};

// Knights that go out and back: any number of plies, and with another `variant` other moves after
// the first 20 plies.
std::vector<Move> knight_moves(size_t plies, size_t variant = 0) {
    const std::vector<Move> lines[] = {test::line("Nf3 Nf6 Ng1 Ng8"),
                                       test::line("Nc3 Nc6 Nb1 Nb8")};
    std::vector<Move> moves;
    for (size_t ply = 0; ply < plies; ++ply) {
        const bool is_other = ply >= 20 && (variant >> ((ply - 20) / 4) % 8 & 1) != 0;
        moves.push_back(lines[is_other ? 1 : 0][ply % 4]);
    }
    return moves;
}

test::TestGame game(size_t plies, std::string white, std::string black, Date date = kDay,
                    GameResult result = GameResult::Draw) {
    test::TestGame made;
    made.moves = knight_moves(plies);
    made.white = std::move(white);
    made.black = std::move(black);
    made.result = result;
    made.header.date = date;
    return made;
}

class DedupTest : public testing::Test {
protected:
    DedupTest() { builder_.with_cols = true; }
    DedupReport find(const DedupOptions& options = {}) {
        builder_.with_tree = false;
        std::filesystem::remove_all(root_);
        builder_.write(root_);
        if (!aliases_.empty()) test::write_file(root_ / "players.tsv", aliases_);
        return find_duplicates(corpus::Corpus::open(root_.string()).value(), options).value();
    }
    DedupReport find(std::vector<test::TestGame> games) {
        builder_.games = std::move(games);
        return find(DedupOptions{.near_misses = true});
    }
    // "kept<dropped;..."
    std::string pairs(std::vector<test::TestGame> games) {
        std::string text;
        for (const Duplicate& pair : find(std::move(games)).duplicates) {
            text += std::to_string(pair.kept) + '<' + std::to_string(pair.dropped) + ';';
        }
        return text;
    }

    test::TempDir dir_;
    std::filesystem::path root_ = dir_ / "c.scoredb";
    test::CorpusBuilder builder_;
    std::string aliases_;
};

TEST_F(DedupTest, FindsGamesWithTheSameMovesAndPlayers) {
    const DedupReport report =
        find({game(30, "Anna", "Bert"), game(31, "Carl", "Dora"), game(30, "Anna", "Bert")});
    EXPECT_EQ(report.groups, 1U);
    ASSERT_EQ(report.duplicates.size(), 1U);
    EXPECT_EQ(report.duplicates[0],
              (Duplicate{0, 2, MovesAgreement::Same, PlayersAgreement::Same}));
    EXPECT_TRUE(report.near_misses.empty());
}

TEST_F(DedupTest, ShortGamesCountToo) {
    EXPECT_EQ(pairs({game(1, "Anna", "Bert"), game(1, "Anna", "Bert")}), "0<1;");
    EXPECT_EQ(pairs({game(20, "Anna", "Bert"), game(20, "Anna", "Bert")}), "0<1;");
}

TEST_F(DedupTest, OtherMovesAreAnotherGame) {
    auto other = game(30, "Anna", "Bert");
    other.moves = knight_moves(30, 1);
    EXPECT_EQ(pairs({game(30, "Anna", "Bert"), other}), "");
    EXPECT_EQ(pairs({game(3, "Anna", "Bert"), game(4, "Anna", "Bert")}), "");
}

TEST_F(DedupTest, TheBeginningOfAGameIsLongerThan20Plies) {
    EXPECT_EQ(pairs({game(20, "Anna", "Bert"), game(40, "Anna", "Bert")}), "");
    EXPECT_EQ(pairs({game(20, "Anna", "Bert"), game(21, "Anna", "Bert")}), "");
    EXPECT_EQ(pairs({game(21, "Anna", "Bert"), game(40, "Anna", "Bert")}), "1<0;");
    const auto report = find({game(21, "Anna", "Bert"), game(22, "Anna", "Bert")});
    ASSERT_EQ(report.duplicates.size(), 1U);
    EXPECT_EQ(report.duplicates[0].moves, MovesAgreement::Prefix);
    auto other = game(40, "Anna", "Bert");
    other.moves = knight_moves(40, 1);  // from ply 20 on
    EXPECT_EQ(pairs({game(21, "Anna", "Bert"), other}), "");
}

TEST_F(DedupTest, PlayersAgreeHoweverTheyAreSpelled) {
    const auto report = find({
        game(30, "Carlsen, Magnus", "Réti, Richard"),
        game(30, "Carlsen,M", "Reti Richard"),
        game(31, "Carlsen, Magnus", "Anand"),
        game(31, "CARLSEN, MAGNUS", "anand"),
    });
    ASSERT_EQ(report.duplicates.size(), 2U);
    EXPECT_EQ(report.duplicates[0].players, PlayersAgreement::Initials);  // the weaker one
    EXPECT_EQ(report.duplicates[1].players, PlayersAgreement::Spelling);
    EXPECT_EQ(pairs({game(30, "Carlsen, Magnus", "Anand"), game(30, "Carlsen, Henrik", "Anand")}),
              "");
    EXPECT_EQ(pairs({game(30, "Anna", "Bert"), game(30, "Bert", "Anna")}), "");
}

TEST_F(DedupTest, PlayersTsvJoinsNames) {
    const std::vector games = {game(30, "Byrne, Jane", "Anand"), game(30, "Smith, Jane", "Anand")};
    EXPECT_EQ(pairs(games), "");
    aliases_ = "Smith, Jane\tByrne, Jane\n";
    const auto report = find(games);
    ASSERT_EQ(report.duplicates.size(), 1U);
    EXPECT_EQ(report.duplicates[0].players, PlayersAgreement::Alias);
}

TEST_F(DedupTest, ANameThatBothLackIsNoAgreement) {
    EXPECT_EQ(pairs({game(30, "?", "?"), game(30, "?", "?")}), "");
    EXPECT_EQ(pairs({game(30, "Anna", "?"), game(30, "Anna", "?")}), "");
    EXPECT_EQ(pairs({game(30, "NN", "Bert"), game(30, "N.N.", "Bert")}), "");
}

TEST_F(DedupTest, ANameThatOneLacksContradictsNothing) {
    const auto report = find({game(30, "Anna", "?"), game(30, "Anna", "Bert")});
    ASSERT_EQ(report.duplicates.size(), 1U);
    EXPECT_EQ(report.duplicates[0],
              (Duplicate{1, 0, MovesAgreement::Same, PlayersAgreement::Unknown}));
    EXPECT_EQ(pairs({game(30, "?", "?"), game(30, "Anna", "Bert")}), "1<0;");
    EXPECT_EQ(pairs({game(30, "Anna", "?"), game(30, "Berta", "Bert")}), "");
}

TEST_F(DedupTest, AKnownPartOfTheDateMustNotDiffer) {
    const auto with = [](Date date) { return game(30, "Anna", "Bert", date); };
    EXPECT_EQ(pairs({with(kDay), with({1990, 5, 18})}), "");
    EXPECT_EQ(pairs({with(kDay), with({1990, 6, 17})}), "");
    EXPECT_EQ(pairs({with(kDay), with({1990, 6, 0})}), "");
    EXPECT_EQ(pairs({with(kDay), with({1991, 0, 0})}), "");
    EXPECT_EQ(pairs({with({0, 5, 0}), with({0, 6, 0})}), "");
    EXPECT_EQ(pairs({with(kDay), with({1990, 0, 0})}), "0<1;");
    EXPECT_EQ(pairs({with(kDay), with({1990, 5, 0})}), "0<1;");
    EXPECT_EQ(pairs({with(kDay), with({})}), "0<1;");
    EXPECT_EQ(pairs({with({1990, 0, 0}), with({0, 5, 17})}), "1<0;");
}

TEST_F(DedupTest, KnownResultsMustNotDiffer) {
    const auto with = [](GameResult result) { return game(30, "Anna", "Bert", kDay, result); };
    EXPECT_EQ(pairs({with(GameResult::WhiteWins), with(GameResult::BlackWins)}), "");
    EXPECT_EQ(pairs({with(GameResult::WhiteWins), with(GameResult::Draw)}), "");
    EXPECT_EQ(pairs({with(GameResult::Unknown), with(GameResult::Draw)}), "1<0;");
    EXPECT_EQ(pairs({with(GameResult::Unknown), with(GameResult::Unknown)}), "0<1;");
}

TEST_F(DedupTest, KeepsTheGameThatKnowsMost) {
    auto rated = game(30, "Anna", "Bert");
    rated.header.white_elo = 2000;
    auto longer = game(40, "Anna", "Bert");
    EXPECT_EQ(pairs({game(30, "Anna", "Bert"), longer, rated}), "2<0;2<1;");
    EXPECT_EQ(pairs({game(30, "Anna", "Bert"), longer, game(40, "Anna", "Bert")}), "1<0;1<2;");
    EXPECT_EQ(pairs({game(30, "Anna", "Bert"), game(30, "Anna", "Bert")}), "0<1;");
    auto coded = game(30, "Anna", "Bert");
    coded.header.eco = 100;
    EXPECT_EQ(pairs({game(30, "Anna", "Bert"), coded}), "1<0;");
    auto timed = game(30, "Anna", "Bert");
    timed.header.time_control = {180, 0, false};
    EXPECT_EQ(pairs({game(30, "Anna", "Bert"), timed}), "1<0;");
}

// The game without a date is a duplicate of either of the others, which are none of each other.
TEST_F(DedupTest, NeverDropsAGameOnlyThroughAThird) {
    const auto on = [](Date date) { return game(30, "Anna", "Bert", date); };
    EXPECT_EQ(pairs({on({}), on({1990, 5, 17}), on({1990, 5, 18})}), "1<0;");
    // Initials: M may be Magnus or Mats.
    const auto of = [](std::string name) { return game(30, std::move(name), "Bert"); };
    EXPECT_EQ(pairs({of("Holm, Magnus"), of("Holm, M"), of("Holm, Mats"), of("Holm, Mats")}),
              "0<1;2<3;");
    // Moves: a game begins two that go on differently.
    auto start = game(24, "Anna", "Bert");
    auto other = game(40, "Anna", "Bert");
    other.moves = knight_moves(40, 2);
    EXPECT_EQ(pairs({start, game(40, "Anna", "Bert"), other}), "1<0;");
}

TEST_F(DedupTest, ListsWhatOnlyAContradictionKeepsApart) {
    const auto report = find({
        game(30, "Anna", "Bert"),
        game(30, "Anna", "Bert", {1991, 1, 1}),
        game(30, "Anna", "Bert", {1991, 1, 1}, GameResult::WhiteWins),
        game(30, "Anna", "Bert", {1991, 1, 1}),
        game(30, "Anna", "Carl", {1992, 1, 1}),
        game(30, "?", "?", {1992, 1, 1}),
        game(30, "?", "?", {1992, 1, 1}),
    });
    const auto same = [](uint32_t a, uint32_t b) {
        return Duplicate{a, b, MovesAgreement::Same, PlayersAgreement::Same};
    };
    EXPECT_EQ(report.near_misses,
              (std::vector<NearMiss>{{same(0, 1), true, false}, {same(0, 2), true, true}}));
    ASSERT_EQ(report.duplicates.size(), 3U);
    EXPECT_EQ(report.duplicates[0], same(1, 3));
    EXPECT_EQ(report.duplicates[1].kept, 4U);
    EXPECT_EQ(report.duplicates[2].dropped, 6U);
}

TEST_F(DedupTest, AnEmptyCorpusHasNoDuplicates) {
    EXPECT_EQ(pairs({}), "");
    EXPECT_EQ(find(std::vector<test::TestGame>{}).groups, 0U);
}

TEST_F(DedupTest, DroppedGamesAreASet) {
    builder_.shards = 3;
    const auto report = find({game(30, "Anna", "Bert"), game(30, "Anna", "Bert"),
                              game(31, "Carl", "Bert"), game(30, "Anna", "Bert")});
    const auto corpus = corpus::Corpus::open(root_.string()).value();
    const Bitmap set = dropped_games(corpus, report);
    EXPECT_EQ(set.count(), 2U);
    for (const uint64_t id : {1U, 3U}) {
        const corpus::GamePlace place = corpus.locate(id);
        EXPECT_TRUE(set.test(place.shard, place.index)) << id;
    }
}

TEST_F(DedupTest, StopsWhenItIsCancelled) {
    builder_.games = {game(30, "Anna", "Bert"), game(30, "Anna", "Bert")};
    builder_.with_tree = false;
    builder_.write(root_);
    const auto corpus = corpus::Corpus::open(root_.string()).value();
    const auto report = find_duplicates(corpus, {.on_progress = [](uint64_t) { return false; }});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Cancelled);
}

TEST_F(DedupTest, ADamagedRecordIsReported) {
    builder_.games = {game(30, "Anna", "Bert"), game(30, "Anna", "Bert")};
    builder_.with_tree = false;
    builder_.write(root_);
    test::put_byte(root_ / "shards/0.moves", corpus::kWhiteNameAt, 99);
    const auto report = find_duplicates(corpus::Corpus::open(root_.string()).value(), {});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Corrupt);
}

// Many games of a few players with few different moves, dates and results, so that all rules meet.
std::vector<test::TestGame> random_games(size_t count, uint32_t seed) {
    static const std::vector<std::string> kNames = {
        "Holm, Magnus", "Holm,M", "Holm, Mats", "HOLM MATS",    "?", "NN", "Anna",
        "anna",         "Bert",   "Réti, R",    "Reti, Richard"};
    std::mt19937 random(seed);
    const auto below = [&random](size_t n) { return random() % n; };
    std::vector<test::TestGame> games;
    for (size_t i = 0; i < count; ++i) {
        constexpr size_t kLengths[] = {3, 20, 21, 24, 30};
        test::TestGame made =
            game(kLengths[below(5)], kNames[below(kNames.size())], kNames[below(kNames.size())]);
        made.moves = knight_moves(made.moves.size(), below(4));
        made.header.date = {static_cast<uint16_t>(below(2) == 0 ? 0 : 1990 + below(2)),
                            static_cast<uint8_t>(below(3)), 0};
        made.header.white_elo = static_cast<uint16_t>(below(2) * 2000);
        made.result = static_cast<GameResult>(below(4));
        games.push_back(std::move(made));
    }
    return games;
}

// The rules again, every pair by itself.
bool are_duplicates(const test::TestGame& a, const test::TestGame& b) {
    const auto& [shorter, longer] =
        a.moves.size() <= b.moves.size() ? std::tie(a, b) : std::tie(b, a);
    if (!std::equal(shorter.moves.begin(), shorter.moves.end(), longer.moves.begin())) return false;
    if (shorter.moves.size() != longer.moves.size() && shorter.moves.size() <= 20) return false;
    const auto agree = [](const std::string& x, const std::string& y) {
        const query::PlayerName first(x);
        const query::PlayerName second(y);
        return (first.is_known() || second.is_known()) &&
               first.agreement(second) != query::NameAgreement::Different;
    };
    const auto differ = [](uint32_t x, uint32_t y) { return x != 0 && y != 0 && x != y; };
    const auto number = [](GameResult result) { return static_cast<uint32_t>(result); };
    static_assert(static_cast<uint32_t>(GameResult::Unknown) == 0);
    return agree(a.white, b.white) && agree(a.black, b.black) &&
           !differ(a.header.date.year, b.header.date.year) &&
           !differ(a.header.date.month, b.header.date.month) &&
           !differ(number(a.result), number(b.result));
}

// With games that are new, from that number on, only these are dropped, and after all others.
std::vector<std::pair<uint32_t, uint32_t>> slow_duplicates(const std::vector<test::TestGame>& games,
                                                           uint32_t first_new = UINT32_MAX) {
    const auto known = [](const test::TestGame& g) {
        const auto& date = g.header.date;
        return (g.white != "?") + (g.black != "?") + (g.header.white_elo != 0) +
               (g.result != GameResult::Unknown) + (date.year != 0) + (date.month != 0);
    };
    std::vector<uint32_t> order(games.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, [&](uint32_t a, uint32_t b) {
        return std::tuple(a >= first_new, -known(games[a]), games[b].moves.size(), a) <
               std::tuple(b >= first_new, -known(games[b]), games[a].moves.size(), b);
    });
    std::set<uint32_t> dropped;
    std::vector<std::pair<uint32_t, uint32_t>> found;
    for (size_t i = 0; i < order.size(); ++i) {
        if (dropped.contains(order[i])) continue;
        for (size_t j = i + 1; j < order.size(); ++j) {
            if (dropped.contains(order[j])) continue;
            if (first_new != UINT32_MAX && order[j] < first_new) continue;
            if (!are_duplicates(games[order[i]], games[order[j]])) continue;
            dropped.insert(order[j]);
            found.emplace_back(order[i], order[j]);
        }
    }
    std::ranges::sort(found);
    return found;
}

TEST_F(DedupTest, AgreesWithASlowTwin) {
    for (const size_t count : {40U, 600U, 3000U}) {
        for (const bool with_cols : {true, false}) {
            builder_.games = random_games(count, static_cast<uint32_t>(count));
            builder_.shards = with_cols ? 3 : 1;
            builder_.with_cols = with_cols;
            std::vector<std::pair<uint32_t, uint32_t>> found;
            const DedupReport report = find();
            for (const Duplicate& pair : report.duplicates) {
                found.emplace_back(pair.kept, pair.dropped);
            }
            EXPECT_EQ(found, slow_duplicates(builder_.games)) << count;
            EXPECT_GT(found.size(), count / 10);
        }
    }
}

// Few new games and many, and a corpus without any games.
TEST_F(DedupTest, NewDuplicatesAgreeWithASlowTwin) {
    for (const auto& [old_count, count] : {std::pair(0U, 600U), std::pair(590U, 600U),
                                           std::pair(1000U, 3000U), std::pair(2999U, 3000U)}) {
        for (const bool with_cols : {true, false}) {
            SCOPED_TRACE(testing::Message() << old_count << " of " << count);
            const std::vector<test::TestGame> games = random_games(count, count);
            const auto cut = games.begin() + static_cast<std::ptrdiff_t>(old_count);
            builder_.with_tree = false;
            builder_.with_cols = with_cols;
            builder_.shards = with_cols ? 3 : 1;
            std::filesystem::remove_all(root_);
            std::filesystem::remove_all(dir_ / "new.scoredb");
            builder_.games = {games.begin(), cut};
            builder_.write(root_);
            builder_.games = {cut, games.end()};
            builder_.write(dir_ / "new.scoredb");
            const auto old_games = corpus::Corpus::open(root_.string()).value();
            const auto new_games = corpus::Corpus::open((dir_ / "new.scoredb").string()).value();
            ShardList shards(old_games);
            shards.append(new_games);
            std::vector<std::pair<uint32_t, uint32_t>> expected = slow_duplicates(games, old_count);
            std::ranges::sort(expected, {}, [](const auto& pair) { return pair.second; });
            for (const unsigned threads : {1U, 4U}) {
                std::vector<std::pair<uint32_t, uint32_t>> found;
                const auto duplicates =
                    find_new_duplicates(shards, {}, {.first_new = old_count, .threads = threads});
                ASSERT_TRUE(duplicates);
                for (const Duplicate& pair : *duplicates) {
                    found.emplace_back(pair.kept, pair.dropped);
                }
                EXPECT_EQ(found, expected);
                EXPECT_FALSE(found.empty());
            }
        }
    }
}

TEST_F(DedupTest, ThreadsDoNotChangeTheAnswer) {
    builder_.games = random_games(2000, 7);
    builder_.shards = 3;
    const DedupReport one = find({.near_misses = true, .threads = 1});
    const DedupReport four = find({.near_misses = true, .threads = 4});
    EXPECT_FALSE(one.near_misses.empty());
    EXPECT_EQ(one.duplicates, four.duplicates);
    EXPECT_EQ(one.near_misses, four.near_misses);
    EXPECT_EQ(one.groups, four.groups);
}

// Buckets hold about 64 games, so these have several, and more than one task.
TEST_F(DedupTest, FindsDuplicatesAmongManyOtherGames) {
    std::mt19937 random(1);
    const std::vector<Move> start = test::line("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7");
    for (uint32_t i = 0; i < 40'000; ++i) {
        test::TestGame& made = builder_.games.emplace_back(game(3, "Anna", "Bert"));
        // Moves need not be legal here.
        made.moves.clear();
        for (int ply = 0; ply < 25; ++ply) {
            made.moves.push_back(start[random() % start.size()]);
        }
    }
    for (const size_t i : {size_t{5}, size_t{20'000}, size_t{39'999}}) {
        builder_.games.push_back(builder_.games[i]);
    }
    const DedupReport report = find(DedupOptions{.threads = 2});
    ASSERT_EQ(report.duplicates.size(), 3U);
    EXPECT_EQ(report.duplicates[0].kept, 5U);
    EXPECT_EQ(report.duplicates[2].dropped, 40'002U);
}

}  // namespace
}  // namespace edge::indexing
