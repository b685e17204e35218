#include "jobs.h"

#include <sys/resource.h>

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "wire/index_json.h"
#include "wire/json_text.h"
#include "wording.h"

namespace edge::server {
namespace {

// As that of scans: the threads it starts inherit it.
constexpr int kJobNiceness = 10;

bool is_running(const std::shared_ptr<Job>& job) {
    return job->status().state == JobState::Running;
}

}  // namespace

std::string_view name_of(JobState state) {
    switch (state) {
        case JobState::Running:
            return "running";
        case JobState::Done:
            return "done";
        case JobState::Failed:
            return "failed";
        case JobState::Cancelled:
            break;
    }
    return "cancelled";
}

JobStatus Job::status() const {
    const std::lock_guard lock(mutex_);
    return status_;
}

std::string Job::json() const {
    const JobStatus now = status();
    wire::Json json;
    json["id"] = std::to_string(id_);
    json["kind"] = "index";
    json["state"] = name_of(now.state);
    json["out"] = out_;
    json["done_bytes"] = now.done_bytes;
    json["total_bytes"] = wire::json_or_null(now.total_bytes);
    json["games"] = now.games;
    json["report"] = now.report.empty() ? wire::Json(nullptr) : wire::Json::parse(now.report);
    json["error"] = now.error.empty() ? wire::Json(nullptr) : wire::Json(now.error);
    return wire::json_text(json);
}

template <class Change>
void Job::change(Change change) {
    const std::lock_guard lock(mutex_);
    change(status_);
    ++status_.version;
}

void Job::run(ingest::IndexOptions options, const std::filesystem::path& root) {
    ::setpriority(PRIO_PROCESS, 0, kJobNiceness);
    options.on_progress = [this](uint64_t done, std::optional<uint64_t> total, uint64_t games) {
        change([&](JobStatus& status) {
            status.done_bytes = done;
            status.total_bytes = total;
            status.games = games;
        });
    };
    options.is_cancelled = [this] { return is_cancelled_.load(); };
    const auto fail_with = [&](JobState state, std::string message) {
        change([&](JobStatus& status) {
            status.state = state;
            status.error = client_wording(std::move(message), root);
        });
    };
    try {
        auto report = ingest::index_games(options);
        if (!report) {
            const bool cancelled = report.error().code == ErrorCode::Cancelled;
            return fail_with(cancelled ? JobState::Cancelled : JobState::Failed,
                             std::move(report).error().message);
        }
        // By the names that clients know, not by the paths on this machine.
        report->corpus = out_;
        for (ingest::LocatedIssue& issue : report->first_issues) {
            issue.file = client_wording(std::move(issue.file), root);
        }
        change([&](JobStatus& status) {
            status.state = JobState::Done;
            status.games = report->games_read;
            status.done_bytes = report->input_bytes;
            status.total_bytes = report->input_bytes;
            status.report = wire::index_json(*report);
        });
    } catch (const std::exception& error) {  // memory, above all
        fail_with(JobState::Failed, error.what());
    }
}

std::shared_ptr<Job> Jobs::start_index(ingest::IndexOptions options) {
    const std::lock_guard lock(mutex_);
    if (stopped_ || count_running() >= running_limit_) return nullptr;
    forget_old();
    auto job = std::make_shared<Job>(next_id_++, options.out.string());
    entries_.push_back({job, std::thread([job, root = root_, options = std::move(options)] {
                            job->run(options, root);
                        })});
    return job;
}

void Jobs::forget_old() {
    while (entries_.size() > kRemembered) {
        const auto old = std::ranges::find_if_not(entries_, is_running, &Entry::job);
        if (old == entries_.end()) return;
        old->thread.join();
        entries_.erase(old);
    }
}

std::shared_ptr<Job> Jobs::find(uint64_t id) const {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::ranges::find_if(entries_, [id](const Entry& entry) { return entry.job->id() == id; });
    return found == entries_.end() ? nullptr : found->job;
}

std::vector<std::shared_ptr<Job>> Jobs::all() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<Job>> jobs;
    jobs.reserve(entries_.size());
    for (const Entry& entry : entries_) jobs.push_back(entry.job);
    return jobs;
}

size_t Jobs::count_running() const {
    return static_cast<size_t>(std::ranges::count_if(entries_, is_running, &Entry::job));
}

size_t Jobs::running_count() const {
    const std::lock_guard lock(mutex_);
    return count_running();
}

void Jobs::cancel_all() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    for (const Entry& entry : entries_) entry.job->cancel();
}

void Jobs::stop() {
    cancel_all();
    // Nothing is added any more, so that the list can be used without the lock.
    for (Entry& entry : entries_) {
        if (entry.thread.joinable()) entry.thread.join();
    }
}

}  // namespace edge::server
