// Compressors for the tests of the decompressors.
#pragma once

#include <bzlib.h>
#include <zlib.h>
#include <zstd.h>

#include <span>
#include <string>
#include <string_view>

#include "core/byte_stream.h"

namespace edge::test {

inline std::span<const std::byte> as_bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}

inline std::string gzip(std::string_view text) {
    z_stream stream{};
    ::deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string packed(::deflateBound(&stream, text.size()) + 32, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    ::deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    ::deflateEnd(&stream);
    return packed;
}

inline std::string bzip2(std::string_view text) {
    auto size = static_cast<unsigned>(text.size() + text.size() / 50 + 700);
    std::string packed(size, '\0');
    ::BZ2_bzBuffToBuffCompress(packed.data(), &size, const_cast<char*>(text.data()),
                               static_cast<unsigned>(text.size()), 1, 0, 0);
    packed.resize(size);
    return packed;
}

inline std::string zstd(std::string_view text, bool with_size = true) {
    ZSTD_CCtx* context = ::ZSTD_createCCtx();
    ::ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, with_size ? 1 : 0);
    ::ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    std::string packed(::ZSTD_compressBound(text.size()), '\0');
    packed.resize(
        ::ZSTD_compress2(context, packed.data(), packed.size(), text.data(), text.size()));
    ::ZSTD_freeCCtx(context);
    return packed;
}

inline std::string skippable(std::string_view text) {
    std::string frame("\x5a\x2a\x4d\x18", 4);
    const auto size = static_cast<uint32_t>(text.size());
    frame.append(reinterpret_cast<const char*>(&size), sizeof size);
    return frame.append(text);
}

inline std::string compress(Compression compression, std::string_view text) {
    switch (compression) {
        case Compression::Gzip:
            return gzip(text);
        case Compression::Bzip2:
            return bzip2(text);
        case Compression::Zstd:
            return zstd(text);
        case Compression::None:
            break;
    }
    return std::string(text);
}

}  // namespace edge::test
