#include "core/zlib_block.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace edge {

struct ZlibCompressor::Context {
    Context(int level, ZlibWrapper wrapper) {
        // The largest window and the usual memory; 16 asks for the wrapper of gzip.
        const int window_bits = wrapper == ZlibWrapper::Gzip ? 15 + 16 : 15;
        constexpr int kMemoryLevel = 8;
        if (::deflateInit2(&stream, level, Z_DEFLATED, window_bits, kMemoryLevel,
                           Z_DEFAULT_STRATEGY) != Z_OK) {
            throw std::bad_alloc();
        }
    }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context() { ::deflateEnd(&stream); }
    z_stream stream{};
};

ZlibCompressor::ZlibCompressor(int level, ZlibWrapper wrapper)
    : context_(std::make_unique<Context>(level, wrapper)) {}
ZlibCompressor::~ZlibCompressor() = default;
ZlibCompressor::ZlibCompressor(ZlibCompressor&&) noexcept = default;
ZlibCompressor& ZlibCompressor::operator=(ZlibCompressor&&) noexcept = default;

std::string ZlibCompressor::compress(std::string_view block) {
    z_stream& stream = context_->stream;
    ::deflateReset(&stream);
    std::string packed(::deflateBound(&stream, block.size()), '\0');
    // zlib takes its input as non-const, but does not write to it.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(block.data()));
    stream.avail_in = static_cast<uInt>(block.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    ::deflate(&stream, Z_FINISH);  // cannot fail: the bound leaves room for everything
    packed.resize(packed.size() - stream.avail_out);
    return packed;
}

struct ZlibDecompressor::Context {
    Context() {
        if (::inflateInit(&stream) != Z_OK) throw std::bad_alloc();
    }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context() { ::inflateEnd(&stream); }
    z_stream stream{};
};

ZlibDecompressor::ZlibDecompressor() : context_(std::make_unique<Context>()) {}
ZlibDecompressor::~ZlibDecompressor() = default;
ZlibDecompressor::ZlibDecompressor(ZlibDecompressor&&) noexcept = default;
ZlibDecompressor& ZlibDecompressor::operator=(ZlibDecompressor&&) noexcept = default;

Status ZlibDecompressor::decompress(std::span<const std::byte> packed, size_t max_bytes,
                                    std::string& block) {
    constexpr size_t kUsualRatio = 4;
    constexpr size_t kMaxStep = std::numeric_limits<uInt>::max();
    const auto corrupt = [](std::string message) {
        return fail(ErrorCode::Corrupt, std::move(message));
    };
    if (packed.size() > kMaxStep) {
        return corrupt(fmt::format("found a zlib stream of {} bytes, expected less than 4 GiB",
                                   packed.size()));
    }
    z_stream& stream = context_->stream;
    ::inflateReset(&stream);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    size_t filled = 0;
    // One byte more than allowed distinguishes a block of exactly that size from a longer one.
    const size_t limit = std::min(max_bytes, kMaxStep - 1) + 1;
    block.resize(std::min(kUsualRatio * packed.size() + 1, limit));
    while (true) {
        stream.next_out = reinterpret_cast<Bytef*>(block.data() + filled);
        stream.avail_out = static_cast<uInt>(block.size() - filled);
        const int outcome = ::inflate(&stream, Z_NO_FLUSH);
        filled = block.size() - stream.avail_out;
        if (outcome == Z_STREAM_END) break;
        if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
        if (outcome != Z_OK && outcome != Z_BUF_ERROR) {
            return corrupt(fmt::format(
                "found damaged zlib data ({}), expected a valid stream",
                stream.msg != nullptr ? stream.msg : "a preset dictionary is asked for"));
        }
        if (stream.avail_out != 0)
            return corrupt("found the end of the data, expected more of the zlib stream");
        if (block.size() == limit) break;
        block.resize(std::min(2 * block.size(), limit));
    }
    if (filled > max_bytes) {
        return corrupt(
            fmt::format("found zlib data of more than {} bytes, expected at most that", max_bytes));
    }
    if (stream.avail_in != 0) {
        return corrupt(
            fmt::format("found {} bytes after the zlib stream, expected its end", stream.avail_in));
    }
    block.resize(filled);
    return {};
}

}  // namespace edge
