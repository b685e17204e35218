#include "core/held_file.h"

#include <utility>

namespace edge {

HeldFile HeldFile::find(const Directory& directory, const std::string& name) {
    HeldFile held;
    auto file = MappedFile::open(directory, name);
    if (file) {
        held.file_ = std::make_shared<const MappedFile>(*std::move(file));
    } else if (file.error().code == ErrorCode::NotFound) {
        return held;
    } else {
        held.error_ = std::make_shared<const Error>(std::move(file).error());
    }
    held.exists_ = true;
    return held;
}

Result<std::shared_ptr<const MappedFile>> HeldFile::map() const {
    if (error_) return tl::unexpected(*error_);
    return file_;
}

}  // namespace edge
