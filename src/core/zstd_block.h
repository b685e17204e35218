// Whole blocks through zstd: one call, one frame, with contexts that are kept between calls.
// Streams of unknown length are for core/byte_stream.h.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace edge {

// Zstd's own parameters; 0 leaves the choice to zstd.
struct ZstdParameters {
    int level = 1;
    int hash_log = 0;
    int min_match = 0;
};

// Not thread-safe; one per thread. The context is about a megabyte, so keep it.
class ZstdCompressor {
public:
    explicit ZstdCompressor(const ZstdParameters& parameters);
    ~ZstdCompressor();
    ZstdCompressor(ZstdCompressor&&) noexcept;
    ZstdCompressor& operator=(ZstdCompressor&&) noexcept;

    // One frame with the block's size in its header and no checksum.
    std::string compress(std::string_view block);

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

}  // namespace edge
