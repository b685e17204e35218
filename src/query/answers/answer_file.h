// What the files of answers (heatmaps, groups, positions) have in common: a magic of eight bytes, a
// version, and that they never replace a file of another kind.
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
// Skips them. Another magic is Corrupt, another version Unsupported.
Status expect_answer_prefix(ByteCursor& cursor, std::string_view magic, std::string_view file);

// Io when an existing file does not begin with `magic`. `what` is "a heatmap", for example.
Status check_replaceable(const std::filesystem::path& path, std::string_view magic,
                         std::string_view what);

// With `overwrite` replaces a file of the same kind; anything else is refused.
Status write_answer(const std::filesystem::path& path, std::string_view content,
                    std::string_view magic, std::string_view what, bool overwrite);

}  // namespace edge::query
