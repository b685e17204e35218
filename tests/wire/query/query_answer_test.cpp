#include "wire/query/query_answer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "bitmap/bitmap_file.h"
#include "corpus/bitmap_layout.h"
#include "corpus/sparse_corpus.h"
#include "query/game_set.h"

namespace edge::wire {
namespace {

class QueryAnswerTest : public testing::Test {
protected:
    Result<QueryAnswer> run(std::string_view json, const query::PositionSink& on_position = {}) {
        const QueryRequest request = parse_query_request(json).value();
        queries_.push_back(query::Query::prepare(games_.corpus(), request.asked.expr).value());
        return run_query_request(queries_.back(), request, {2, {}}, on_position);
    }
    // A file in the corpus's folder of bitmaps.
    std::filesystem::path stored(std::string_view name) const {
        return std::filesystem::path(games_.corpus().path()) / "bitmaps" / name;
    }

    const test::GameSet games_{test::classics_pgn()};
    std::list<query::Query> queries_;  // answers refer to them
};

TEST_F(QueryAnswerTest, CountsAndKeepsTheGames) {
    const auto answer = run(R"({"query": "checkmate", "output": "@mates"})").value();
    EXPECT_EQ(answer.head.games_matched, 10U);
    EXPECT_EQ(answer.head.games_scanned, 58U);
    EXPECT_EQ(answer.games.count(), 10U);
    ASSERT_EQ(answer.head.files, std::vector<std::string>{stored("mates.bm").string()});
    EXPECT_EQ(read_bitmap(stored("mates.bm")).value(), answer.games);
    EXPECT_EQ(run(R"({"bitmap": "mates"})")->games, answer.games);
}

TEST_F(QueryAnswerTest, AnExistingFileIsRefusedBeforeTheScan) {
    ASSERT_TRUE(run(R"({"output": "@x"})"));
    bool scanned = false;
    const QueryRequest request = parse_query_request(R"({"output": "@x"})").value();
    const auto query = query::Query::prepare(games_.corpus(), request.asked.expr).value();
    const query::RunOptions options{1, [&](uint64_t) { return scanned = true; }};
    const auto answer = run_query_request(query, request, options);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, ErrorCode::Exists);
    EXPECT_FALSE(scanned);
    EXPECT_TRUE(run(R"({"output": "@x", "force": true})"));
}

TEST_F(QueryAnswerTest, HeatmapHasTheKindsRequested) {
    const auto answer =
        run(R"({"query": "checkmate", "answer": "heatmap", "pieces": "K", "output": "@k"})")
            .value();
    const auto& found = std::get<HeatmapFound>(answer.found);
    EXPECT_EQ(found.heatmap.total_positions, 10U);
    EXPECT_EQ(found.heatmap.counts[0], query::HeatmapPlane{}) << "pawns were not requested";
    EXPECT_TRUE(std::filesystem::exists(stored("k.hm")));
}

TEST_F(QueryAnswerTest, GroupsKeepToTopN) {
    const auto answer = run(R"({"answer": "groups", "key": "result", "top_n": 2})").value();
    const auto& table = std::get<query::GroupTable>(answer.found);
    EXPECT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(table.distinct_groups, 3U);
    EXPECT_TRUE(answer.head.warnings.empty());
}

TEST_F(QueryAnswerTest, WarnsWhereNoSideIsWrittenForANone) {
    const auto answer = run(R"json({"query": "none(passed_pawn)"})json").value();
    EXPECT_EQ(answer.head.warnings,
              (std::vector<std::string>{
                  "without a side, none(...) is asked of White alone or of Black alone, as in "
                  "streak(2, either: none(passed_pawn)); to ask it of both, write "
                  "streak(2, both: none(passed_pawn))"}));
    for (const char* const query : {"white: none(passed_pawn)", "none(in_check)", "passed_pawn",
                                    "none(P<p)", "none(queens_off)", "either: none(passed_pawn)"}) {
        EXPECT_TRUE(run(fmt::format(R"({{"query": "{}"}})", query))->head.warnings.empty())
            << query;
    }
    // The steps of a sequence have no windows, so the advice has none either.
    const auto steps = run(R"json({"query": "seq(none(passed_pawn), checkmate)"})json").value();
    EXPECT_EQ(steps.head.warnings,
              (std::vector<std::string>{
                  "without a side, none(...) is asked of White alone or of Black alone, as in "
                  "either: none(passed_pawn); to ask it of both, write both: none(passed_pawn)"}));
    EXPECT_EQ(
        run(R"json({"query": "result = W and seq(none(in_check, passed_pawn), checkmate)"})json")
            ->head.warnings.size(),
        1U);
}

TEST_F(QueryAnswerTest, WarnsWhereASideChangesNothing) {
    const auto warning = [&](const char* query) {
        const auto warnings = run(fmt::format(R"({{"query": "{}"}})", query))->head.warnings;
        return warnings.empty() ? std::string() : warnings.front();
    };
    EXPECT_EQ(
        warning("ever(white: captured(Q))"),
        "nothing in ever(white: captured(Q)) is about a side, so the side does not change it; "
        "the moves of that side are those with to_move(us)");
    EXPECT_NE(warning("ever(winner: captured(Q))").find("only asks for games that somebody won"),
              std::string::npos);
    for (const char* const query :
         {"white: queens_off", "ever(loser: in_check)", "winner: us.P<them.P", "both: P=p",
          "winner: captured(Q) to_move(us)"}) {
        EXPECT_EQ(warning(query), "") << query;
    }
}

TEST_F(QueryAnswerTest, WarnsWhereTheDefaultWindowHardlyEverHolds) {
    const auto warnings = [&](const char* query) {
        return run(fmt::format(R"({{"query": "{}"}})", query))->head.warnings;
    };
    EXPECT_EQ(
        warnings("to_move(w) P<p"),
        std::vector<std::string>{"without a window, streak(2, to_move(w) P<p) was understood, "
                                 "2 plies in a row; for one position write "
                                 "ever(to_move(w) P<p)"});
    EXPECT_EQ(warnings("mover: us.P<them.P").size(), 1U);
    for (const char* const query : {"ever(to_move(w) P<p)", "captured(Q)", "P<p", "quiet P<p"}) {
        EXPECT_TRUE(warnings(query).empty()) << query;
    }
}

TEST_F(QueryAnswerTest, AggregatesSayHowManyGamesHaveNoPosition) {
    // Both halves hold in many games, but at no ply both.
    const char* const apart = "at(0, MEN=16) and at(2, MEN=16)";
    const auto answer =
        run(fmt::format(R"({{"query": "{}", "answer": "positions"}})", apart)).value();
    EXPECT_EQ(answer.head.games_without_position, answer.head.games_matched);
    EXPECT_GT(answer.head.games_matched, 0U);
    EXPECT_EQ(run(R"({"query": "MEN=16", "answer": "heatmap"})")->head.games_without_position, 0U);
    EXPECT_EQ(run(R"({"query": "MEN=16"})")->head.games_without_position, std::nullopt);
}

TEST_F(QueryAnswerTest, TakesOnePositionOfAGame) {
    const auto positions = [&](std::string_view more) {
        const std::string request =
            fmt::format(R"json({{"query": "ever(4..7, pass)", "answer": "heatmap"{}}})json", more);
        return std::get<HeatmapFound>(run(request)->found).heatmap.total_positions;
    };
    const uint64_t games = run(R"json({"query": "ever(4..7, pass)"})json")->head.games_matched;
    EXPECT_EQ(positions(R"(, "per_game": "first")"), games);
    EXPECT_EQ(positions(R"(, "per_game": "last")"), games);
    EXPECT_GT(positions(""), games);
}

TEST_F(QueryAnswerTest, NamesThatNobodyHasAreAnsweredWithTheNearest) {
    const auto warnings = [this](std::string_view query) {
        std::string text;
        const auto answer = run(R"({"query": ")" + std::string(query) + "\"}").value();
        for (const std::string& warning : answer.head.warnings) text += warning + '\n';
        return text;
    };
    EXPECT_EQ(warnings(R"(player = \"Kasparow\")"),
              "nobody in the corpus is called \"Kasparow\"; the nearest: \"Kasparov, Garry\"\n");
    EXPECT_EQ(warnings(R"(white ~ \"kasparow\" or result = W)"),
              "no name in the corpus contains \"kasparow\"; the nearest: \"Kasparov, Garry\"\n");
    EXPECT_EQ(warnings(R"(not player = \"zzzzz\")"), "nobody in the corpus is called \"zzzzz\"\n");
    EXPECT_EQ(warnings(R"(player = \"Kasparov, Garry\" and player ~ \"tal\")"), "");
    // Somebody of that name never had White: the answer is as it should be.
    EXPECT_EQ(warnings(R"(white = \"Kieseritzky, Lionel\")"), "");
}

