// Changes of names on the disk: renaming, linking, removing, and making them last. Each is one call
// of the system, with an error that names the file.
#pragma once

#include <edge/result.h>

#include <cstdint>
#include <filesystem>

namespace edge {

// Replaces `to`.
Status rename_file(const std::filesystem::path& from, const std::filesystem::path& to);
// Exists when there is something of that name. Files and directories.
Status rename_to_new(const std::filesystem::path& from, const std::filesystem::path& to);
// A second name for a file; Exists when there is one.
Status link_file(const std::filesystem::path& file, const std::filesystem::path& name);
// Whether it is there or not.
Status remove_file(const std::filesystem::path& path);
Status make_directory(const std::filesystem::path& path);
// Gives one file or directory those of another, as far as whoever runs this may.
void copy_permissions(const std::filesystem::path& from, const std::filesystem::path& to);
// The names in a directory are on the disk when this returns.
Status sync_directory(const std::filesystem::path& path);

// Of all files below; what cannot be read counts as 0.
uint64_t bytes_below(const std::filesystem::path& folder);

}  // namespace edge
