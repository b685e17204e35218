#include "server/problem.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace edge::server {
namespace {

TEST(Problem, IsAnObjectOfRfc9457) {
    const Response response = problem({ErrorCode::NotFound, "no \"x\""});
    EXPECT_EQ(response.status, 404U);
    EXPECT_EQ(response.content_type, "application/problem+json");
    const auto json = nlohmann::json::parse(response.body);
    EXPECT_EQ(json["type"], "about:blank");
    EXPECT_EQ(json["title"], "Not Found");
    EXPECT_EQ(json["status"], 404);
    EXPECT_EQ(json["detail"], "no \"x\"");
}

TEST(Problem, HasThePlaceOfAMistake) {
    const auto json = [](Place place) {
        return nlohmann::json::parse(
            problem({ErrorCode::InvalidArgument, "/x: column 9: found y", std::move(place)}).body);
    };
    const auto text = json({.pointer = "/query", .line = 1, .column = 7});
    EXPECT_EQ(text["pointer"], "/query");
    EXPECT_EQ(text["line"], 1);
    EXPECT_EQ(text["column"], 7);
    const auto field = json({.pointer = "/fen"});
    EXPECT_EQ(field["pointer"], "/fen");
    EXPECT_FALSE(field.contains("column"));
    const auto file = json({.file = "/srv/a.pgn", .line = 3, .column = 1, .offset = 9});
    for (const char* const name : {"file", "pointer", "line", "column", "offset"}) {
        EXPECT_FALSE(file.contains(name)) << name;
    }
}

TEST(Problem, EveryErrorHasAStatus) {
    EXPECT_EQ(http_status(ErrorCode::InvalidArgument), 400U);
    EXPECT_EQ(http_status(ErrorCode::NotFound), 404U);
    EXPECT_EQ(http_status(ErrorCode::Exists), 409U);
    EXPECT_EQ(http_status(ErrorCode::Unsupported), 422U);
    EXPECT_EQ(http_status(ErrorCode::Corrupt), 500U);
    EXPECT_EQ(http_status(ErrorCode::Io), 500U);
    EXPECT_EQ(http_status(ErrorCode::Cancelled), 503U);
    EXPECT_EQ(http_status(ErrorCode::Busy), 503U);
}

TEST(Problem, SaysWhenToComeBack) {
    ASSERT_EQ(problem(503, "busy").headers.size(), 1U);
    EXPECT_EQ(problem(503, "busy").headers[0].name, "Retry-After");
}

}  // namespace
}  // namespace edge::server
