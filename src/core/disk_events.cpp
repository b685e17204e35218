#include "core/disk_events.h"

#include <atomic>
#include <mutex>
#include <utility>

namespace edge {
namespace {

struct Watch {
    std::atomic<bool> is_on = false;
    std::mutex mutex;
    DiskWatcher watcher;  // guarded by mutex
};

Watch& the_watch() {
    static Watch watch;
    return watch;
}

}  // namespace

void watch_disk(DiskWatcher watcher) {
    Watch& watch = the_watch();
    const std::lock_guard lock(watch.mutex);
    watch.is_on = static_cast<bool>(watcher);
    watch.watcher = std::move(watcher);
}

int announce(const DiskEvent& event) {
    Watch& watch = the_watch();
    if (!watch.is_on.load(std::memory_order_relaxed)) return 0;
    const std::lock_guard lock(watch.mutex);
    return watch.watcher ? watch.watcher(event) : 0;
}

}  // namespace edge
