// Blocks compressed on their own, so that several threads can do so at once: the blocks of a file,
// one after another, read as one file.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/byte_stream.h"

namespace edge {

// Not thread-safe; one per thread. It may hold a megabyte or more, so keep it.
class BlockCompressor {
public:
    virtual ~BlockCompressor() = default;

    // A whole gzip member, bzip2 stream or zstd frame, of the same bytes each time. The block may
    // be empty, and has less than 2 GiB.
    virtual std::string compress(std::string_view block) = 0;
};

// With the default level of the format's own program. Null for Compression::None, and in a build
// without compression.
std::unique_ptr<BlockCompressor> make_block_compressor(Compression compression);

}  // namespace edge
