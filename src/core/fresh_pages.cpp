#include "core/fresh_pages.h"

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <cstdint>

namespace edge {

#if defined(MADV_POPULATE_WRITE)

void populate_pages(std::span<std::byte> memory) {
    const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto address = reinterpret_cast<uintptr_t>(memory.data());
    // Whole pages only: the ones at either end may hold other data.
    const uintptr_t before = (page - address % page) % page;
    if (memory.size() < before + page) return;
    const size_t size = (memory.size() - before) / page * page;
    ::madvise(memory.data() + before, size, MADV_POPULATE_WRITE);
}

#else

void populate_pages(std::span<std::byte>) {}

#endif

}  // namespace edge
