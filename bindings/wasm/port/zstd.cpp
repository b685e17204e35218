// Zstd without its library: frames of uncompressed blocks, which every zstd decoder reads. Tags of
// games are kept in such frames here. Frames with packed blocks, as other encoders write them, are
// refused.
#include <algorithm>
#include <optional>

#include "core/byte_order.h"
#include "core/zstd_block.h"
#include "core/zstd_frames.h"

namespace edge {

namespace {

constexpr uint32_t kMagic = 0xFD2FB528;
// The size of the content in four bytes, and no window of its own (RFC 8878, 3.1.1.1.1).
constexpr uint8_t kDescriptor = 0xA0;
constexpr size_t kHeaderBytes = 9;
constexpr size_t kBlockHeaderBytes = 3;
constexpr size_t kMaxBlockBytes = size_t{128} << 10;

void append_block(std::string& frame, std::string_view bytes, bool is_last) {
    const size_t header = bytes.size() << 3 | (is_last ? 1 : 0);
    for (size_t i = 0; i < kBlockHeaderBytes; ++i) frame += static_cast<char>(header >> 8 * i);
    frame += bytes;
}

tl::unexpected<Error> refuse(std::string_view name) {
    return fail(ErrorCode::Unsupported,
                std::string(name) + ": this build reads no compressed files");
}

// The stored blocks of a frame of ours, or nothing where it is another.
struct Blocks {
    uint64_t content_size = 0;
    uint64_t frame_size = 0;
    std::string content = {};
};
std::optional<Blocks> read_blocks(std::span<const std::byte> bytes, bool wants_content) {
    if (bytes.size() < kHeaderBytes || load<uint32_t>(bytes.data()) != kMagic ||
        load<uint8_t>(bytes.data() + 4) != kDescriptor) {
        return std::nullopt;
    }
    Blocks blocks{.content_size = load<uint32_t>(bytes.data() + 5)};
    size_t at = kHeaderBytes;
    for (bool is_last = false; !is_last;) {
        if (bytes.size() - at < kBlockHeaderBytes) return std::nullopt;
        uint32_t header = 0;
        for (size_t i = 0; i < kBlockHeaderBytes; ++i) {
            header |= std::to_integer<uint32_t>(bytes[at++]) << 8 * i;
        }
        is_last = (header & 1) != 0;
        const bool is_stored = (header >> 1 & 3) == 0;
        const size_t size = header >> 3;
        if (!is_stored || size > bytes.size() - at) return std::nullopt;
        if (wants_content) {
            blocks.content.append(reinterpret_cast<const char*>(bytes.data() + at), size);
        }
        at += size;
    }
    blocks.frame_size = at;
    return blocks;
}

}  // namespace

struct ZstdCompressor::Context {};
ZstdCompressor::ZstdCompressor(const ZstdParameters&) {}
ZstdCompressor::~ZstdCompressor() = default;
ZstdCompressor::ZstdCompressor(ZstdCompressor&&) noexcept = default;
ZstdCompressor& ZstdCompressor::operator=(ZstdCompressor&&) noexcept = default;

std::string ZstdCompressor::compress(std::string_view block) {
    std::string frame(kHeaderBytes, '\0');
    auto* const header = reinterpret_cast<std::byte*>(frame.data());
    store(header, kMagic);
    store(header + 4, kDescriptor);
    store(header + 5, static_cast<uint32_t>(block.size()));
    do {
        const std::string_view part = block.substr(0, kMaxBlockBytes);
        block.remove_prefix(part.size());
        append_block(frame, part, block.empty());
    } while (!block.empty());
    return frame;
}

Result<ZstdFrame> find_zstd_frame(std::span<const std::byte> file, uint64_t offset,
                                  std::string_view name) {
    const auto blocks = read_blocks(file.subspan(static_cast<size_t>(offset)), false);
    if (!blocks) return refuse(name);
    return ZstdFrame{offset, blocks->frame_size, blocks->content_size, false};
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
    const auto blocks = read_blocks(
        file.subspan(static_cast<size_t>(frame.offset), static_cast<size_t>(frame.compressed_size)),
        true);
    if (!blocks) return refuse(name);
    const std::string& content = blocks->content;
    if (content.size() != blocks->content_size || content.size() > max_bytes) {
        return fail(ErrorCode::Corrupt,
                    std::string(name) + ": found a zstd frame of another size than it says");
    }
    return std::vector<char>(content.begin(), content.end());
}

}  // namespace edge
