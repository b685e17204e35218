// The handler runs in the thread that read the page. It looks the address up in a list of all
// mapped files and maps zeros over the file from that page to its end, after which the read is
// repeated.
//
// Handler and list share a spin lock. The handler cannot deadlock with its own thread: the signal
// comes from reading a mapped file, and none is read while the lock is held. A SIGBUS sent by
// another process may come at any time and is ignored.
#include "core/lost_pages.h"

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <mutex>
#include <utility>

namespace edge {
namespace {

class SpinLock {
public:
    void lock() {
        while (is_taken_.test_and_set(std::memory_order_acquire)) ::sched_yield();
    }
    void unlock() { is_taken_.clear(std::memory_order_release); }

private:
    std::atomic_flag is_taken_;
};

}  // namespace

class GuardedRanges {
public:
    void add(GuardedRange& range) {
        const std::lock_guard locked(lock_);
        range.next_ = std::exchange(first_, &range);
        if (range.next_ != nullptr) range.next_->previous_ = &range;
    }

    void remove(GuardedRange& range) {
        const std::lock_guard locked(lock_);
        (range.previous_ != nullptr ? range.previous_->next_ : first_) = range.next_;
        if (range.next_ != nullptr) range.next_->previous_ = range.previous_;
    }

    // Called by the handler, so only async-signal-safe. False when the address belongs to no mapped
    // file.
    bool replace_from(const void* address, size_t page_bytes) {
        const std::lock_guard locked(lock_);
        const auto at = reinterpret_cast<uintptr_t>(address);
        for (GuardedRange* range = first_; range != nullptr; range = range->next_) {
            const auto begin = reinterpret_cast<uintptr_t>(range->bytes_.data());
            if (at < begin || at >= begin + range->bytes_.size()) continue;
            const uintptr_t page = at / page_bytes * page_bytes;
            // NOLINTNEXTLINE(performance-no-int-to-ptr): the page that the address is in
            if (::mmap(reinterpret_cast<void*>(page), begin + range->bytes_.size() - page,
                       PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) {
                return false;
            }
            range->has_lost_pages_ = true;
            const size_t length = std::min(range->path_.native().size(), last_path_.size() - 1);
            std::memcpy(last_path_.data(), range->path_.c_str(), length);
            last_path_[length] = '\0';
            ++count_;
            return true;
        }
        return false;
    }

    uint64_t count() const { return count_; }
    std::string last_path() {
        const std::lock_guard locked(lock_);
        return last_path_.data();
    }

private:
    SpinLock lock_;
    GuardedRange* first_ = nullptr;              // guarded by lock_, as the next
    std::array<char, PATH_MAX> last_path_ = {};  // of fixed size, as the handler cannot allocate
    std::atomic<uint64_t> count_ = 0;
};

namespace {

// One per process, like its mappings and its signals.
constinit GuardedRanges ranges;
// Both are set before the handler is installed.
size_t page_bytes = 0;
struct sigaction before_us{};

// What would have happened without this handler. Another copy of the library in the process has its
// own handler, for its own files.
void pass_on(int signal, siginfo_t* info, void* context) {
    if ((before_us.sa_flags & SA_SIGINFO) != 0) {
        before_us.sa_sigaction(signal, info, context);
    } else if (before_us.sa_handler != SIG_DFL && before_us.sa_handler != SIG_IGN) {
        before_us.sa_handler(signal);
    } else {
        // The default action takes the signal, which a fault raises again at once.
        struct sigaction otherwise{};
        otherwise.sa_handler = SIG_DFL;
        ::sigaction(signal, &otherwise, nullptr);
        if (info->si_code <= 0) ::raise(signal);
    }
}

void on_bus_error(int signal, siginfo_t* info, void* context) {
    const int saved_errno = errno;
    const bool is_a_fault = info->si_code > 0;
    if (!is_a_fault || !ranges.replace_from(info->si_addr, page_bytes)) {
        pass_on(signal, info, context);
    }
    errno = saved_errno;
}

bool install_handler() {
    page_bytes = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction action{};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO;
    ::sigaction(SIGBUS, nullptr, &before_us);
    return ::sigaction(SIGBUS, &action, nullptr) == 0;
}

}  // namespace

void survive_lost_pages() {
    // Once, however many threads ask for it.
    [[maybe_unused]] static const bool is_installed = install_handler();
}

uint64_t lost_page_count() { return ranges.count(); }
std::string last_lost_file() { return ranges.last_path(); }

GuardedRange::GuardedRange(std::span<const std::byte> bytes, std::filesystem::path path)
    : bytes_(bytes), path_(std::move(path)) {
    ranges.add(*this);
}

GuardedRange::~GuardedRange() { ranges.remove(*this); }

}  // namespace edge
