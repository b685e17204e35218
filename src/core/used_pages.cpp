#include "core/used_pages.h"

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <cstdint>

namespace edge {

#if defined(__linux__)

void forget_pages(std::span<const std::byte> mapped) {
    const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto address = reinterpret_cast<uintptr_t>(mapped.data());
    // Whole pages only: the ones at either end may hold bytes that are still needed.
    const uintptr_t before = (page - address % page) % page;
    if (mapped.size() < before + page) return;
    const size_t size = (mapped.size() - before) / page * page;
    ::madvise(const_cast<std::byte*>(mapped.data() + before), size, MADV_DONTNEED);
}

#else

void forget_pages(std::span<const std::byte>) {}

#endif

}  // namespace edge
