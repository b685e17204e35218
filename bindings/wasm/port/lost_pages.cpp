// Files are read into memory here, so none can lose pages.
#include "core/lost_pages.h"

#include <utility>

namespace edge {

void survive_lost_pages() {}
uint64_t lost_page_count() { return 0; }
std::string last_lost_file() { return {}; }

GuardedRange::GuardedRange(std::span<const std::byte> bytes, std::filesystem::path path)
    : bytes_(bytes), path_(std::move(path)) {}

GuardedRange::~GuardedRange() = default;

}  // namespace edge
