#include "core/installed.h"

#include <filesystem>
#include <system_error>

namespace edge {

std::string installed_path(std::string_view what) {
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error) return {};
    return (program.parent_path().parent_path() / "share" / "edge" / what).string();
}

}  // namespace edge
