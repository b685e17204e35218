#include "index/game_choice.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "codec/synth/synth.h"
#include "core/compressed.h"
#include "corpus/verify.h"
#include "index/corpus_files.h"
#include "index/indexer.h"
#include "query/lang/text.h"
#include "query/query.h"

namespace edge::indexing {
namespace {

// A few blocks of games, among them some that are skipped or cut short.
std::string some_games() {
    std::string text;
    synth::Generator generator(3, true);
    for (uint64_t i = 0; text.size() < (size_t{5} << 19); ++i) {
        generator.append_game(i, text);
        if (i % 50 == 0) text += "[Event \"v\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n";
        if (i % 60 == 0) text += "[Event \"b\"]\n[White \"Bob\"]\n\n1. e4 e5 2. Ke3 1-0\n\n";
        if (i % 70 == 0) text += "[Event \"A \\\"b\\\"\"]\n[Site \"D\xFCren\"]\n\n1. e4 e5 0-1\n\n";
    }
    return text;
}

class ChoiceTest : public testing::Test {
protected:
    static void SetUpTestSuite() { text_ = new std::string(some_games()); }
    static void TearDownTestSuite() { delete text_; }
    void SetUp() override { test::write_file(dir_ / "x.pgn", *text_); }

    IndexReport index(const GameChoice& choice, const std::string& out, unsigned threads = 2,
                      const std::string& input = "x.pgn") {
        IndexOptions options;
        options.inputs = {(dir_ / input).string()};
        options.out = dir_ / out;
        options.force = true;
        options.shards = 2;
        options.threads = threads;
        options.choice = choice;
        auto report = index_games(options);
        EXPECT_TRUE(report) << report.error().message;
        return report.value();
    }
    corpus::Corpus open(const std::string& name) {
        return corpus::Corpus::open((dir_ / name).string()).value();
    }
    std::vector<uint64_t> offsets(const std::string& name) {
        std::vector<uint64_t> found;
        const auto corpus = open(name);
        EXPECT_TRUE(corpus::for_each_game(corpus, [&](uint64_t, auto, const auto& game) -> Status {
            found.push_back(game.header().pgn_offset);
            return {};
        }));
        return found;
    }

    test::TempDir dir_;
    static std::string* text_;
};
std::string* ChoiceTest::text_ = nullptr;

uint64_t left_out(const IndexReport& report, LeftOut reason) {
    return report.left_out[static_cast<size_t>(reason)];
}
uint64_t skipped(const IndexReport& report) {
    uint64_t sum = 0;
    for (size_t r = 0; r < formats::kIssueReasons; ++r) {
        if (formats::is_skip(static_cast<formats::IssueReason>(r))) sum += report.issue_counts[r];
    }
    return sum;
}

TEST_F(ChoiceTest, WhereKeepsTheGamesThatTheQueryFinds) {
    const IndexReport whole = index({}, "all");
    const auto corpus = open("all");
    const std::vector<uint64_t> all = offsets("all");
    for (const char* text :
         {"result = W and white.elo >= 2000", "not (year >= 2015 or plies > 80)", "speed = blitz",
          "tag(\"event\") ~ \"rated\" or white = \"Bob\"", "tag(\"Site\") = \"D\xC3\xBCren\"",
          "tag(\"Event\") = \"A \\\"b\\\"\"", "player ~ \"an\" xor eco = B20-B99", "all",
          "termination = time", "year = 1"}) {
        const query::Expr expr = query::parse_text(text).value();
        const auto query = query::Query::prepare(corpus, expr).value();
        const Bitmap games = query::find_games(query, {}).value();
        std::vector<uint64_t> expected;
        for (uint32_t shard = 0; shard < corpus.shard_count(); ++shard) {
            games.for_each(shard, [&](uint32_t game) {
                expected.push_back(all[corpus.first_id(shard) + game]);
            });
        }
        GameChoice choice;
        choice.where = query::GameFilter::make(expr).value();
        const IndexReport report = index(choice, "some");
        EXPECT_EQ(offsets("some"), expected) << text;
        EXPECT_EQ(report.games, expected.size());
        EXPECT_EQ(report.games_read, report.games + skipped(report));
        EXPECT_EQ(report.games + left_out(report, LeftOut::Where), whole.games);
        EXPECT_EQ(skipped(report), skipped(whole));
        EXPECT_TRUE(corpus::verify(open("some")).value().ok()) << text;
    }
}

TEST_F(ChoiceTest, ThreadsAndCompressionDoNotMatter) {
    test::write_file(dir_ / "x.pgn.gz", test::gzip(*text_));
    GameChoice choice;
    choice.sample = 0.4;
    choice.seed = 9;
    choice.where = query::GameFilter::make(query::parse_text("result = W,B").value()).value();
    for (const uint64_t max_games : {uint64_t{7}, uint64_t{130}, UINT64_MAX}) {
        choice.max_games = max_games;
        for (const char* input : {"x.pgn", "x.pgn.gz"}) {
            const IndexReport expected = index(choice, "one", 1, input);
            for (const unsigned threads : {2U, 5U}) {
                const IndexReport report = index(choice, "many", threads, input);
                test::expect_same_files(dir_ / "many", dir_ / "one");
                EXPECT_EQ(report.left_out, expected.left_out);
                EXPECT_EQ(report.games_read, expected.games_read);
                EXPECT_EQ(report.input_bytes, expected.input_bytes);
            }
            EXPECT_LE(expected.games, max_games);
            EXPECT_EQ(expected.games_read, expected.games + skipped(expected));
            EXPECT_TRUE(corpus::verify(open("one")).value().ok());
        }
    }
}

TEST_F(ChoiceTest, ASampleHasAboutItsShareAndGrowsWithIt) {
    const uint64_t total = index({}, "all").games;
    GameChoice choice;
    choice.sample = 0.25;
    const IndexReport quarter = index(choice, "quarter");
    EXPECT_NEAR(static_cast<double>(quarter.games), static_cast<double>(total) / 4,
                static_cast<double>(total) / 20);
    const auto few = offsets("quarter");
    choice.sample = 0.5;
    index(choice, "half");
    const auto more = offsets("half");
    EXPECT_TRUE(std::ranges::includes(more, few));
    choice.seed = 1;
    index(choice, "other");
    EXPECT_NE(offsets("other"), more);
    choice.sample = 1;
    EXPECT_EQ(index(choice, "whole").games, total);
}

TEST_F(ChoiceTest, MaxGamesKeepsTheFirstAndStopsReading) {
    const IndexReport whole = index({}, "all");
    const auto all = offsets("all");
    for (const uint64_t max_games : {uint64_t{1}, uint64_t{300}, whole.games, whole.games + 1}) {
        GameChoice choice;
        choice.max_games = max_games;
        const IndexReport report = index(choice, "some");
        ASSERT_EQ(report.games, std::min(max_games, whole.games));
        const auto some = offsets("some");
        EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin()));
        EXPECT_EQ(report.input_bytes < whole.input_bytes, max_games < whole.games);
        EXPECT_TRUE(corpus::verify(open("some")).value().ok());
    }
}

TEST_F(ChoiceTest, ADamagedEndIsNotReachedWhenEnoughGamesCameBefore) {
    std::string damaged = test::gzip(*text_);
    damaged.resize(damaged.size() - 100);
    test::write_file(dir_ / "x.pgn.gz", damaged);
    GameChoice choice;
    choice.max_games = 20;
    for (const unsigned threads : {1U, 2U, 8U}) {
        EXPECT_EQ(index(choice, "some", threads, "x.pgn.gz").games, 20U);
    }
}

}  // namespace
}  // namespace edge::indexing
