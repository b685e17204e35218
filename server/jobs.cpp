#include "jobs.h"

#include <sys/resource.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "client_message.h"

namespace edge::server {
namespace {

// The same as for scans; the threads that a job starts inherit it.
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

template <class Change>
void Job::change(Change change) {
    const std::lock_guard lock(mutex_);
    change(status_);
    ++status_.version;
}

void Job::run(indexing::IndexOptions options, const std::filesystem::path& root) {
    ::setpriority(PRIO_PROCESS, 0, kJobNiceness);
    options.on_progress = [this](uint64_t done, std::optional<uint64_t> total, uint64_t games) {
        change([&](JobStatus& status) {
            status.done_bytes = done;
            status.total_bytes = total;
            status.games = games;
        });
    };
    options.is_cancelled = [this] { return is_cancelled_.load(); };
    const auto fail_with = [&](Error error) {
        change([&](JobStatus& status) {
            status.state =
                error.code == ErrorCode::Cancelled ? JobState::Cancelled : JobState::Failed;
            status.error = std::move(error);
        });
    };
    try {
        auto report = indexing::index_games(options);
        if (!report) return fail_with({report.error().code, client_message(report.error(), root)});
        // With the names that clients know, not the paths on this machine.
        report->corpus = out_;
        for (indexing::LocatedIssue& issue : report->first_issues) {
            issue.file = without_root(std::move(issue.file), root);
        }
        if (report->added) {
            for (std::string& source : report->added->known_sources) {
                source = without_root(std::move(source), root);
            }
        }
        const auto kept = std::make_shared<const indexing::IndexReport>(std::move(*report));
        change([&](JobStatus& status) {
            status.state = JobState::Done;
            status.games = kept->games_read;
            status.done_bytes = kept->input_bytes;
            status.total_bytes = kept->input_bytes;
            status.report = kept;
        });
    } catch (const std::exception& error) {  // out of memory, above all
        fail_with({ErrorCode::Io, without_root(error.what(), root)});
    }
}

std::shared_ptr<Job> Jobs::start_index(indexing::IndexOptions options) {
    const std::lock_guard lock(mutex_);
    if (stopped_ || count_running() >= running_limit_) return nullptr;
    forget_old();
    const bool is_addition = !options.append.empty();
    const std::filesystem::path& out = is_addition ? options.append : options.out;
    auto job = std::make_shared<Job>(next_id_++, out.string(), is_addition);
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
    // Nothing is added any more, so the list can be used without the lock.
    for (Entry& entry : entries_) {
        if (entry.thread.joinable()) entry.thread.join();
    }
}

}  // namespace edge::server
