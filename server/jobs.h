// Long work that outlives the request that asked for it: indexing, and adding games to a corpus. A
// job runs on a thread of its own, reports its progress, and can be cancelled; what it has written
// by then is rolled back.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "edge/result.h"
#include "index/indexer.h"

namespace edge::server {

enum class JobState : uint8_t { Running, Done, Failed, Cancelled };
std::string_view name_of(JobState state);  // "running"

struct JobStatus {
    JobState state = JobState::Running;
    uint64_t done_bytes = 0;
    std::optional<uint64_t> total_bytes = {};  // unknown for compressed input
    uint64_t games = 0;
    std::shared_ptr<const indexing::IndexReport> report = {};  // when done
    std::optional<Error> error = {};  // in words that clients know, when failed or cancelled
    uint64_t version = 0;             // counts the changes
};

// Safe to use from many threads.
class Job {
public:
    Job(uint64_t id, std::string out, bool is_addition)
        : id_(id), out_(std::move(out)), is_addition_(is_addition) {}

    uint64_t id() const { return id_; }
    // The corpus that is made, or that games are added to.
    const std::string& out() const { return out_; }
    bool is_addition() const { return is_addition_; }
    JobStatus status() const;
    void cancel() { is_cancelled_ = true; }

private:
    friend class Jobs;
    template <class Change>
    void change(Change change);
    // `root` is that of the daemon.
    void run(indexing::IndexOptions options, const std::filesystem::path& root);

    const uint64_t id_;
    const std::string out_;
    const bool is_addition_;
    std::atomic<bool> is_cancelled_ = false;
    mutable std::mutex mutex_;
    JobStatus status_;  // guarded by mutex_
};

// Safe to use from many threads.
class Jobs {
public:
    Jobs(size_t running_limit, std::filesystem::path root)
        : running_limit_(running_limit), root_(std::move(root)) {}
    ~Jobs() { stop(); }
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    // Null when the limit of running jobs is reached.
    std::shared_ptr<Job> start_index(indexing::IndexOptions options);

    std::shared_ptr<Job> find(uint64_t id) const;
    std::vector<std::shared_ptr<Job>> all() const;  // the oldest first
    size_t running_count() const;

    // Asks all to give up; stop() also waits until they have rolled back.
    void cancel_all();
    void stop();

private:
    static constexpr size_t kRemembered = 100;  // jobs that have ended
    struct Entry {
        std::shared_ptr<Job> job;
        std::thread thread;
    };
    size_t count_running() const;
    void forget_old();

    const size_t running_limit_;
    const std::filesystem::path root_;
    mutable std::mutex mutex_;
    std::vector<Entry> entries_;  // guarded by mutex_, like the next
    uint64_t next_id_ = 1;
    bool stopped_ = false;
};

}  // namespace edge::server
