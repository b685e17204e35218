// A file that holds what memory could not, between its last write and its last read.
#pragma once

#include <edge/result.h>

#include "core/mapped_file.h"
#include "core/output_file.h"

namespace edge {

// Closes the file and gives its bytes. Its name is gone then: what it takes of the disk is free
// again when the mapping goes, however the process ends.
Result<MappedFile> read_spilled(OutputFile& file);

}  // namespace edge
