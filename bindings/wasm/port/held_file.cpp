// Mapping is reading here, so it waits until the file is needed.
#include "core/held_file.h"

namespace edge {

HeldFile HeldFile::find(const Directory& directory, const std::string& name) {
    HeldFile held;
    held.exists_ = directory.exists(name);
    held.path_ = directory.path_of(name);
    return held;
}

Result<std::shared_ptr<const MappedFile>> HeldFile::map() const {
    return std::make_shared<const MappedFile>(EDGE_TRY(MappedFile::open(path_)));
}

}  // namespace edge
