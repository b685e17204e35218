#include "server/guard.h"

#include <gtest/gtest.h>

namespace edge::server {
namespace {

Request request_to(std::string host, std::vector<Field> more = {}) {
    Request request;
    request.target = "/corpora";
    request.headers = std::move(more);
    if (!host.empty()) request.headers.push_back({"Host", std::move(host)});
    return request;
}

unsigned status_of(const Guard& guard, const Request& request, Access access = Access::Read) {
    const auto refusal = guard.refuse(request, access);
    return refusal ? refusal->status : 200;
}

TEST(Guard, KnowsItsOwnNames) {
    const Guard guard({}, 8484);
    for (const char* const host :
         {"localhost:8484", "LOCALHOST:8484", "127.0.0.1:8484", "[::1]:8484"}) {
        EXPECT_EQ(status_of(guard, request_to(host)), 200U) << host;
    }
    for (const char* const host :
         {"", "localhost", "localhost:80", "evil.example:8484", "localhost:8484.evil.example",
          "127.0.0.1.nip.io:8484", "192.168.1.5:8484", "localhost:8484 ", "[::1]",
          "localhost:08484"}) {
        EXPECT_EQ(status_of(guard, request_to(host)), 421U) << host;
    }
    EXPECT_EQ(status_of(guard, request_to("localhost:8484", {{"Host", "localhost:8484"}})), 421U);
}

TEST(Guard, LeavesThePortOutWhereBrowsersDo) {
    EXPECT_EQ(status_of(Guard({}, 80), request_to("localhost")), 200U);
}

TEST(Guard, OnAllAddressesTakesNumericHostsOnly) {
    Options options;
    options.listen = "0.0.0.0";
    options.token = "t";
    const Guard guard(options, 8484);
    const Field token{"Authorization", "Bearer t"};
    EXPECT_EQ(status_of(guard, request_to("192.168.1.5:8484", {token})), 200U);
    EXPECT_EQ(status_of(guard, request_to("[fe80::1]:8484", {token})), 200U);
    EXPECT_EQ(status_of(guard, request_to("evil.example:8484", {token})), 421U);
}

TEST(Guard, RefusesForeignOrigins) {
    const Guard guard({}, 8484);
    const auto from = [](std::string origin) {
        return request_to("localhost:8484", {{"Origin", std::move(origin)}});
    };
    EXPECT_EQ(status_of(guard, from("http://localhost:8484"), Access::Write), 200U);
    for (const char* const origin :
         {"http://evil.example", "null", "", "http://localhost:3000", "https://localhost:8484",
          "http://127.0.0.1:8484", "http://localhost:8484/"}) {
        EXPECT_EQ(status_of(guard, from(origin)), 403U) << origin;
    }
    Request twice = from("http://localhost:8484");
    twice.headers.push_back({"Origin", "http://localhost:8484"});
    EXPECT_EQ(status_of(guard, twice), 403U);
}

TEST(Guard, LetsTheNamedOriginReadButNotWrite) {
    Options options;
    options.cors_origin = "http://localhost:3000";
    const Guard guard(options, 8484);
    const Request request = request_to("localhost:8484", {{"Origin", "http://localhost:3000"}});
    EXPECT_EQ(status_of(guard, request), 200U);
    EXPECT_EQ(status_of(guard, request, Access::Write), 403U);
    Response response;
    guard.allow_origin(request, Access::Read, response);
    ASSERT_EQ(response.headers.size(), 2U);
    EXPECT_EQ(response.headers[1].value, "http://localhost:3000");
    Response other;
    guard.allow_origin(request_to("localhost:8484"), Access::Read, other);
    EXPECT_EQ(other.headers.size(), 1U);  // Vary
}

TEST(Guard, AsksForTheToken) {
    Options options;
    options.token = "secret";
    const Guard guard(options, 8484);
    const auto with = [](std::string value) {
        return request_to("localhost:8484", {{"Authorization", std::move(value)}});
    };
    EXPECT_EQ(status_of(guard, with("Bearer secret")), 200U);
    EXPECT_EQ(status_of(guard, with("bearer secret")), 200U);
    for (const char* const value : {"", "secret", "Bearer", "Bearer ", "Bearer secre",
                                    "Bearer secrets", "Bearer  secret", "Basic secret"}) {
        EXPECT_EQ(status_of(guard, with(value)), 401U) << value;
    }
    EXPECT_EQ(status_of(guard, request_to("localhost:8484")), 401U);
    EXPECT_EQ(status_of(guard, request_to("localhost:8484"), Access::Open), 200U);
}

TEST(Guard, ComparesAllBytesOfTokens) {
    EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
    EXPECT_TRUE(equal_in_constant_time("", ""));
    EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
    EXPECT_FALSE(equal_in_constant_time("abcabc", "abc"));
    EXPECT_FALSE(equal_in_constant_time("", "abc"));
    EXPECT_FALSE(equal_in_constant_time("abc", ""));
}

TEST(Options, AnAddressForOtherMachinesNeedsAToken) {
    Options options;
    EXPECT_TRUE(check_options(options));
    options.listen = "0.0.0.0";
    EXPECT_FALSE(check_options(options));
    options.token = "t";
    EXPECT_TRUE(check_options(options));
    options.listen = "localhost";
    EXPECT_FALSE(check_options(options));
}

TEST(Options, AnOriginIsSchemeAndHost) {
    Options options;
    for (const char* const good : {"http://localhost:3000", "https://example.org"}) {
        options.cors_origin = good;
        EXPECT_TRUE(check_options(options)) << good;
    }
    for (const char* const bad : {"*", "localhost", "http://", "http://a/", "http://a\r\nX: y"}) {
        options.cors_origin = bad;
        EXPECT_FALSE(check_options(options)) << bad;
    }
}

TEST(Guard, TakesTheTokenOfAPageThatAsksForAWebSocket) {
    Options options;
    options.token = "a?secret>";
    const Guard guard(options, 8484);
    const auto with = [](std::string protocols, bool upgrades = true) {
        Request request =
            request_to("localhost:8484", {{"Sec-WebSocket-Protocol", std::move(protocols)}});
        if (upgrades) request.headers.push_back({"Upgrade", "websocket"});
        return request;
    };
    EXPECT_EQ(status_of(guard, with("edge.events, edge.token.YT9zZWNyZXQ-")), 200U);
    EXPECT_EQ(status_of(guard, with("edge.token.YT9zZWNyZXQ-,edge.events")), 200U);
    EXPECT_EQ(status_of(guard, with("edge.token.YT9zZWNyZXQ-", false)), 401U);
    for (const char* const other : {"", "edge.events", "edge.token.", "edge.token.YT9zZWNyZXQ",
                                    "edge.token.YT9zZWNyZXQ-x", "YT9zZWNyZXQ-", ",,"}) {
        EXPECT_EQ(status_of(guard, with(other)), 401U) << other;
    }
}

}  // namespace
}  // namespace edge::server
