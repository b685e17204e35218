// A file for what does not fit into memory, between its last write and its last read.
#pragma once

#include <edge/result.h>

#include "core/mapped_file.h"
#include "core/output_file.h"

namespace edge {

// Closes the file, removes its name and returns its bytes. Its disk space is free again when the
// mapping goes, however the process ends.
Result<MappedFile> read_spilled(OutputFile& file);

}  // namespace edge
