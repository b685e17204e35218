// The frames of a zstd file that is in memory, so that several threads can decompress it: frames
// do not depend on each other. A file of one frame goes through open_decompressor() instead.
#pragma once

#include <edge/result.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace edge {

struct ZstdFrame {
    uint64_t offset;
    uint64_t compressed_size;
    std::optional<uint64_t> content_size;  // what the header claims, for planning only
    bool skippable;                        // holds no data
};

// The frame that begins at `offset` of `file`. Reads each block header of the frame.
Result<ZstdFrame> find_zstd_frame(std::span<const std::byte> file, uint64_t offset,
                                  std::string_view name);

Result<std::vector<ZstdFrame>> list_zstd_frames(std::span<const std::byte> file,
                                                std::string_view name);

// The content of one frame of `file`. Memory grows with the actual output; content above
// `max_bytes`, or whose size differs from the header's claim, is Corrupt. A skippable frame is
// empty. Safe to call from several threads.
Result<std::vector<char>> decompress_frame(std::span<const std::byte> file, const ZstdFrame& frame,
                                           uint64_t max_bytes, std::string_view name);

}  // namespace edge