TEST_F(QueryAnswerTest, PositionsGoToTheSinkOrToFiles) {
    std::vector<std::string> fens;
    const auto listed =
        run(R"({"query": "checkmate", "answer": "positions", "positions": "fen", "limit": 2})",
            [&](const query::ListedPosition& position) {
                fens.emplace_back(position.fen);
                return true;
            });
    EXPECT_EQ(std::get<query::PositionListTotals>(listed->found).matched, 10U);
    ASSERT_EQ(fens.size(), 2U);
    EXPECT_EQ(fens[0], "rn1q1bnr/ppp1kB1p/3p2p1/3NN3/4P3/8/PPPP1PPP/R1BbK2R b KQ - 2 7");

    const auto kept =
        run(R"({"query": "checkmate", "answer": "positions", "positions": "both", "output": "@p"})",
            [](const query::ListedPosition&) -> bool {
                ADD_FAILURE() << "they are kept";
                return false;
            });
    EXPECT_EQ(kept->head.files, (std::vector{stored("p.ps").string(), stored("p.fen").string()}));
}

TEST_F(QueryAnswerTest, APartitionIsAFileForEachValue) {
    const auto answer = run(R"({"answer": "partition", "key": "result", "output": "@by"})").value();
    const auto& found = std::get<PartitionFound>(answer.found);
    ASSERT_EQ(found.parts.size(), 3U);
    EXPECT_EQ(found.parts[0].path, stored("by-white.bm"));
    EXPECT_EQ(read_bitmap(stored("by-white.bm"))->count(), 36U);
    EXPECT_FALSE(run(R"({"answer": "partition", "key": "eco", "top_n": 2, "output": "@e"})"));
}

