// The first bytes of a file, by which programs tell what it is.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace edge {

// At most `size` bytes: fewer when the file has no more, none when it cannot be read.
std::string file_start(const std::filesystem::path& path, size_t size);

}  // namespace edge
