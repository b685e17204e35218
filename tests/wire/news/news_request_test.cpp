#include "wire/news/news_request.h"

#include <gtest/gtest.h>

namespace edge::wire {
namespace {

std::string error_of(std::string_view json) {
    const auto request = parse_news_request(json);
    return request ? "none" : request.error().message;
}

TEST(NewsRequest, ReadsEveryField) {
    const auto request =
        parse_news_request(R"({"corpus": "c", "repertoire": "r.pgn", "since": "2024-06",)"
                           R"( "min_elo": 2400, "color": "black", "limit": 7})")
            .value();
    EXPECT_EQ(request.corpus, "c");
    EXPECT_EQ(request.repertoire, "r.pgn");
    EXPECT_EQ(request.options.since->month, 6);
    EXPECT_EQ(request.options.min_elo, 2400U);
    EXPECT_EQ(request.options.games_per_line, 7U);
    EXPECT_EQ(request.options.color, Color::Black);
    EXPECT_EQ(parse_news_request(R"({"pgn": "1. e4 *"})")->limit, 5U);
}

TEST(NewsRequest, NamesThePlaceOfAMistake) {
    EXPECT_EQ(error_of("{}"),
              "the request: expected either \"repertoire\", a path, or \"pgn\", a text");
    EXPECT_EQ(error_of(R"({"pgn": "x", "repertoire": "y"})"), error_of("{}"));
    EXPECT_EQ(error_of(R"({"pgn": "x", "limit": 1000001})"),
              "/limit: found 1000001, expected a whole number from 0 to 1000000");
    EXPECT_TRUE(error_of(R"({"pgn": "x", "since": "soon"})").starts_with("/since: "));
    EXPECT_TRUE(error_of(R"({"pgn": "x", "color": "red"})").starts_with("/color: "));
    EXPECT_TRUE(error_of(R"({"pgn": "x", "threads": 2})").starts_with("/threads: unknown key"));
}

}  // namespace
}  // namespace edge::wire
