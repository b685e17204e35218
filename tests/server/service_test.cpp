#include "server/service.h"

#include <gtest/gtest.h>

#include <thread>

#include "support/temp_dir.h"

namespace edge::server {
namespace {

Request make_request(Method method, const std::string& target) {
    Request request;
    request.method = method;
    request.target = target;
    request.segments = parse_target(target)->segments;
    request.parameters = parse_target(target)->parameters;
    request.headers = {{"Host", "localhost:1"}, {"Content-Type", "application/json"}};
    return request;
}

class ServiceTest : public testing::Test {
protected:
    // The status that a request gets, work included.
    static unsigned status_of(Service& service, const Request& request) {
        if (const auto refusal = service.refuse(request)) return refusal->status;
        Reply reply = service.answer(request);
        if (const auto* const response = std::get_if<Response>(&reply)) return response->status;
        if (const auto* const work = std::get_if<Work>(&reply)) {
            return Service::run(*work, *service.make_cancellation()).status;
        }
        return 101;
    }

    test::TempDir dir_;
    Root root_ = *Root::open(dir_.path().string());
};

TEST_F(ServiceTest, AnswersRefusesAndKnowsMethods) {
    Service service({}, root_, 1);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/healthz")), 200U);
    EXPECT_EQ(status_of(service, make_request(Method::Head, "/healthz")), 200U);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/healthz?x=1")), 400U);
    EXPECT_EQ(status_of(service, make_request(Method::Post, "/healthz")), 405U);
    EXPECT_EQ(status_of(service, make_request(Method::Options, "/tree")), 204U);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/nothing")), 404U);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/corpora")), 200U);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/jobs/7")), 404U);
}

TEST_F(ServiceTest, TakesOnlyJson) {
    Service service({}, root_, 1);
    Request request = make_request(Method::Post, "/tree");
    request.body = "{}";
    request.headers[1].value = "text/plain";
    EXPECT_EQ(status_of(service, request), 415U);
    request.headers[1].value = "application/json; charset=utf-8";
    EXPECT_EQ(status_of(service, request), 400U);  // no corpus is named
}

TEST_F(ServiceTest, ReadOnlyRefusesWhatWrites) {
    Options options;
    options.read_only = true;
    Service service(options, root_, 1);
    EXPECT_EQ(status_of(service, make_request(Method::Post, "/index")), 403U);
    EXPECT_EQ(status_of(service, make_request(Method::Delete, "/jobs/1")), 403U);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/jobs")), 200U);
}

TEST_F(ServiceTest, CancelledWorkIsAnsweredWith503) {
    Service service({}, root_, 1);
    const Work work{[](const Cancellation&) -> Result<Response> {
        return fail(ErrorCode::Cancelled, "cancelled");
    }};
    EXPECT_EQ(Service::run(work, *service.make_cancellation()).status, 503U);
    const Work broken{[](const Cancellation&) -> Result<Response> {
        throw std::runtime_error("another library");
    }};
    EXPECT_EQ(Service::run(broken, *service.make_cancellation()).status, 500U);
}

TEST(Cancellation, HasAReason) {
    std::atomic<bool> shutdown = false;
    const auto now = Cancellation::Clock::now();
    Cancellation late(now, shutdown);
    EXPECT_EQ(late.reason(), Cancellation::Reason::TimeLimit);
    Cancellation running(now + std::chrono::hours(1), shutdown);
    EXPECT_FALSE(running.is_cancelled());
    shutdown = true;
    EXPECT_EQ(running.reason(), Cancellation::Reason::Shutdown);
    running.client_gone();
    EXPECT_EQ(running.reason(), Cancellation::Reason::ClientGone);
}

TEST(Connections, KeepToTheirLimit) {
    Connections connections(2);
    auto first = connections.admit();
    {
        const auto second = connections.admit();
        EXPECT_TRUE(second);
        EXPECT_FALSE(connections.admit());
    }
    EXPECT_EQ(connections.open_count(), 1U);
    int stopped = 0;
    first->on_stop([&stopped] { ++stopped; });
    connections.stop_all();
    EXPECT_EQ(stopped, 1);
    EXPECT_FALSE(connections.admit());
}

TEST(WorkerPoolThreads, RunAllThatWasTakenAndRefuseTheRest) {
    WorkerPool pool(1, 1, 0);
    std::mutex gate;
    gate.lock();
    std::atomic<int> ran = 0;
    const auto wait = [&] {
        const std::lock_guard lock(gate);
        ++ran;
    };
    int taken = 0;
    while (pool.submit(wait)) ++taken;
    EXPECT_GE(taken, 1);
    EXPECT_LE(taken, 3);
    gate.unlock();
    pool.stop();
    EXPECT_EQ(ran, taken);
    EXPECT_FALSE(pool.submit([] {}));
}

}  // namespace
}  // namespace edge::server
