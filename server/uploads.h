// Files of games that clients send. Bodies of requests are small, so a file comes in pieces, in
// order; at its last byte it appears in the root folder, whole, and never in place of another file.
// Until then it is a hidden sibling, which is removed when the upload is dropped, when no piece
// comes for a while, and when the daemon ends; the next daemon removes what a killed one left.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edge/result.h"
#include "root.h"

namespace edge::server {

struct UploadStatus {
    std::string id;
    std::string name;       // of the file in the root folder
    uint64_t bytes = 0;     // of the whole file
    uint64_t received = 0;  // of them
};

// Safe to use from many threads.
class Uploads {
public:
    static constexpr size_t kMostRunning = 4;
    using Clock = std::chrono::steady_clock;

    // `root` must outlive this.
    Uploads(const Root& root, std::chrono::milliseconds idle_timeout)
        : root_(root), idle_timeout_(idle_timeout) {}

    // Nothing when the limit of uploads that are not complete is reached. InvalidArgument for a
    // name that is not that of a file of games directly in the root, Exists when there is one.
    Result<std::optional<UploadStatus>> begin(const std::string& name, uint64_t bytes);

    // A piece that has been received is not written again. InvalidArgument when it is not the next
    // one, NotFound when there is no such upload (any more). After any other error the upload is
    // dropped: Exists when a file has got the name meanwhile, Io when it cannot be written.
    Result<UploadStatus> put(std::string_view id, uint64_t offset, std::string_view piece);

    // Its file stays when it is complete. NotFound when there is no such upload.
    Status drop(std::string_view id);

    // Those that got no piece for the idle timeout.
    void drop_idle(Clock::time_point now = Clock::now());

    // Drops all that are not complete, and begins no more.
    void stop();

    // Removes what daemons that were killed left in the root.
    void remove_leftovers() const;

    size_t running_count() const;

private:
    struct Upload;
    std::shared_ptr<Upload> take(std::string_view id);
    void give_back(Upload& upload, bool is_finished);
    bool has_room();

    const Root& root_;
    const std::chrono::milliseconds idle_timeout_;
    mutable std::mutex mutex_;
    std::vector<std::shared_ptr<Upload>> uploads_;  // guarded by mutex_; the oldest first
    bool is_stopped_ = false;                       // guarded by mutex_
};

// InvalidArgument unless a file of that name, directly in the root, would be listed as games.
Status check_upload_name(std::string_view name);

}  // namespace edge::server
