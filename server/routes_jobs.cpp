// POST /index and /jobs: indexing as a job, its progress, its end.
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "codec/scid4/base_files.h"
#include "core/error_codes.h"
#include "core/io_error.h"
#include "jobs.h"
#include "parameters.h"
#include "problem.h"
#include "routes.h"
#include "service.h"
#include "wire/index/index_json.h"
#include "wire/index/index_request.h"
#include "wire/json/json_text.h"
#include "wire/json/request_error.h"
#include "work.h"

namespace edge::server {
namespace {

constexpr uint32_t kMostShards = 1024;  // each takes descriptors, which connections need too

wire::Json job_value(const Job& job, const JobStatus& status) {
    wire::Json json;
    json["id"] = std::to_string(job.id());
    json["kind"] = job.is_addition() ? "add" : "index";
    json["state"] = name_of(status.state);
    json["out"] = job.out();
    json["done_bytes"] = status.done_bytes;
    json["total_bytes"] = wire::json_or_null(status.total_bytes);
    json["games"] = status.games;
    json["report"] = status.report ? wire::index_value(*status.report) : wire::Json(nullptr);
    json["error"] = status.error ? wire::Json(status.error->message) : wire::Json(nullptr);
    json["error_code"] = status.error ? wire::Json(row_of(status.error->code).name) : wire::Json();
    return json;
}

std::string job_json(const Job& job) { return wire::json_text(job_value(job, job.status())); }

Response job_response(const Job& job) {
    return {202, kJson, job_json(job), {{"Location", fmt::format("/jobs/{}", job.id())}}};
}

// What an input stands for besides itself: the files of a Scid base, and what is in a folder. None
// may be a link out of the root.
Status check_input_links(const Root& root, const std::string& input) {
    namespace fs = std::filesystem;
    const auto check = [&root](const fs::path& file) -> Status {
        std::error_code ignored;
        if (!fs::is_symlink(root.path() / file, ignored)) return {};
        const auto found = root.existing(file.native());
        if (found || found.error().code != ErrorCode::InvalidArgument) return {};
        return tl::unexpected(found.error());
    };
    const scid4::BaseFiles base = scid4::base_files(input);
    for (const fs::path& file : {base.index, base.names, base.games}) EDGE_CHECK(check(file));
    std::error_code error;
    for (fs::recursive_directory_iterator entry(root.path() / input, error), end;
         !error && entry != end; entry.increment(error)) {
        EDGE_CHECK(check(entry->path().lexically_relative(root.path())));
    }
    return {};
}

// The corpus that is made, or that games are added to, is below the root.
Status place_output(const Root& root, indexing::IndexOptions& options) {
    if (!options.append.empty()) {
        options.append = EDGE_TRY(root.existing(options.append.native()));
        return {};
    }
    options.out = EDGE_TRY(root.to_be_made(options.out.native()));
    std::error_code ignored;
    if (!options.force && std::filesystem::exists(options.out, ignored)) {
        return exists_already(options.out);
    }
    return {};
}

Result<Reply> index(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    auto options = EDGE_TRY(wire::parse_index_request(request.body));
    if (options.shards.value_or(0) > kMostShards) {
        return wire::wrong_at(
            "/shards", fmt::format("found {}, expected at most {}", *options.shards, kMostShards));
    }
    for (std::string& input : options.inputs) {
        input = EDGE_TRY(service.root().existing(input));
        EDGE_CHECK(check_input_links(service.root(), input));
    }
    EDGE_CHECK(place_output(service.root(), options));
    options.threads = service.scan_threads();
    // A job that waits for another process would keep others from beginning.
    options.lock.wait = false;
    const auto job = service.jobs().start_index(std::move(options));
    if (!job) {
        return Reply(
            problem(429, "the limit of running jobs is reached; wait for one or cancel it"));
    }
    return Reply(job_response(*job));
}

Result<Reply> list_jobs(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    wire::Json json;
    wire::Json& list = json["jobs"] = wire::Json::array();
    for (const auto& job : service.jobs().all()) list.push_back(job_value(*job, job->status()));
    return Reply(json_response(wire::json_text(json)));
}

Result<std::shared_ptr<Job>> find_job(Service& service, const std::string& id) {
    const auto number = parse_number<uint64_t>(id);
    auto job = number ? service.jobs().find(*number) : nullptr;
    if (!job) return fail(ErrorCode::NotFound, fmt::format("no job {}", id));
    return job;
}

Result<Reply> show_job(Service& service, const Request& request, const PathValues& values) {
    EDGE_CHECK(request.only_parameters({}));
    return Reply(json_response(job_json(*EDGE_TRY(find_job(service, values.front())))));
}

// The job ends soon after, and stays in the list for long. One that has ended stays as it is.
Result<Reply> cancel_job(Service& service, const Request& request, const PathValues& values) {
    EDGE_CHECK(request.only_parameters({}));
    const auto job = EDGE_TRY(find_job(service, values.front()));
    job->cancel();
    return Reply(job_response(*job));
}

// Every change of the job from now on, with its state when somebody looks; the last one is its end.
Result<Reply> job_events(Service& service, const Request& request, const PathValues& values) {
    EDGE_CHECK(request.only_parameters({}));
    auto job = EDGE_TRY(find_job(service, values.front()));
    if (!request.wants_upgrade()) {
        Response response = problem(426, "expected a WebSocket");
        response.headers.push_back({"Upgrade", "websocket"});
        return Reply(std::move(response));
    }
    return Reply(EventSource([job, seen = std::optional<uint64_t>()]() mutable -> Events {
        const JobStatus status = job->status();
        Events events{.messages = {}, .finished = status.state != JobState::Running};
        if (seen != status.version) {
            events.messages.push_back(wire::json_text(job_value(*job, status)));
        }
        seen = status.version;
        return events;
    }));
}

}  // namespace

void add_jobs_routes(Router& router, Service& service) {
    router.add({Method::Post, "/index", Access::Write, handler(service, index)});
    router.add({Method::Get, "/jobs", Access::Read, handler(service, list_jobs)});
    router.add({Method::Get, "/jobs/{id}", Access::Read, handler(service, show_job)});
    router.add({Method::Delete, "/jobs/{id}", Access::Write, handler(service, cancel_job)});
    router.add({Method::Get, "/jobs/{id}/events", Access::Read, handler(service, job_events)});
}

}  // namespace edge::server
