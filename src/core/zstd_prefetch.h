// Reads a zstd file of several frames as one stream, with the next frames decompressed ahead on
// other threads.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "core/byte_stream.h"

namespace edge {

// Null when the file is not suited to it: a single frame, frames of unknown or large size, or
// damage, which the plain decompressor then reports. `file` must outlive the stream.
std::unique_ptr<ByteStream> open_zstd_prefetch(std::span<const std::byte> file, std::string name,
                                               unsigned threads);

}  // namespace edge
