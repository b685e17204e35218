#include "server/parameters.h"

#include <gtest/gtest.h>

#include "query/lang/text.h"
#include "wire/games/games_request.h"

namespace edge::server {
namespace {

Result<wire::GamesRequest> read(const std::string& query) {
    Request request;
    request.parameters = parse_target("/games?" + query)->parameters;
    return read_parameters(request, wire::games_fields(), {"set"});
}

std::string refusal(const std::string& query) {
    const auto request = read(query);
    return request ? "none" : request.error().message;
}

TEST(Parameters, FillTheRequest) {
    const auto request = read(
        "corpus=c&query=result+%3D+W&bitmap=mates&format=csv&columns=white,tag:Event&sort=date"
        "&desc=true&limit=7&set=1");
    ASSERT_TRUE(request) << request.error().message;
    EXPECT_EQ(request->corpus, "c");
    EXPECT_EQ(query::to_text(request->asked.expr), "@mates and result = W");
    EXPECT_EQ(request->format, wire::GamesFormat::Csv);
    EXPECT_EQ(request->column_names, (std::vector<std::string>{"white", "tag:Event"}));
    EXPECT_EQ(request->sort, games::GameSort::Date);
    EXPECT_TRUE(request->descending);
    EXPECT_EQ(request->limit, 7U);
}

TEST(Parameters, NameThePlaceOfAMistake) {
    EXPECT_EQ(refusal("limit=-1"),
              "/limit: found '-1', expected a whole number from 0 to 9223372036854775807");
    EXPECT_EQ(refusal("desc=yes"), "/desc: found 'yes', expected true or false");
    EXPECT_EQ(refusal("sort=name"), "/sort: found 'name', expected none, elo, date or plies");
    EXPECT_TRUE(refusal("query=resul").starts_with("/query: column 1: ")) << refusal("query=resul");
    EXPECT_EQ(refusal("limit=1&limit=2"), "the parameter 'limit' appears twice");
    // What has no text form is not a parameter.
    EXPECT_TRUE(refusal("query_json={}").starts_with("unknown parameter 'query_json', expected "));
}

}  // namespace
}  // namespace edge::server
