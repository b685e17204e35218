#include "uploads.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/atomic_file.h"
#include "core/io_error.h"
#include "core/partial_path.h"
#include "game_file_list.h"

namespace edge::server {
namespace {

namespace fs = std::filesystem;

// File systems take 255 bytes, and the name of the hidden sibling is longer.
constexpr size_t kMaxNameBytes = 200;

// Complete uploads, whose last piece may be sent again because its answer was lost.
constexpr size_t kRemembered = 100;

tl::unexpected<Error> no_upload(std::string_view id) {
    return fail(ErrorCode::NotFound,
                fmt::format("no upload {}; one that gets no piece for a while is dropped", id));
}

Result<std::string> unguessable_id() {
    std::array<uint64_t, 2> random{};
    if (::getrandom(random.data(), sizeof random, 0) != sizeof random) {
        return fail(ErrorCode::Io, "the system gives no random numbers");
    }
    return fmt::format("{:016x}{:016x}", random[0], random[1]);
}

Status check_is_free(const fs::path& path, const std::string& name) {
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(path, ignored))) return exists_already(name);
    return {};
}

// "games.pgn" of ".games.pgn.partial-12-0"
std::string target_of(const std::string& partial) {
    const size_t mark = partial.rfind(".partial-");
    return mark == std::string::npos || mark == 0 ? "" : partial.substr(1, mark - 1);
}

}  // namespace

struct Uploads::Upload {
    UploadStatus status;  // its count of bytes is guarded by `writing`
    std::mutex writing;
    std::optional<AtomicFile> file;  // guarded by `writing`; none when complete

    // Guarded by Uploads::mutex_:
    Clock::time_point last_used;
    size_t users = 0;  // requests at work on it
    bool is_complete = false;
};

Status check_upload_name(std::string_view name) {
    const auto wrong = [name](std::string_view what) {
        return fail(ErrorCode::InvalidArgument, fmt::format("/name: '{}' {}", name, what),
                    Place{.pointer = "/name"});
    };
    if (name.empty() || name.size() > kMaxNameBytes) {
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format("/name: found {} bytes, expected 1 to {}", name.size(), kMaxNameBytes),
            Place{.pointer = "/name"});
    }
    const auto is_control = [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    };
    if (std::ranges::any_of(name, is_control)) {
        return fail(ErrorCode::InvalidArgument, "/name: found a control character",
                    Place{.pointer = "/name"});
    }
    if (name.find_first_of("/\\") != std::string_view::npos) {
        return wrong("has a folder, expected the name of a file alone");
    }
    if (name.front() == '.') return wrong("begins with a dot, which is not served");
    const auto kind = kind_by_name(std::string(name));
    if (!kind) {
        return wrong(
            "has no ending of games that can be indexed, expected .pgn (also .pgn.gz, .pgn.bz2 "
            "and .pgn.zst), .vf, .viriformat or .fbpgn");
    }
    if (*kind == formats::GameKind::Scid4) {
        return wrong("is one of the three files of a Scid base, expected a single file of games");
    }
    return {};
}

// The caller holds the lock.
bool Uploads::has_room() {
    const auto complete = std::ranges::count_if(uploads_, &Upload::is_complete);
    if (static_cast<size_t>(complete) > kRemembered) {
        uploads_.erase(std::ranges::find_if(uploads_, &Upload::is_complete));
    }
    return uploads_.size() < kMostRunning + static_cast<size_t>(complete);
}

Result<std::optional<UploadStatus>> Uploads::begin(const std::string& name, uint64_t bytes) {
    EDGE_CHECK(check_upload_name(name));
    const fs::path path = root_.path() / EDGE_TRY(root_.to_be_made(name));
    EDGE_CHECK(check_is_free(path, name));
    auto upload = std::make_shared<Upload>();
    upload->status = {.id = EDGE_TRY(unguessable_id()), .name = name, .bytes = bytes};
    drop_idle();
    {
        const std::lock_guard lock(mutex_);
        if (is_stopped_ || !has_room()) return std::nullopt;
        upload->last_used = Clock::now();
        upload->users = 1;
        uploads_.push_back(upload);
    }
    auto file = AtomicFile::create(path, /*overwrite=*/false);
    if (!file) {
        (void)drop(upload->status.id);
        return tl::unexpected(file.error());
    }
    UploadStatus status = upload->status;
    {
        const std::lock_guard writing(upload->writing);
        upload->file.emplace(std::move(*file));
    }
    give_back(*upload, false);
    return status;
}

