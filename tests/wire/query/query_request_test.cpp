#include "wire/query/query_request.h"

#include <gtest/gtest.h>

#include "query/lang/text.h"

namespace edge::wire {
namespace {

std::string error_of(std::string_view json) {
    const auto request = parse_query_request(json);
    return request ? "none" : request.error().message;
}

std::string query_text(std::string_view json) {
    const auto request = parse_query_request(json);
    return request ? query::to_text(request->asked.expr) : request.error().message;
}

TEST(QueryRequest, AnEmptyRequestCountsAllGames) {
    const auto request = parse_query_request("{}").value();
    EXPECT_EQ(request.answer, AnswerKind::Count);
    EXPECT_TRUE(refers_to_all(request.asked.expr));
    EXPECT_TRUE(request.output.empty());
}

TEST(QueryRequest, TakesAQueryInEachForm) {
    EXPECT_EQ(query_text(R"({"query": "result = W"})"), "result = W");
    EXPECT_EQ(query_text(R"({"query_json": {"result": ["W"]}})"), "result = W");
    EXPECT_EQ(query_text(R"({"scoutfish": {"result": "1-0"}})"), "result = W and ever(pass)");
    EXPECT_EQ(query_text(R"({"bitmap": "wins"})"), "@wins");
    EXPECT_EQ(query_text(R"({"bitmap": "w.bm", "query": "eco = B22"})"),
              R"(bitmap("w.bm") and eco = B22)");
}

TEST(QueryRequest, KnowsEveryField) {
    const auto groups = parse_query_request(
        R"({"corpus": "c", "answer": "groups", "key": "eco", "top_n": 5, "output": "@x",
            "force": true})");
    ASSERT_TRUE(groups) << groups.error().message;
    EXPECT_EQ(groups->corpus, "c");
    EXPECT_EQ(groups->answer, AnswerKind::Groups);
    EXPECT_EQ(groups->by->key, query::GroupKey::Eco);
    EXPECT_EQ(groups->top_n, 5U);
    EXPECT_EQ(groups->output, "@x");
    EXPECT_TRUE(groups->force);

    const auto positions = parse_query_request(
        R"({"answer": "positions", "positions": "both", "unique": true, "limit": 3})");
    ASSERT_TRUE(positions) << positions.error().message;
    EXPECT_EQ(positions->positions, query::PositionOutput::Both);
    EXPECT_TRUE(positions->unique);
    EXPECT_EQ(positions->limit, 3U);

