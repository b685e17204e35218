#include "core/spill_file.h"

#include <system_error>

namespace edge {

Result<MappedFile> read_spilled(OutputFile& file) {
    EDGE_CHECK(file.close(false));
    MappedFile mapped = EDGE_TRY(MappedFile::open(file.path()));
    std::error_code ignored;
    std::filesystem::remove(file.path(), ignored);
    return mapped;
}

}  // namespace edge
