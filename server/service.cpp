#include "service.h"

#include <algorithm>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "client_message.h"
#include "core/lost_pages.h"
#include "core/parallel.h"
#include "log.h"
#include "problem.h"
#include "routes.h"

namespace edge::server {
namespace {

// Exceptions of other libraries end here; so does running out of memory, which one request may have
// caused.
template <class F>
Response guarded(F f) {
    try {
        return f();
    } catch (const std::bad_alloc&) {
        return problem(500, "out of memory");
    } catch (const std::exception& error) {
        return problem(500, fmt::format("unexpected failure: {}", error.what()));
    }
}

// What was read while a file was cut short is not passed on, whichever file it was.
Response lost_pages_problem() {
    return problem(500, fmt::format("{}: changed while it was read; replace corpora by renaming, "
                                    "never in place",
                                    last_lost_file()));
}

Response cancelled_problem(const Cancellation& cancellation) {
    return problem(503, cancellation.reason() == Cancellation::Reason::Shutdown
                            ? "the daemon is shutting down"
                            : "this takes longer than a request may; ask for less at a time");
}

Response read_only_problem() { return problem(403, "the daemon was started with --read-only"); }

constexpr int kScanNiceness = 10;

bool is_json(std::string_view content_type) {
    return equal_ignoring_case(content_type.substr(0, content_type.find(';')), kJson);
}

}  // namespace

Service::Service(Options options, Root root, uint16_t port)
    : options_(std::move(options)),
      root_(std::move(root)),
      guard_(options_, port),
      connections_(options_.limits.connections),
      corpora_(root_, options_.limits.open_corpora),
      sets_(options_.limits.set_bytes),
      uploads_(root_, options_.limits.idle_timeout),
      jobs_(options_.limits.jobs, root_.path()),
      scans_(options_.limits.scans, options_.limits.waiting, kScanNiceness),
      lookups_(options_.limits.lookups, options_.limits.waiting, 0) {
    add_routes(router_, *this);
}

unsigned Service::scan_threads() const {
    return options_.scan_threads == 0 ? default_threads() : options_.scan_threads;
}

std::optional<Response> Service::refuse(const Request& head) const {
    const RouteMatch& match = head.match;
    if (auto refusal = guard_.refuse(head, match.access)) return refusal;
    if (match.allow.empty()) {
        return problem(404, fmt::format("there is nothing at {}", head.path()));
    }
    if (head.method == Method::Options) return std::nullopt;
    if (match.route == nullptr) {
        Response response = problem(405, fmt::format("{} takes {}", head.path(), match.allow));
        response.headers.push_back({"Allow", match.allow});
        return response;
    }
    if (match.access == Access::Write && options_.read_only) return read_only_problem();
    // Forms of foreign pages cannot send this type without asking first.
    if (head.method == Method::Post && !is_json(head.header("Content-Type").value_or(""))) {
        return problem(415, "expected the header Content-Type: application/json");
    }
    return std::nullopt;
}

Reply Service::answer(const Request& request) {
    const RouteMatch& match = request.match;
    if (request.method == Method::Options) return Response{204, "", "", {{"Allow", match.allow}}};
    const uint64_t lost_pages_before = lost_page_count();
    Reply reply;
    Response failed = guarded([&]() -> Response {
        auto result = match.route->handler(request, match.values);
        if (lost_page_count() != lost_pages_before) return lost_pages_problem();
        if (!result) return problem_of(result.error());
        reply = std::move(*result);
        return {};
    });
    if (failed.status != 200) return failed;
    return reply;
}

std::variant<Work, Response> Service::run(const Preparation& preparation,
                                          const Cancellation& cancellation) const {
    Work prepared;
    Response failed = guarded([&]() -> Response {
        auto work = preparation.run(cancellation);
        if (cancellation.reason() == Cancellation::Reason::LostPages) return lost_pages_problem();
        if (!work) return problem_of(work.error());
        prepared = std::move(*work);
        return {};
    });
    if (failed.status != 200) return failed;
    return prepared;
}

Response Service::problem_of(const Error& error) const {
    return problem(http_status(error.code), client_message(error, root_.path()), error.place);
}

Response Service::run(const Work& work, const Cancellation& cancellation) const {
    return guarded([&]() -> Response {
        auto result = work.run(cancellation);
        if (cancellation.reason() == Cancellation::Reason::LostPages) return lost_pages_problem();
        if (result) return std::move(*result);
        if (result.error().code == ErrorCode::Cancelled) return cancelled_problem(cancellation);
        return problem_of(result.error());
    });
}

void Service::stop_workers() {
    scans_.stop();
    lookups_.stop();
}

void Service::complete(const Request& request, Response& response) const {
    response.headers.push_back({"X-Content-Type-Options", "nosniff"});
    if (std::ranges::find(response.headers, "Cache-Control", &Field::name) ==
        response.headers.end()) {
        response.headers.push_back({"Cache-Control", "no-store"});
    }
    guard_.allow_origin(request, request.match.access, response);
}

std::shared_ptr<Cancellation> Service::make_cancellation() const {
    return std::make_shared<Cancellation>(Cancellation::Clock::now() + options_.limits.scan_timeout,
                                          shutdown_);
}

std::optional<Response> Service::refuse_writing(const Request& request) const {
    if (options_.read_only) return read_only_problem();
    return guard_.refuse(request, Access::Write);
}

Service::FoundSet Service::find_set(std::string_view id, const OpenCorpus& corpus) {
    auto set = sets_.find(id);
    if (!set) {
        return {nullptr,
                problem(404, fmt::format("no set {}; those used longest ago are dropped, and "
                                         "POST /query makes it again",
                                         id))};
    }
    if (set->corpus->name != corpus.name) {
        return {nullptr,
                problem(400, fmt::format("the set {} is of the corpus {}", id, set->corpus->name))};
    }
    if (!is_same_or_grown(*set->corpus, corpus)) {
        return {nullptr, problem(410, fmt::format("the corpus {} has been replaced since the set "
                                                  "was made; POST /query makes it again",
                                                  corpus.name))};
    }
    return {std::move(set)};
}

void Service::note(const Request& request, unsigned status, double seconds, uint64_t bytes_sent) {
    const Route* const route = request.match.route;
    metrics_.count_request(route == nullptr ? "none" : route->pattern, status, seconds,
                           request.body.size(), bytes_sent);
    log_request({name_of(request.method), request.target, status, seconds, bytes_sent},
                options_.log);
}

std::string Service::metrics_text() const {
    return metrics_.text({.connections = connections_.open_count(),
                          .running_jobs = jobs_.running_count(),
                          .open_corpora = corpora_.open_count(),
                          .sets = sets_.count(),
                          .set_bytes = sets_.bytes()});
}

void Service::forget_gone() {
    corpora_.forget_gone();
    sets_.forget_gone(root_.path());
    uploads_.drop_idle();
}

void Service::begin_shutdown() {
    shutdown_ = true;
    jobs_.cancel_all();
    uploads_.stop();
}

}  // namespace edge::server
