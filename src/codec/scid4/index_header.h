// The header of a .si4: the description of the base.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "edge/result.h"

namespace edge::scid4 {

// The last of its bytes is zero.
inline constexpr std::string_view kIndexMagic = {"Scid.si\0", 8};
inline constexpr size_t kIndexHeaderBytes = 182;
inline constexpr size_t kCustomFlags = 6;
inline constexpr uint32_t kMaxGames = 16'777'214;

struct BaseInfo {
    uint32_t type = 0;  // selects an icon in Scid
    uint32_t games = 0;
    uint32_t autoload = 1;  // the game to show on opening; 0 for none
    std::string description = {};
    std::array<std::string, kCustomFlags> flag_labels = {};
    friend bool operator==(const BaseInfo&, const BaseInfo&) = default;
};

// Reads the bytes of a whole .si4; `file` names it in errors. Texts become UTF-8.
Result<BaseInfo> parse_index_header(std::span<const std::byte> bytes, std::string_view file);

// Texts that are too long for their fields are cut, and an autoload that is too large becomes the
// last game.
std::array<std::byte, kIndexHeaderBytes> index_header_bytes(const BaseInfo& info);

}  // namespace edge::scid4
