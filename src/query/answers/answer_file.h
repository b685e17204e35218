// What the files of answers (heatmaps, groups, positions) have in common: a magic of eight bytes, a
// version, and the care not to overwrite anything else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/byte_cursor.h"
#include "edge/result.h"

namespace edge::query {

inline constexpr uint32_t kAnswerVersion = 1;

template <class T>
void append_value(std::string& to, T value) {
    to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// The twelve bytes that every such file begins with.
std::string answer_prefix(std::string_view magic);
// Passes over them. Another magic is Corrupt, another version Unsupported.
Status expect_answer_prefix(ByteCursor& cursor, std::string_view magic, std::string_view file);

// Io when the file that is there begins with anything but `magic`. `what` is "a
// heatmap".
Status check_replaceable(const std::filesystem::path& path, std::string_view magic,
                         std::string_view what);

// Replaces a file of the same kind when `overwrite`; anything else is refused.
Status write_answer(const std::filesystem::path& path, std::string_view content,
                    std::string_view magic, std::string_view what, bool overwrite);

}  // namespace edge::query
