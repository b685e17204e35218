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

TEST(Problem, TellsThePlaceOfAMistake) {
    const auto json = nlohmann::json::parse(
        problem({ErrorCode::InvalidArgument, "/query: column 7: expected x"}).body);
    EXPECT_EQ(json["pointer"], "/query");
    EXPECT_EQ(json["line"], 1);
    EXPECT_EQ(json["column"], 7);
    const auto other =
        nlohmann::json::parse(problem({ErrorCode::InvalidArgument, "/fen: found y"}).body);
    EXPECT_EQ(other["pointer"], "/fen");
    EXPECT_FALSE(other.contains("column"));
    EXPECT_FALSE(nlohmann::json::parse(problem({ErrorCode::Io, "/x: y"}).body).contains("pointer"));
}

TEST(Problem, EveryErrorHasAStatus) {
    EXPECT_EQ(http_status(ErrorCode::InvalidArgument), 400U);
    EXPECT_EQ(http_status(ErrorCode::NotFound), 404U);
    EXPECT_EQ(http_status(ErrorCode::Unsupported), 422U);
    EXPECT_EQ(http_status(ErrorCode::Corrupt), 500U);
    EXPECT_EQ(http_status(ErrorCode::Io), 500U);
    EXPECT_EQ(http_status(ErrorCode::Cancelled), 503U);
}

TEST(Problem, SaysWhenToComeBack) {
    ASSERT_EQ(problem(503, "busy").headers.size(), 1U);
    EXPECT_EQ(problem(503, "busy").headers[0].name, "Retry-After");
}

}  // namespace
}  // namespace edge::server
