#include "server/request.h"

#include <gtest/gtest.h>

namespace edge::server {
namespace {

TEST(Target, IsSplitAndDecoded) {
    const auto target = parse_target("/jobs/a%20b%2Fc?path=x+y%2Bz&flag&&k=1=2");
    ASSERT_TRUE(target);
    EXPECT_EQ(target->segments, (std::vector<std::string>{"jobs", "a b/c"}));
    ASSERT_EQ(target->parameters.size(), 3U);
    EXPECT_EQ(target->parameters[0].value, "x y+z");
    EXPECT_EQ(target->parameters[1].name, "flag");
    EXPECT_EQ(target->parameters[1].value, "");
    EXPECT_EQ(target->parameters[2].value, "1=2");
}

TEST(Target, KeepsATrailingSlash) {
    EXPECT_TRUE(parse_target("/")->segments.empty());
    EXPECT_EQ(parse_target("/a/")->segments, (std::vector<std::string>{"a", ""}));
    EXPECT_EQ(parse_target("//a")->segments, (std::vector<std::string>{"", "a"}));
}

TEST(Target, RefusesWhatIsNotAPathOrBadlyEncoded) {
    for (const char* const text : {"", "*", "http://localhost/x", "a", "/%", "/%4", "/%zz", "/%00",
                                   "/a?b=%0a", "/%ff", "/%+1", "/a?x=%-1"}) {
        EXPECT_FALSE(parse_target(text)) << text;
    }
}

TEST(Request, HeadersAreFoundInAnyCaseAndOnlyWhenAlone) {
    Request request;
    request.headers = {{"Host", "a"}, {"x-twice", "1"}, {"X-Twice", "2"}};
    EXPECT_EQ(request.header("host"), "a");
    EXPECT_EQ(request.header("X-TWICE"), std::nullopt);
    EXPECT_EQ(request.count_headers("x-twice"), 2U);
}

TEST(Request, UnknownAndRepeatedParametersAreNamed) {
    Request request;
    request.parameters = {{"path", "a"}, {"limit", "1"}};
    EXPECT_TRUE(request.only_parameters({"path", "limit"}));
    const auto unknown = request.only_parameters({"path"});
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().message.find("'limit'"), std::string::npos);
    request.parameters = {{"path", "a"}, {"path", "b"}};
    EXPECT_FALSE(request.only_parameters({"path"}));
    EXPECT_FALSE(request.required_parameter("limit"));
}

}  // namespace
}  // namespace edge::server