    EXPECT_EQ(parse_query_request(R"({"answer": "heatmap", "pieces": "N"})")->kinds,
              1U << index(PieceType::Knight));
    EXPECT_EQ(parse_query_request(R"({"answer": "matches", "skip": 7})")->skip, 7U);
    EXPECT_EQ(parse_query_request(R"({"answer": "explain"})")->answer, AnswerKind::Explain);
}

TEST(QueryRequest, SaysWhatIsWrongAndWhere) {
    struct Case {
        std::string_view json, message;
    };
    const Case cases[] = {
        {"[]", "the request: found [], expected an object"},
        {"{", "this is not JSON"},
        {R"({"anser": "count"})", "/anser: unknown key 'anser'"},
        {R"({"anser": "count"})", "did you mean answer?"},
        {R"({"answer": "sum"})", "/answer: found \"sum\", expected count, matches"},
        {R"({"query": "resul = W"})", "/query: column 1"},
        {R"({"query_json": {"and": 3}})", "/query_json/and: found 3"},
        {R"({"scoutfish": {"sub-fen": "9"}})", "/scoutfish/sub-fen: "},
        {R"({"query": "all", "scoutfish": {}})",
         "/scoutfish: found both \"scoutfish\" and \"query\""},
        {R"({"bitmap": "@a/b"})", "/bitmap: "},
        {R"({"answer": "groups", "key": "colour"})",
         "/key: found 'colour', expected pawn-structure, "},
        {R"({"answer": "heatmap", "pieces": "X"})", "/pieces: expected kinds of pieces"},
        {R"({"answer": "positions", "positions": "all"})", "expected ref, fen, both or epd"},
        {R"({"answer": "groups", "key": "eco", "top_n": 0})", "/top_n: found 0"},
        {R"({"answer": "matches", "limit": -1})", "/limit: found -1"},
        {R"({"force": "yes"})", "/force: found \"yes\", expected true or false"},
        {R"({"answer": "matches", "skip": 18446744073709551615})", "/skip: found 1844"},
    };
    for (const Case& c : cases) {
        EXPECT_NE(error_of(c.json).find(c.message), std::string::npos) << c.json << "\n"
                                                                       << error_of(c.json);
    }
}

TEST(QueryRequest, MistakesHaveAPlace) {
    const auto place = [](std::string_view json) {
        const auto request = parse_query_request(json);
        return request ? Place() : request.error().place.value_or(Place());
    };
    EXPECT_EQ(place("[]").pointer, "");
    EXPECT_EQ(place(R"({"a/b": 1})").pointer, "/a~1b");
    const Place text = place(R"({"query": "all and\n  nonsense"})");
    EXPECT_EQ(text.pointer, "/query");
    EXPECT_EQ(text.line, 2U);
    EXPECT_EQ(text.column, 3U);
    const Place json = place(R"({"query_json": {"and": 3}})");
    EXPECT_EQ(json.pointer, "/query_json/and");
    EXPECT_EQ(json.line, 0U);
    EXPECT_EQ(json.file, "");
}

TEST(QueryRequest, TakesOtherNamesOfFields) {
    const auto request = parse_query_request(R"({"corpus_path": "c", "rules": "result = W"})");
    ASSERT_TRUE(request) << request.error().message;
    EXPECT_EQ(request->corpus, "c");
    EXPECT_EQ(query::to_text(request->asked.expr), "result = W");
    EXPECT_EQ(error_of(R"({"corpus": "c", "corpus_path": "c"})"),
              "/corpus_path: another name for \"corpus\", which is given too");
    EXPECT_EQ(error_of(R"({"rules": "all", "query_json": {}})"),
              "/query_json: found both \"query_json\" and \"query\", expected one");
}

TEST(QueryRequest, FieldsGoWithTheirAnswers) {
    EXPECT_EQ(error_of(R"({"limit": 3})"), "limit goes with matches or positions");
    EXPECT_EQ(error_of(R"({"skip": 3})"), "skip goes with matches");
    EXPECT_EQ(error_of(R"({"key": "eco"})"), "key goes with groups or partition");
    EXPECT_EQ(error_of(R"({"top_n": 3, "answer": "heatmap"})"),
              "top_n goes with groups or partition");
    EXPECT_EQ(error_of(R"({"pieces": "K"})"), "pieces goes with heatmap");
    EXPECT_EQ(error_of(R"({"positions": "fen"})"), "positions goes with positions");
    EXPECT_EQ(error_of(R"({"unique": true})"), "unique goes with positions");
    EXPECT_EQ(error_of(R"({"answer": "groups"})"), "groups: expected key as well");
    EXPECT_EQ(error_of(R"({"answer": "matches", "output": "@x"})"),
              "output does not go with matches or explain");
    EXPECT_EQ(error_of(R"({"answer": "partition", "key": "eco"})"),
              "partition: expected output @NAME or a file, to name the bitmaps after");
}

TEST(QueryRequest, AnswersAreNotFilesOfGames) {
    const auto message = [](const std::string& output) {
        return error_of(R"({"output": ")" + output + R"("})");
    };
    for (const char* const output :
         {"wins.pgn", "a/Wins.PGN.gz", "wins.si4", "wins.vf", "wins.scoredb"}) {
        EXPECT_NE(message(output).find("edge games writes them as PGN"), std::string::npos)
            << output;
    }
    for (const char* const output : {"@wins", "wins", "wins.bm", "wins.bin", "pgn"}) {
        EXPECT_EQ(message(output), "none") << output;
    }
}

TEST(QueryRequest, ErrorsUseTheSurfacesOwnNames) {
    QueryRequest request;
    request.limit = 3;
    const auto shout = [](std::string_view field) { return std::string(field) + "!"; };
    EXPECT_EQ(check_query_request(request, shout).error().message,
              "limit! goes with matches! or positions!");
}

TEST(QueryRequest, ThePageOfARequestOverridesThatOfItsQuery) {
    const AskedQuery inside{.expr = {}, .skip = 1, .limit = 2};
    EXPECT_EQ(page_of(inside, {}, {}).skip, 1U);
    EXPECT_EQ(page_of(inside, {}, 9).limit, 9U);
    EXPECT_EQ(page_of({}, {}, {}).limit, UINT64_MAX);
}

}  // namespace
}  // namespace edge::wire
