// The first bytes of a file, which show what kind of file it is.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace edge {

// At most `size` bytes: fewer when the file is shorter, none when it cannot be read.
std::string file_start(const std::filesystem::path& path, size_t size);

}  // namespace edge
