#include "server/mistake_place.h"

#include <gtest/gtest.h>

#include "query/text.h"
#include "wire/query_request.h"

namespace edge::server {
namespace {

TEST(MistakePlace, IsToldFirst) {
    const MistakePlace place = mistake_place("/query: line 2, column 16: expected x, found y");
    EXPECT_EQ(place.pointer, "/query");
    EXPECT_EQ(place.line, 2U);
    EXPECT_EQ(place.column, 16U);
    EXPECT_EQ(mistake_place("/a~1b/0: found 1").pointer, "/a~1b/0");
    EXPECT_EQ(mistake_place("/moves: column of pawns").column, 0U);
    EXPECT_EQ(mistake_place("/query: line 3 is long").line, 0U);
    EXPECT_EQ(mistake_place("/query: column 99999999999: x").column, 0U);
}

TEST(MistakePlace, MayBeMissing) {
    for (const char* const message :
         {"", "/", "/query", "the corpus: found none", "column 7: x", "limit: found 'x'"}) {
        EXPECT_EQ(mistake_place(message).pointer, "") << message;
        EXPECT_EQ(mistake_place(message).column, 0U) << message;
    }
}

TEST(MistakePlace, IsThatOfTheParsers) {
    const auto text =
        wire::parse_query_request(R"({"query": "result = W\n and \u00e9\u00e9 foo"})");
    ASSERT_FALSE(text);
    EXPECT_EQ(mistake_place(text.error().message).line, 2U);
    EXPECT_EQ(mistake_place(text.error().message).column, 6U);
    const auto json = wire::parse_query_request(R"({"query_json": {"and": [{"x": 1}, true]}})");
    ASSERT_FALSE(json);
    EXPECT_EQ(mistake_place(json.error().message).pointer.substr(0, 17), "/query_json/and/0");
}

}  // namespace
}  // namespace edge::server
