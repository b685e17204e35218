// Unfinished output: hidden siblings of a target, `.<name>.partial-<pid>-<more>`, which are
// renamed when they are complete. A run that is killed leaves them behind, and a later one removes
// them.
#pragma once

#include <filesystem>
#include <string>

#include "core/file_descriptor.h"

namespace edge {

// ".<name>.partial-": what all siblings of this target begin with.
std::string partial_prefix(const std::filesystem::path& target);

// Tells other processes that this one is at work on the file or folder, as long as the descriptor
// is open. Where the file system has no locks the process id alone says so.
FileDescriptor lock_partial(const std::filesystem::path& path);

// Whether the name is that of a sibling whose process is gone and which nobody has locked. The lock
// covers what process ids cannot: the same folder seen from two machines or containers.
bool is_abandoned_partial(const std::filesystem::path& path);

}  // namespace edge
