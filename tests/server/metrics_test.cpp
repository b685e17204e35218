#include "server/metrics.h"

#include <gtest/gtest.h>

#include "server/log.h"

namespace edge::server {
namespace {

TEST(Metrics, CountsByRouteAndStatusInCumulativeBuckets) {
    Metrics metrics;
    metrics.count_request("/tree", 200, 0.0002, 10, 100);
    metrics.count_request("/tree", 200, 0.003, 10, 100);
    metrics.count_request("/tree", 404, 99, 0, 5);
    const std::string text = metrics.text({.connections = 3});
    const auto has = [&text](const std::string& line) {
        return text.find(line + '\n') != std::string::npos;
    };
    EXPECT_TRUE(has(R"(edge_requests_total{route="/tree",status="200"} 2)")) << text;
    EXPECT_TRUE(has(R"(edge_requests_total{route="/tree",status="404"} 1)"));
    EXPECT_TRUE(has(R"(edge_request_seconds_bucket{route="/tree",le="0.0001"} 0)"));
    EXPECT_TRUE(has(R"(edge_request_seconds_bucket{route="/tree",le="0.00025"} 1)"));
    EXPECT_TRUE(has(R"(edge_request_seconds_bucket{route="/tree",le="0.005"} 2)"));
    EXPECT_TRUE(has(R"(edge_request_seconds_bucket{route="/tree",le="10"} 2)"));
    EXPECT_TRUE(has(R"(edge_request_seconds_bucket{route="/tree",le="+Inf"} 3)"));
    EXPECT_TRUE(has(R"(edge_request_seconds_count{route="/tree"} 3)"));
    EXPECT_TRUE(has("edge_sent_bytes_total 205"));
    EXPECT_TRUE(has("edge_connections 3"));
}

TEST(Log, ALineStaysOneLine) {
    const LoggedRequest request{"GET", "/x\n2026 \"forged\"", 200, 0.0015, 42};
    const std::string text = log_line(request, LogFormat::Text);
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_NE(text.find("GET /x\\x0a2026\\x20\"forged\" 200 1.500 ms 42 bytes"), std::string::npos);
    const std::string json = log_line(request, LogFormat::Json);
    EXPECT_NE(json.find(R"("status":200,"ms":1.5,"bytes":42)"), std::string::npos) << json;
}

}  // namespace
}  // namespace edge::server
