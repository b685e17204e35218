#include "wire/dedup/dedup_answer.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "corpus/corpus_builder.h"

namespace edge::wire {
namespace {

class DedupAnswerTest : public testing::Test {
protected:
    DedupAnswerTest() {
        test::CorpusBuilder builder;
        for (const uint16_t year : std::initializer_list<uint16_t>{0, 1990, 1991}) {
            test::TestGame& game = builder.games.emplace_back();
            game.moves = test::line("e4 e5");
            game.white = year == 0 ? "Carlsen,M" : "Carlsen, Magnus";
            game.black = year == 1991 ? "?" : "Bert";
            game.header.date = {year, 0, 0};
            game.header.white_elo = year;
            if (year == 1990) {
                game.header.eco = 122;  // B22
                game.tags = {{"Event", "Open"}, {"Round", "3"}};
            }
        }
        builder.write(dir_ / "c.scoredb");
    }

    std::string answer(const DedupRequest& request) {
        const auto corpus = corpus::Corpus::open((dir_ / "c.scoredb").string()).value();
        std::string text = answer_dedup_request(corpus, request, {}).value();
        const size_t at = text.find(corpus.path());
        return text.replace(at, corpus.path().size(), "PATH");
    }

    test::TempDir dir_;
};

TEST_F(DedupAnswerTest, HasTheGroupsWithTheirReasons) {
    EXPECT_EQ(answer({}),
              R"({"corpus":"PATH","games":3,"groups":1,"duplicates":1,"output":null,"listed":[)"
              R"({"kept":{"game_id":1,"white":"Carlsen, Magnus","black":"Bert",)"
              R"("date":"1990.??.??","result":"1-0","white_elo":1990,"black_elo":null,"plies":2,)"
              R"("eco":"B22","event":"Open","site":null,"round":"3"},)"
              R"("dropped":[{"game_id":0,"white":"Carlsen,M","black":"Bert",)"
              R"("date":"????.??.??","result":"1-0","white_elo":null,"black_elo":null,"plies":2,)"
              R"("eco":null,"event":null,"site":null,"round":null,)"
              R"("moves":"same","players":"initials"}]}]})");
}

TEST_F(DedupAnswerTest, HasTheContradictionsWhenTheyAreAskedFor) {
    EXPECT_EQ(answer({.limit = 0, .contradictions = true}),
              R"({"corpus":"PATH","games":3,"groups":1,"duplicates":1,"output":null,"listed":[],)"
              R"("contradicted":1,"contradictions":[]})");
    const std::string all = answer({.limit = 1, .contradictions = true});
    EXPECT_NE(all.find(R"("contradictions":[{"game":{"game_id":1,)"), std::string::npos) << all;
    EXPECT_NE(all.find(R"("other":{"game_id":2,)"), std::string::npos) << all;
    EXPECT_NE(all.find(R"("moves":"same","players":"unknown","contradicts":["date"]}]})"),
              std::string::npos)
        << all;
}

TEST_F(DedupAnswerTest, SkipsWhatWasListedBefore) {
    const std::string counts = R"("games":3,"groups":1,"duplicates":1)";
    const std::string none = answer({.skip = 1, .contradictions = true});
    EXPECT_NE(none.find(counts), std::string::npos) << none;
    EXPECT_NE(none.find(R"("listed":[],"contradicted":1,"contradictions":[]})"), std::string::npos)
        << none;
    EXPECT_EQ(answer({.skip = ~uint64_t{0}}), answer({.skip = 1}));
}

TEST_F(DedupAnswerTest, StoresTheGamesToDrop) {
    const DedupRequest request{.output = "@twice"};
    EXPECT_NE(answer(request).find(R"("output":"@twice")"), std::string::npos);
    EXPECT_TRUE(std::filesystem::exists(dir_ / "c.scoredb/bitmaps/twice.bm"));
    const auto corpus = corpus::Corpus::open((dir_ / "c.scoredb").string()).value();
    const auto again = answer_dedup_request(corpus, request, {});
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, ErrorCode::Exists);
    EXPECT_TRUE(answer_dedup_request(corpus, {.output = "@twice", .force = true}, {}));
}

TEST(DedupRequest, IsReadFromJson) {
    const auto request = parse_dedup_request(
        R"({"output":"@x","force":true,"skip":3,"limit":0,"contradictions":true})");
    ASSERT_TRUE(request) << request.error().message;
    EXPECT_EQ(request->output, "@x");
    EXPECT_TRUE(request->force);
    EXPECT_EQ(request->skip, 3U);
    EXPECT_EQ(request->limit, 0U);
    EXPECT_TRUE(request->contradictions);
    EXPECT_FALSE(parse_dedup_request(R"({"force":true})"));
    EXPECT_FALSE(parse_dedup_request(R"({"limit":1000001})"));
    EXPECT_FALSE(parse_dedup_request(R"({"text":"x"})"));
}

}  // namespace
}  // namespace edge::wire
