// Every change of the disk by which output is written, synced and put in place, announced before it
// is made, so that tests can end the program at each of them, make them fail, or work out what a
// loss of power would leave. Nobody watches outside tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>

namespace edge {

struct DiskEvent {
    enum class Kind : uint8_t {
        Create,         // an empty file, or an existing one becomes empty
        Write,          // `bytes` at `offset`
        Sync,           // the content of a file
        SyncDirectory,  // the names in a directory
        Rename,         // `path` to `target`, which is replaced
        Exchange,       // `path` and `target`
        Link,           // `target` becomes another name of `path`
        Remove,         // a file, or a directory with all that is in it
        MakeDirectory,
    };
    Kind kind;
    const std::filesystem::path& path;
    std::filesystem::path target = {};
    uint64_t offset = 0;
    std::span<const std::byte> bytes = {};
};

// The error number with which the change is to fail, 0 to let it happen. Called from any thread,
// one at a time.
using DiskWatcher = std::function<int(const DiskEvent&)>;

// From now on; an empty function ends it. For tests only, while nothing is written.
void watch_disk(DiskWatcher watcher);

// What the watcher says; 0 without one.
int announce(const DiskEvent& event);

}  // namespace edge
