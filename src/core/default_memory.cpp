#include "core/default_memory.h"

#include <unistd.h>

namespace edge {

uint64_t default_memory() {
    const auto pages = static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES));
    return pages * static_cast<uint64_t>(::sysconf(_SC_PAGE_SIZE)) / 4;
}

}  // namespace edge
