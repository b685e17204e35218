#include "core/zstd_frames.h"

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

namespace edge {

namespace {

struct FreeDecoder {
    void operator()(ZSTD_DCtx* decoder) const { ::ZSTD_freeDCtx(decoder); }
};

tl::unexpected<Error> corrupt_packed(std::string_view name, uint64_t offset,
                                     std::string_view message) {
    return fail(ErrorCode::Corrupt,
                fmt::format("{}, compressed offset {}: {}", name, offset, message),
                Place{.file = std::string(name), .offset = offset});
}

bool begins_skippable(std::span<const std::byte> bytes) {
    uint32_t magic = 0;
    if (bytes.size() < sizeof magic) return false;
    std::memcpy(&magic, bytes.data(), sizeof magic);
    return (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

}  // namespace

Result<ZstdFrame> find_zstd_frame(std::span<const std::byte> file, uint64_t offset,
                                  std::string_view name) {
    const std::span<const std::byte> rest = file.subspan(offset);
    const size_t size = ::ZSTD_findFrameCompressedSize(rest.data(), rest.size());
    if (::ZSTD_isError(size)) {
        switch (::ZSTD_getErrorCode(size)) {
            case ZSTD_error_prefix_unknown:
                return corrupt_packed(name, offset,
                                      "found other bytes, expected a zstd frame or the end");
            case ZSTD_error_srcSize_wrong:
                return corrupt_packed(name, offset,
                                      "the file ends inside the zstd frame that begins here");
            default:
                return corrupt_packed(
                    name, offset,
                    fmt::format("found a damaged zstd frame ({}), expected a valid one",
                                ::ZSTD_getErrorName(size)));
        }
    }
    ZstdFrame frame{offset, size, std::nullopt, begins_skippable(rest)};
    const unsigned long long content = ::ZSTD_getFrameContentSize(rest.data(), rest.size());
    if (!frame.skippable && content != ZSTD_CONTENTSIZE_UNKNOWN &&
        content != ZSTD_CONTENTSIZE_ERROR) {
        frame.content_size = content;
    }
    return frame;
}

Result<std::vector<ZstdFrame>> list_zstd_frames(std::span<const std::byte> file,
                                                std::string_view name) {
    std::vector<ZstdFrame> frames;
    for (uint64_t offset = 0; offset < file.size(); offset += frames.back().compressed_size) {
        frames.push_back(EDGE_TRY(find_zstd_frame(file, offset, name)));
    }
    return frames;
}

Result<std::vector<char>> decompress_frame(std::span<const std::byte> file, const ZstdFrame& frame,
                                           uint64_t max_bytes, std::string_view name) {
    std::vector<char> content;
    if (frame.skippable) return content;
    // Kept, because creating one takes as long as unpacking a small frame.
    thread_local const std::unique_ptr<ZSTD_DCtx, FreeDecoder> decoder(::ZSTD_createDCtx());
    if (!decoder) throw std::bad_alloc();
    ::ZSTD_DCtx_reset(decoder.get(), ZSTD_reset_session_only);

    const auto source = file.subspan(frame.offset, frame.compressed_size);
    ZSTD_inBuffer in{source.data(), source.size(), 0};
    // PGN compresses 4 to 8 times, so this is rarely too small. The claimed size can only lower it,
    // unless it is small: with room for all of it zstd works without a buffer of its own. One byte
    // of room above each bound shows when the content exceeds it.
    constexpr uint64_t kSmallContent = 1 << 20;
    const uint64_t limit = std::max(max_bytes, max_bytes + 1);
    const uint64_t guess = 8 * frame.compressed_size + 1024;
    const uint64_t room =
        frame.content_size ? std::min(*frame.content_size, std::max(guess, kSmallContent)) : guess;
    content.resize(std::min(room + 1, limit));
    size_t filled = 0;
    while (true) {
        ZSTD_outBuffer out{content.data(), content.size(), filled};
        const size_t outcome = ::ZSTD_decompressStream(decoder.get(), &out, &in);
        if (::ZSTD_isError(outcome)) {
            if (::ZSTD_getErrorCode(outcome) == ZSTD_error_memory_allocation)
                throw std::bad_alloc();
            return corrupt_packed(
                name, frame.offset + in.pos,
                fmt::format("found damaged zstd data ({}), expected a valid frame",
                            ::ZSTD_getErrorName(outcome)));
        }
        const bool progress = out.pos != filled;
        filled = out.pos;
        if (filled > max_bytes) {
            return corrupt_packed(
                name, frame.offset,
                fmt::format("the zstd frame holds more than the limit of {} bytes", max_bytes));
        }
        if (outcome == 0) break;
        if (filled == content.size()) {
            content.resize(std::min<uint64_t>(2 * content.size(), limit));
        } else if (!progress && in.pos == in.size) {
            return corrupt_packed(name, frame.offset + in.pos,
                                  "the zstd frame ends early; expected more data");
        }
    }
    if (frame.content_size && *frame.content_size != filled) {
        return corrupt_packed(name, frame.offset,
                              fmt::format("found {} bytes in the zstd frame, expected {}", filled,
                                          *frame.content_size));
    }
    content.resize(filled);
    return content;
}

}  // namespace edge
