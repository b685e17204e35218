// What running a query promises besides its answers, which the oracle tests cover.
#include "query/query.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>

#include "corpus/corpus_builder.h"
#include "query/lang/text.h"
#include "support/temp_dir.h"

namespace edge::query {
namespace {

using test::CorpusBuilder;
using test::line;
using test::TestGame;

// Enough games for several blocks, alternately a Sicilian and an open game.
constexpr uint32_t kGames = 3000;

CorpusBuilder many_games() {
    CorpusBuilder builder;
    const auto sicilian = line("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6");
    const auto open_game = line("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6");
    for (uint32_t i = 0; i < kGames; ++i) {
        TestGame game{i % 2 == 0 ? sicilian : open_game};
        game.result = i % 3 == 0 ? GameResult::WhiteWins : GameResult::Draw;
        game.white = "Player " + std::to_string(i % 7);
        game.header.white_elo = static_cast<uint16_t>(2000 + i % 500);
        game.tags = {{"Event", i % 5 == 0 ? "Candidates" : "Open"}};
        builder.games.push_back(std::move(game));
    }
    builder.with_tree = false;
    builder.shards = 2;
    return builder;
}

class QueryRun : public testing::Test {
protected:
    void write(CorpusBuilder builder) {
        std::filesystem::remove_all(root_);
        builder.write(root_);
        corpus_.emplace(corpus::Corpus::open(root_.string()).value());
    }
    Result<Query> prepare(std::string_view text) {
        return Query::prepare(*corpus_, parse_text(text).value());
    }
    Bitmap find(std::string_view text, unsigned threads = 1) {
        return find_games(prepare(text).value(), {threads, {}}).value();
    }

