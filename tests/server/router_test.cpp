#include "server/router.h"

#include <gtest/gtest.h>

namespace edge::server {
namespace {

Handler nothing() {
    return [](const Request&, const PathValues&) -> Result<Reply> { return Reply(Response{}); };
}

Router sample() {
    Router router;
    router.add({Method::Get, "/", Access::Read, nothing()});
    router.add({Method::Get, "/jobs", Access::Read, nothing()});
    router.add({Method::Get, "/jobs/{id}", Access::Read, nothing()});
    router.add({Method::Delete, "/jobs/{id}", Access::Write, nothing()});
    router.add({Method::Get, "/jobs/{id}/events", Access::Read, nothing()});
    router.add({Method::Get, "/page/{path...}", Access::Open, nothing()});
    return router;
}

std::string pattern_of(const Router& router, Method method, std::vector<std::string> segments) {
    const auto match = router.match(method, segments);
    return match.route == nullptr ? "none" : std::string(match.route->pattern);
}

TEST(Router, FindsExactPathsAndValues) {
    const Router router = sample();
    EXPECT_EQ(pattern_of(router, Method::Get, {}), "/");
    EXPECT_EQ(pattern_of(router, Method::Get, {"jobs"}), "/jobs");
    EXPECT_EQ(pattern_of(router, Method::Get, {"jobs", "7", "events"}), "/jobs/{id}/events");
    const std::vector<std::string> segments = {"jobs", "7"};
    EXPECT_EQ(router.match(Method::Delete, segments).values, PathValues{"7"});
}

TEST(Router, HeadIsAnsweredByGet) {
    EXPECT_EQ(pattern_of(sample(), Method::Head, {"jobs"}), "/jobs");
    EXPECT_EQ(pattern_of(sample(), Method::Head, {"jobs", "1", "events"}), "/jobs/{id}/events");
}

TEST(Router, NamesTheMethodsOfAPathButNotOfOthers) {
    const Router router = sample();
    const std::vector<std::string> job = {"jobs", "7"};
    const auto wrong = router.match(Method::Post, job);
    EXPECT_EQ(wrong.route, nullptr);
    EXPECT_EQ(wrong.allow, "GET, HEAD, DELETE, OPTIONS");
    const std::vector<std::string> missing = {"nothing"};
    EXPECT_TRUE(router.match(Method::Get, missing).allow.empty());
}

TEST(Router, SaysWhatAPathIsForWithoutARoute) {
    Router router = sample();
    router.add({Method::Post, "/index", Access::Write, nothing()});
    const auto access_of = [&](Method method, std::vector<std::string> segments) {
        return router.match(method, segments).access;
    };
    EXPECT_EQ(access_of(Method::Delete, {"jobs", "7"}), Access::Write);
    EXPECT_EQ(access_of(Method::Head, {"page", "a.js"}), Access::Open);
    EXPECT_EQ(access_of(Method::Options, {"jobs", "7"}), Access::Read);  // one of two reads
    EXPECT_EQ(access_of(Method::Options, {"index"}), Access::Write);
    EXPECT_EQ(access_of(Method::Get, {"index"}), Access::Write);
    EXPECT_EQ(access_of(Method::Get, {"nothing"}), Access::Read);
    EXPECT_EQ(access_of(Method::Post, {"page", "a.js"}), Access::Read);
}

TEST(Router, ARestIsOneSegmentOrMore) {
    const Router router = sample();
    const std::vector<std::string> one = {"page", "a.js"};
    EXPECT_EQ(router.match(Method::Get, one).values, PathValues{"a.js"});
    const std::vector<std::string> three = {"page", "a", "..", "b.js"};
    EXPECT_EQ(router.match(Method::Get, three).values, PathValues{"a/../b.js"});
    EXPECT_EQ(pattern_of(router, Method::Get, {"page"}), "none");
    EXPECT_EQ(pattern_of(router, Method::Get, {"page", ""}), "none");
    EXPECT_EQ(pattern_of(router, Method::Get, {"page", "a", ""}), "none");
    EXPECT_EQ(pattern_of(router, Method::Get, {"page", "", "a"}), "none");
}

TEST(Router, AnEmptySegmentIsNotAValue) {
    EXPECT_EQ(pattern_of(sample(), Method::Get, {"jobs", ""}), "none");
    EXPECT_EQ(pattern_of(sample(), Method::Get, {"", "jobs"}), "none");
    EXPECT_EQ(pattern_of(sample(), Method::Get, {"jobs", "1", "events", ""}), "none");
}

}  // namespace
}  // namespace edge::server
