#include "support/power_loss.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "support/temp_dir.h"

namespace edge::test {

namespace fs = std::filesystem;

namespace {

std::string parent_of(const std::string& path) { return fs::path(path).parent_path().string(); }

std::string text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

RecordedDisk::RecordedDisk(fs::path root) : root_(std::move(root)) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root_)) {
        if (!entry.is_regular_file()) continue;
        synced_[entry.path().string()] = files_.size();
        files_.push_back({read_file(entry.path()), {}});
    }
    now_ = synced_;
}

void RecordedDisk::record(const DiskEvent& event) {
    const std::string path = event.path.string();
    const std::string target = event.target.string();
    switch (event.kind) {
        case DiskEvent::Kind::Create:
            return create(path);
        case DiskEvent::Kind::Write:
            return file_at(path).pending.push_back({event.offset, text_of(event.bytes)});
        case DiskEvent::Kind::Sync: {
            File& file = file_at(path);
            for (const Write& write : std::exchange(file.pending, {})) apply(write, file.synced);
            return;
        }
        case DiskEvent::Kind::SyncDirectory:
            return sync_names(path);
        case DiskEvent::Kind::Rename:
            return rename(path, target);
        case DiskEvent::Kind::Link:
            return change_names(parent_of(target), {{target, now_.at(path)}});
        case DiskEvent::Kind::Remove:
            return remove(path);
        case DiskEvent::Kind::MakeDirectory:
            return;  // it is there when something in it is
        case DiskEvent::Kind::Exchange:
            return exchange(path, target);
    }
    throw std::logic_error("a change of the disk that no test recorded before");
}

void RecordedDisk::create(const std::string& path) {
    change_names(parent_of(path), {{path, files_.size()}});
    files_.emplace_back();
}

void RecordedDisk::rename(const std::string& from, const std::string& to) {
    change_names(parent_of(to), {{from, std::nullopt}, {to, now_.at(from)}});
}

void RecordedDisk::remove(const std::string& path) {
    Names gone;
    for (const auto& [name, file] : now_) {
        if (name == path || name.starts_with(path + '/')) gone[name] = std::nullopt;
    }
    change_names(parent_of(path), std::move(gone));
}

// Both are in one directory.
void RecordedDisk::exchange(const std::string& left, const std::string& right) {
    Names names;
    const auto move = [&](const std::string& from, const std::string& to) {
        for (const auto& [name, file] : now_) {
            if (!name.starts_with(from + '/')) continue;
            names.try_emplace(name, std::nullopt);
            names[to + name.substr(from.size())] = file;
        }
    };
    move(left, right);
    move(right, left);
    change_names(parent_of(left), std::move(names));
}

void RecordedDisk::change_names(const std::string& directory, Names names) {
    for (const auto& [name, file] : names) {
        if (file) {
            now_[name] = file;
        } else {
            now_.erase(name);
        }
    }
    pending_.push_back({directory, std::move(names)});
}

void RecordedDisk::sync_names(const std::string& directory) {
    std::vector<NameChange> others;
    for (NameChange& change : pending_) {
        if (change.directory != directory) {
            others.push_back(std::move(change));
            continue;
        }
        for (const auto& [name, file] : change.names) synced_[name] = file;
    }
    pending_ = std::move(others);
}

RecordedDisk::File& RecordedDisk::file_at(const std::string& path) {
    return files_[now_.at(path).value()];
}

void RecordedDisk::apply(const Write& write, std::string& content) {
    content.resize(std::max<size_t>(content.size(), write.offset + write.bytes.size()));
    std::ranges::copy(write.bytes, content.begin() + static_cast<std::ptrdiff_t>(write.offset));
}

void RecordedDisk::write_state(const fs::path& to, const WasMade& was_made) const {
    Names names = synced_;
    for (const NameChange& change : pending_) {
        if (!was_made()) continue;
        for (const auto& [name, file] : change.names) names[name] = file;
    }
    for (const auto& [name, file] : names) {
        if (!file) continue;
        std::string content = files_[*file].synced;
        for (const Write& write : files_[*file].pending) {
            if (was_made()) apply(write, content);
        }
        const fs::path path = to / fs::path(name).lexically_relative(root_);
        fs::create_directories(path.parent_path());
        write_file(path, content);
    }
}

}  // namespace edge::test