    test::TempDir folder_;
    std::filesystem::path root_ = folder_.path() / "games.scoredb";
    std::optional<corpus::Corpus> corpus_;
};

constexpr std::string_view kQuestions[] = {
    "result = W",
    "white.elo >= 2400 and move(\"c5\")",
    "captured(N) or (result = D and not tag(\"Event\") = \"Candidates\")",
    "white = \"Player 3\" and B=2 b=2 Q=q",
    "tag(\"event\") ~ \"CANDI\" xor streak(2, P<p)",
};

TEST_F(QueryRun, GivesTheSameAnswerWithAndWithoutColumns) {
    CorpusBuilder builder = many_games();
    for (const std::string_view question : kQuestions) {
        builder.with_cols = false;
        write(builder);
        const Bitmap without = find(question);
        builder.with_cols = true;
        write(builder);
        EXPECT_EQ(find(question), without) << question;
        EXPECT_GT(without.count(), 0U) << question;
    }
}

TEST_F(QueryRun, ThreadsDoNotChangeTheAnswer) {
    write(many_games());
    for (const std::string_view question : kQuestions) {
        const Query query = prepare(question).value();
        const Bitmap games = find_games(query, {1, {}}).value();
        const Matches matches = find_matches(query, {}, {1, {}}).value();
        for (const unsigned threads : {2U, 7U}) {
            EXPECT_EQ(find_games(query, {threads, {}}).value(), games) << question;
            const Matches again = find_matches(query, {}, {threads, {}}).value();
            ASSERT_EQ(again.games.size(), matches.games.size());
            for (size_t i = 0; i < matches.games.size(); ++i) {
                EXPECT_EQ(again.games[i].plies, matches.games[i].plies);
            }
        }
    }
}

TEST_F(QueryRun, PagesTogetherAreTheWholeList) {
    write(many_games());
    const Query query = prepare("move(\"c5\") and result = W").value();
    const Matches all = find_matches(query, {}, {2, {}}).value();
    EXPECT_EQ(all.games.size(), all.games_matched);
    std::vector<uint64_t> ids;
    for (uint64_t skip = 0; skip < all.games_matched; skip += 77) {
        const Matches page = find_matches(query, {skip, 77}, {1, {}}).value();
        EXPECT_EQ(page.games_matched, all.games_matched);
        for (const GameMatch& match : page.games) {
            ids.push_back(match.game_id);
            EXPECT_EQ(match.plies, std::vector<uint32_t>{1});
        }
    }
    ASSERT_EQ(ids.size(), all.games.size());
    for (size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(ids[i], all.games[i].game_id);
}

TEST_F(QueryRun, ALongListComesInOrderAndInParts) {
    CorpusBuilder builder;
    builder.games.assign(40'000, {.moves = test::line("e4")});
    builder.shards = 3;
    builder.with_tree = false;
    write(builder);
    const Query query = prepare("ever(pass)").value();
    const Bitmap games = find_games(query, {2, {}}).value();
    const Page page{100, 39'000};
    std::atomic<uint64_t> passed = 0;
    uint64_t next = page.skip;
    const RunOptions options{2, [&](uint64_t games_done) {
                                 EXPECT_GT(games_done, passed);
                                 passed = games_done;
                                 return true;
                             }};
    ASSERT_TRUE(visit_matches(query, games, page, options, [&](const GameMatch& match) -> Status {
        EXPECT_EQ(match.game_id, next++);
        EXPECT_EQ(match.plies, std::vector<uint32_t>{0});
        return {};
    }));
    EXPECT_EQ(next, 39'100U);
    EXPECT_EQ(passed, 39'100U);

    uint64_t visited = 0;
    const auto count = [&](const GameMatch&) -> Status {
        ++visited;
        return {};
    };
    const Status stopped =
        visit_matches(query, games, {}, {2, [](uint64_t) { return false; }}, count);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
    EXPECT_LT(visited, 40'000U);
}

TEST_F(QueryRun, StopsWhenProgressReturnsFalse) {
    write(many_games());
    const Query query = prepare("captured(N)").value();
    std::atomic<unsigned> calls = 0;
    const auto result = find_games(query, {1, [&](uint64_t) { return ++calls < 2; }});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(calls, 2U);
}

TEST_F(QueryRun, OrderedVisitsStopWhenTheVisitorHasEnough) {
    write(many_games());
    const Query query = prepare("captured(N)").value();
    std::vector<uint32_t> seen;
    const Status status = visit_positions_in_order(
        query, {}, {3, {}}, nullptr,
        [&](corpus::GamePlace place, const corpus::GameView&, std::span<const PlySpan> spans) {
            EXPECT_EQ(spans.size(), 1U);
            seen.push_back(place.index);
            return seen.size() < 5;
        });
    EXPECT_TRUE(status);
    EXPECT_EQ(seen, (std::vector<uint32_t>{1, 3, 5, 7, 9}));
}

// A move from an empty square, deep in the second shard.
TEST_F(QueryRun, NamesTheGameWhoseMovesAreDamaged) {
    CorpusBuilder builder = many_games();
    builder.games[2500].moves[3] = Move::normal(make_square(4, 3), make_square(4, 4));
    builder.games[2600].moves[2] = Move::normal(make_square(0, 4), make_square(0, 5));
    write(builder);
    for (const std::string_view question :
         {"Q=0", "passed_pawn", "position(\"8/8/8/8/8/8/k7/2K5 w - -\")", "moved(K) captured(Q)",
          "subfen(\"k7/8/8/8/8/8/8/8\")", "seq(captured(Q), in_check)", "bishop_pair R=0"}) {
        const auto result = find_games(prepare(question).value(), {3, {}});
        ASSERT_FALSE(result) << question;
        EXPECT_EQ(result.error().code, ErrorCode::Corrupt);
        EXPECT_NE(result.error().message.find("1.moves"), std::string::npos)
            << result.error().message;
        EXPECT_NE(result.error().message.find("ply 3"), std::string::npos)
            << question << ": " << result.error().message;
    }
}

TEST_F(QueryRun, RefusesTooLongSequences) {
    write(many_games());
    std::string steps = "pass";
    for (int i = 1; i < 65; ++i) steps += ", pass";
    const auto result = prepare("seq(" + steps + ")");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::InvalidArgument);
    EXPECT_TRUE(prepare("seq(" + steps.substr(6) + ")"));
}

TEST_F(QueryRun, RefusesTooManyConditions) {
    write(many_games());
    Combination all{BoolOp::Or, {}};
    for (uint32_t from = 0; from < 5000; ++from) {
        const CountChain chain{
            {{{1, Counted::WhitePawn}}, {{static_cast<int32_t>(from), Counted::Const}}},
            {Relation::Less}};
        all.operands.push_back({Windowed{.condition = {Side::Either, Transition::None, {{chain}}},
                                         .range = std::nullopt}});
    }
    const auto result = Query::prepare(*corpus_, {all});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::InvalidArgument);
}

TEST_F(QueryRun, HandlesGamesWithoutPliesAndEmptyShards) {
    CorpusBuilder builder;
    builder.games = {{{}}, {line("e4")}};
    builder.shards = 4;  // the first and the third are empty
    builder.with_tree = false;
    write(builder);
    EXPECT_EQ(find("Q=1").count(), 1U);  // two plies in a row
    EXPECT_EQ(find("ever(Q=1)").count(), 2U);
    EXPECT_EQ(find("always(Q=1)").count(), 2U);
    EXPECT_EQ(find("never(1.., pass)").count(), 1U);
    EXPECT_EQ(find("always(1.., pass)").count(), 1U);
    EXPECT_EQ(find("move(\"e4\")").count(), 1U);
    EXPECT_EQ(find("run(pass, pass)").count(), 1U);
    EXPECT_EQ(find("passed_pawn or in_check").count(), 0U);
    const Matches matches = find_matches(prepare("ever(pass)").value(), {}, {}).value();
    ASSERT_EQ(matches.games.size(), 2U);
    EXPECT_EQ(matches.games[1].plies, std::vector<uint32_t>{0});
}

TEST_F(QueryRun, NothingHoldsInABackwardRange) {
    write(many_games());
    const auto count = [this](Quantifier quantifier) {
        const Windowed windowed{{Side::Either, Transition::None, {{PlainPredicate::Pass}}},
                                quantifier,
                                1,
                                PlyRange{6, 3}};
        return find_games(Query::prepare(*corpus_, {windowed}).value(), {}).value().count();
    };
    EXPECT_EQ(count(Quantifier::Streak), 0U);
    EXPECT_EQ(count(Quantifier::Always), 0U);
    EXPECT_EQ(count(Quantifier::Never), kGames);
}

// More atoms than have their answers kept.
TEST_F(QueryRun, TakesMoreThanSixtyFourAtoms) {
    write(many_games());
    std::string any = "moved(K) captured(Q)";
    for (int i = 20; i < 120; ++i) any += ", in_check MAT>" + std::to_string(i);
    EXPECT_EQ(find("ever(any(" + any + ", captured(N)))"), find("captured(N)"));
}

// More patterns than the board counts square by square: the rest are tested with bitboards.
TEST_F(QueryRun, TakesManyPatterns) {
    write(many_games());
    std::string any = "subfen(\"8/8/8/8/8/8/8/7K\")";
    for (char file = '0'; file < '7'; ++file) {
        const std::string pawn = (file == '0' ? "" : std::string(1, file)) + "P" +
                                 std::string(1, static_cast<char>('7' - (file - '0')));
        any += ", subfen(\"8/8/8/" + pawn + "/8/8/8/8\", mirror)";
    }
    EXPECT_EQ(find("ever(any(" + any + "))"), find("ever(subfen(\"8/8/8/P7/8/8/8/8\", mirror)) or "
                                                   "ever(subfen(\"8/8/8/4P3/8/8/8/8\", mirror)) or "
                                                   "ever(subfen(\"8/8/8/3P4/8/8/8/8\", mirror)) or "
                                                   "ever(subfen(\"8/8/8/2P5/8/8/8/8\", mirror))"));
}

}  // namespace
}  // namespace edge::query
