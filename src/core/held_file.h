// A file that may be read later, whatever happens to its name meanwhile: mapped at once, which
// reads nothing. Under WebAssembly, where mapping is reading, it is found by its path when needed.
#pragma once

#include <edge/result.h>

#include <filesystem>
#include <memory>
#include <string>

#include "core/directory.h"
#include "core/mapped_file.h"

namespace edge {

// Cheap to copy; safe to use from many threads.
class HeldFile {
public:
    HeldFile() = default;  // of no file

    // None when there is no such file. That it cannot be read is only reported by map().
    static HeldFile find(const Directory& directory, const std::string& name);

    bool exists() const { return exists_; }
    Result<std::shared_ptr<const MappedFile>> map() const;

private:
    bool exists_ = false;
    // Either of the first two once it is mapped, else the path.
    std::shared_ptr<const MappedFile> file_;
    std::shared_ptr<const Error> error_;
    std::filesystem::path path_;
};

}  // namespace edge
