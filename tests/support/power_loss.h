// What a loss of power can leave on a disk. Changes are recorded as they are made
// (core/disk_events.h). Only what was synced is sure to be there afterwards: of everything else any
// part may have been done, in any order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/disk_events.h"

namespace edge::test {

class RecordedDisk {
public:
    // Everything below `root` is on the disk at the beginning.
    explicit RecordedDisk(std::filesystem::path root);

    void record(const DiskEvent& event);

    // Asked for every change that may have been lost: true when it was made.
    using WasMade = std::function<bool()>;
    // Writes into `to`, which is empty, what is there after a loss of power now.
    void write_state(const std::filesystem::path& to, const WasMade& was_made) const;

private:
    struct Write {
        uint64_t offset;
        std::string bytes;
    };
    struct File {
        std::string synced;
        std::vector<Write> pending;
    };
    // No file: the name goes.
    using Names = std::map<std::string, std::optional<size_t>>;
    struct NameChange {
        std::string directory;  // whose sync makes it last
        Names names;
    };

    void create(const std::string& path);
    void rename(const std::string& from, const std::string& to);
    void remove(const std::string& path);
    void exchange(const std::string& left, const std::string& right);
    void change_names(const std::string& directory, Names names);
    void sync_names(const std::string& directory);
    File& file_at(const std::string& path);
    static void apply(const Write& write, std::string& content);

    const std::filesystem::path root_;
    std::vector<File> files_;
    Names now_;     // as a running program sees them
    Names synced_;  // below root_, as all paths here
    std::vector<NameChange> pending_;
};

}  // namespace edge::test
