// No compression library is built in: packed files are refused with a message, and the page or the
// program that loads the module unpacks what it gives.
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "core/block_compressor.h"
#include "core/decompressors.h"
#include "core/zlib_block.h"
#include "core/zstd_prefetch.h"
#include "edge/edge.h"

namespace edge {

namespace {

constexpr std::string_view kRefusal = "this build reads no compressed files";

// Packing cannot fail, so there is no error to return.
[[noreturn]] void refuse_to_pack() {
    std::fputs("this build writes no compressed files\n", stderr);
    std::_Exit(EDGE_UNSUPPORTED);
}

}  // namespace

Result<std::unique_ptr<ByteStream>> make_gzip_stream(CompressedInput input) {
    return input.unsupported(kRefusal);
}
Result<std::unique_ptr<ByteStream>> make_bzip2_stream(CompressedInput input) {
    return input.unsupported(kRefusal);
}
Result<std::unique_ptr<ByteStream>> make_zstd_stream(CompressedInput input) {
    return input.unsupported(kRefusal);
}

std::unique_ptr<BlockCompressor> make_block_compressor(Compression) { return nullptr; }

struct ZlibCompressor::Context {};
ZlibCompressor::ZlibCompressor(int, ZlibWrapper) {}
ZlibCompressor::~ZlibCompressor() = default;
ZlibCompressor::ZlibCompressor(ZlibCompressor&&) noexcept = default;
ZlibCompressor& ZlibCompressor::operator=(ZlibCompressor&&) noexcept = default;
std::string ZlibCompressor::compress(std::string_view) { refuse_to_pack(); }

struct ZlibDecompressor::Context {};
ZlibDecompressor::ZlibDecompressor() = default;
ZlibDecompressor::~ZlibDecompressor() = default;
ZlibDecompressor::ZlibDecompressor(ZlibDecompressor&&) noexcept = default;
ZlibDecompressor& ZlibDecompressor::operator=(ZlibDecompressor&&) noexcept = default;
Status ZlibDecompressor::decompress(std::span<const std::byte>, size_t, std::string&) {
    return fail(ErrorCode::Unsupported, std::string(kRefusal));
}

}  // namespace edge

std::unique_ptr<edge::ByteStream> edge::open_zstd_prefetch(std::span<const std::byte>, std::string,
                                                           unsigned) {
    return nullptr;
}
