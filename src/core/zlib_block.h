// Whole blocks through zlib, in its own wrapper (RFC 1950) or in that of gzip (RFC 1952). Streams
// of unknown length are for core/byte_stream.h.
#pragma once

#include <edge/result.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace edge {

enum class ZlibWrapper : uint8_t { Zlib, Gzip };

// Not thread-safe; one per thread. The context is about a quarter of a megabyte, so keep it.
class ZlibCompressor {
public:
    explicit ZlibCompressor(int level, ZlibWrapper wrapper = ZlibWrapper::Zlib);
    ~ZlibCompressor();
    ZlibCompressor(ZlibCompressor&&) noexcept;
    ZlibCompressor& operator=(ZlibCompressor&&) noexcept;

    // The same bytes as zlib's compress2() gives, or a gzip file without name and time. The block
    // has less than 4 GiB.
    std::string compress(std::string_view block);

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

// Not thread-safe; one per thread.
class ZlibDecompressor {
public:
    ZlibDecompressor();
    ~ZlibDecompressor();
    ZlibDecompressor(ZlibDecompressor&&) noexcept;
    ZlibDecompressor& operator=(ZlibDecompressor&&) noexcept;

    // Replaces `block` with the content of the one stream in `packed`. Memory grows with the actual
    // output, and never much beyond `max_bytes`. Corrupt beyond that bound, and when the stream is
    // damaged, cut off, or followed by more data; the message says "found X, expected Y" and leaves
    // the location to the caller.
    Status decompress(std::span<const std::byte> packed, size_t max_bytes, std::string& block);

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

}  // namespace edge