TEST_F(QueryAnswerTest, MatchesHaveThePageOfTheirQuery) {
    const auto answer =
        run(R"({"scoutfish": {"result-type": "mate", "skip": 1, "limit": 2}, "answer": "matches",
                "limit": 5})")
            .value();
    EXPECT_EQ(answer.head.games_matched, 10U);
    EXPECT_EQ(std::get<MatchesFound>(answer.found).page.skip, 1U);
    EXPECT_EQ(std::get<MatchesFound>(answer.found).page.limit, 5U);
}

class SparseAnswerTest : public testing::Test {
protected:
    Result<QueryAnswer> run(std::string_view json) {
        const QueryRequest request = parse_query_request(json).value();
        queries_.push_back(EDGE_TRY(query::Query::prepare(corpus_, request.asked.expr)));
        return run_query_request(queries_.back(), request, {2, {}});
    }
    uint32_t version_of(const std::filesystem::path& path) const {
        const BitmapSummary summary = read_bitmap_summary(path).value();
        EXPECT_EQ(summary.corpus_id.has_value(), summary.version == kSparseVersion);
        if (summary.corpus_id) {
            EXPECT_EQ(summary.corpus_id, test::kSparseCorpusId);
        }
        return summary.version;
    }
    std::filesystem::path stored(std::string_view name) const { return root_ / "bitmaps" / name; }

    const test::TempDir dir_;
    const std::filesystem::path root_ = dir_ / "c.scoredb";
    const corpus::Corpus corpus_ = [this] {
        test::write_sparse_corpus(root_);
        return corpus::Corpus::open(root_.string()).value();
    }();
    std::list<query::Query> queries_;
};

TEST_F(SparseAnswerTest, ASetOfFewGamesIsSparseInItsCorpus) {
    const auto found = run(R"({"query": "result = D", "output": "@few"})").value();
    EXPECT_EQ(found.games.count(), 1U);
    EXPECT_EQ(version_of(stored("few.bm")), kSparseVersion);
    EXPECT_EQ(run(R"({"bitmap": "few"})")->games, found.games);
    EXPECT_EQ(run(R"({"query": "@few or @few"})")->games, found.games);
    EXPECT_EQ(run(R"({"query": "not @few"})")->games.count(), 19999U);

    ASSERT_TRUE(run(R"({"query": "result = W", "output": "@many"})"));
    EXPECT_EQ(version_of(stored("many.bm")), kSparseVersion) << "one long run is short, too";
    ASSERT_TRUE(run(R"({"query": "result = W", "output": "@many", "dense": true, "force": true})"));
    EXPECT_EQ(version_of(stored("many.bm")), kDenseVersion);
}

TEST_F(SparseAnswerTest, AFileElsewhereIsDense) {
    const std::string path = (dir_ / "few.bm").string();
    ASSERT_TRUE(run(fmt::format(R"({{"query": "result = D", "output": "{}"}})", path)));
    EXPECT_EQ(version_of(path), kDenseVersion);
    EXPECT_EQ(run(fmt::format(R"({{"bitmap": "{}"}})", path))->games.count(), 1U);
}

TEST_F(SparseAnswerTest, PartsOfAPartitionAreSparseWhereTheyAreSmall) {
    const char* const asked = R"({"answer": "partition", "key": "result", "output": "@by"})";
    ASSERT_TRUE(run(asked));
    EXPECT_EQ(version_of(stored("by-draw.bm")), kSparseVersion);
    ASSERT_TRUE(run(R"({"answer": "partition", "key": "result", "output": "@d", "dense": true})"));
    EXPECT_EQ(version_of(stored("d-draw.bm")), kDenseVersion);
    EXPECT_EQ(run(R"({"query": "@by-draw and @d-draw"})")->games.count(), 1U);
}

TEST_F(SparseAnswerTest, DenseGoesWithSets) {
    const auto refused = parse_query_request(R"({"answer": "heatmap", "dense": true})");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("dense goes with count or partition"), std::string::npos)
        << refused.error().message;
}

TEST_F(SparseAnswerTest, ASetOfAnotherCorpusIsRefused) {
    const Bitmap games(corpus::bitmap_layout(corpus_));
    ASSERT_TRUE(write_bitmap(games, stored("other.bm"), false, ContentHash{1, 2}));
    const auto refused = run(R"({"query": "@other"})");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              stored("other.bm").string() +
                  ": found a bitmap of the corpus 00000000000000010000000000000002, expected one "
                  "of this corpus, 0123456789abcdef0123456789abcdef");
}

}  // namespace
}  // namespace edge::wire
