// Group-by tables in files, format PMOTE-GB version 1 (docs/formats/groups.md).
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "edge/result.h"
#include "query/answers/group_table.h"

namespace edge::query {

inline constexpr std::string_view kGroupsExtension = ".gb";

// `file` is named in errors. Nothing much larger than `bytes` is allocated. Another version is
// Unsupported, all other damage Corrupt.
Result<GroupTable> parse_groups(std::span<const std::byte> bytes, std::string_view file);
// Unsupported when the texts take 4 GiB or more.
Result<std::string> format_groups(const GroupTable& table);

Result<GroupTable> read_groups(const std::filesystem::path& path);

// The file appears whole or not at all. An existing one is refused unless `overwrite`, and one that
// is not a group-by table always is.
Status write_groups(const GroupTable& table, const std::filesystem::path& path, bool overwrite);

}  // namespace edge::query