std::shared_ptr<Uploads::Upload> Uploads::take(std::string_view id) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(
        uploads_, [id](const auto& upload) { return upload->status.id == id; });
    if (found == uploads_.end()) return nullptr;
    ++(*found)->users;
    return *found;
}

void Uploads::give_back(Upload& upload, bool is_finished) {
    const std::lock_guard lock(mutex_);
    --upload.users;
    upload.last_used = Clock::now();
    upload.is_complete = upload.is_complete || is_finished;
}

Result<UploadStatus> Uploads::put(std::string_view id, uint64_t offset, std::string_view piece) {
    const auto upload = take(id);
    if (!upload) return no_upload(id);
    const auto write = [&]() -> Result<UploadStatus> {
        const std::lock_guard writing(upload->writing);
        UploadStatus& status = upload->status;
        if (piece.empty()) return fail(ErrorCode::InvalidArgument, "the piece is empty");
        if (offset > status.bytes || piece.size() > status.bytes - offset) {
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("found {} bytes from {}, but {} has {} bytes", piece.size(),
                                    offset, status.name, status.bytes));
        }
        if (offset + piece.size() <= status.received) return status;
        if (offset != status.received) {
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("/offset: found {}, expected {}, where the next piece begins",
                                    offset, status.received),
                        Place{.pointer = "/offset"});
        }
        const auto dropped = [&](Error error) -> Result<UploadStatus> {
            (void)drop(id);
            if (error.code == ErrorCode::Exists) return exists_already(status.name);
            return tl::unexpected(std::move(error));
        };
        if (!upload->file) return no_upload(id);  // its sibling could not be made
        if (const Status written = upload->file->file().append(piece); !written) {
            return dropped(written.error());
        }
        status.received += piece.size();
        if (status.received < status.bytes) return status;
        if (const Status committed = upload->file->commit(); !committed) {
            return dropped(committed.error());
        }
        upload->file.reset();
        return status;
    };
    auto status = write();
    give_back(*upload, status && status->received == status->bytes);
    return status;
}

Status Uploads::drop(std::string_view id) {
    std::shared_ptr<Upload> dropped;  // whose file is removed without the lock
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(
        uploads_, [id](const auto& upload) { return upload->status.id == id; });
    if (found == uploads_.end()) return no_upload(id);
    dropped = std::move(*found);
    uploads_.erase(found);
    return {};
}

void Uploads::drop_idle(Clock::time_point now) {
    std::vector<std::shared_ptr<Upload>> dropped;
    const std::lock_guard lock(mutex_);
    std::erase_if(uploads_, [&](const auto& upload) {
        if (upload->users > 0 || now - upload->last_used < idle_timeout_) return false;
        dropped.push_back(upload);
        return true;
    });
}

void Uploads::stop() {
    std::vector<std::shared_ptr<Upload>> dropped;
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    dropped.swap(uploads_);
}

void Uploads::remove_leftovers() const {
    std::vector<fs::path> leftovers;
    std::error_code ignored;
    for (fs::directory_iterator entry(root_.path(), ignored), end; entry != end;
         entry.increment(ignored)) {
        const std::string target = target_of(entry->path().filename().native());
        if (target.empty() || !check_upload_name(target)) continue;
        if (!entry->is_regular_file(ignored) || entry->is_symlink(ignored)) continue;
        if (is_abandoned_partial(entry->path())) leftovers.push_back(entry->path());
    }
    for (const fs::path& path : leftovers) fs::remove(path, ignored);
}

size_t Uploads::running_count() const {
    const std::lock_guard lock(mutex_);
    return static_cast<size_t>(
        std::ranges::count_if(uploads_, [](const auto& upload) { return !upload->is_complete; }));
}

}  // namespace edge::server
