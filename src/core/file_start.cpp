#include "core/file_start.h"

#include <fcntl.h>

#include "core/file_descriptor.h"

namespace edge {

std::string file_start(const std::filesystem::path& path, size_t size) {
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string start(size, '\0');
    size_t filled = 0;
    while (file.valid() && filled < size) {
        const ssize_t got = ::read(file.get(), start.data() + filled, size - filled);
        if (got <= 0) break;
        filled += static_cast<size_t>(got);
    }
    start.resize(filled);
    return start;
}

}  // namespace edge
