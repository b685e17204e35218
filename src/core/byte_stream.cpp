#include "core/byte_stream.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/decompressors.h"
#include "core/io_error.h"

namespace edge {

namespace {

class FdStream final : public ByteStream {
public:
    FdStream(int fd, std::string name) : fd_(fd), name_(std::move(name)) {}

    Result<size_t> read(std::span<char> into) override {
        while (true) {
            const ssize_t got = ::read(fd_, into.data(), into.size());
            if (got >= 0) return static_cast<size_t>(got);
            if (errno != EINTR) return io_error("read", name_, errno);
        }
    }

private:
    int fd_;
    std::string name_;
};

class MemoryStream final : public ByteStream {
public:
    explicit MemoryStream(std::span<const std::byte> bytes) : rest_(bytes) {}

    Result<size_t> read(std::span<char> into) override {
        const size_t count = std::min(into.size(), rest_.size());
        if (count != 0) std::memcpy(into.data(), rest_.data(), count);
        rest_ = rest_.subspan(count);
        return count;
    }

private:
    std::span<const std::byte> rest_;
};

// Gives back the bytes that were read ahead to recognise the compression, then the rest.
class RejoinedStream final : public ByteStream {
public:
    RejoinedStream(std::string head, std::unique_ptr<ByteStream> rest)
        : head_(std::move(head)), rest_(std::move(rest)) {}

    Result<size_t> read(std::span<char> into) override {
        if (given_ == head_.size()) return rest_->read(into);
        const size_t count = head_.copy(into.data(), into.size(), given_);
        given_ += count;
        return count;
    }

private:
    std::string head_;
    size_t given_ = 0;
    std::unique_ptr<ByteStream> rest_;
};

}  // namespace

Compression detect_compression(std::span<const std::byte> head) {
    const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
    if (text.starts_with("\x1f\x8b")) return Compression::Gzip;

    // "BZh" could begin a sentence; the digit and the magic of the first block (the digits of pi)
    // or of an empty stream (those of its root) could not.
    if (text.size() >= 10 && text.starts_with("BZh") && text[3] >= '1' && text[3] <= '9') {
        const std::string_view block = text.substr(4, 6);
        if (block == "\x31\x41\x59\x26\x53\x59" || block == "\x17\x72\x45\x38\x50\x90") {
            return Compression::Bzip2;
        }
    }

    // Little-endian FD2FB528 of a frame, 184D2A50 to 184D2A5F of a skippable one (RFC 8878).
    if (text.starts_with("\x28\xb5\x2f\xfd")) return Compression::Zstd;
    if (text.size() >= 4 && (static_cast<uint8_t>(text[0]) & 0xF0) == 0x50 &&
        text.substr(1, 3) == "\x2a\x4d\x18") {
        return Compression::Zstd;
    }
    return Compression::None;
}

std::unique_ptr<ByteStream> open_fd_stream(int fd, std::string name) {
    return std::make_unique<FdStream>(fd, std::move(name));
}

std::unique_ptr<ByteStream> open_memory_stream(std::span<const std::byte> bytes) {
    return std::make_unique<MemoryStream>(bytes);
}

Result<std::unique_ptr<ByteStream>> open_decompressor(Compression compression,
                                                      std::unique_ptr<ByteStream> source,
                                                      std::string name) {
    if (compression == Compression::None) return source;
    CompressedInput input(std::move(source), std::move(name));
    switch (compression) {
        case Compression::Gzip:
            return make_gzip_stream(std::move(input));
        case Compression::Bzip2:
            return make_bzip2_stream(std::move(input));
        default:
            return make_zstd_stream(std::move(input));
    }
}

Result<std::unique_ptr<ByteStream>> open_by_content(std::unique_ptr<ByteStream> source,
                                                    std::string name) {
    std::string head(kDetectBytes, '\0');
    head.resize(EDGE_TRY(read_full(*source, head)));
    const Compression compression = detect_compression(std::as_bytes(std::span(head)));
    auto whole = std::make_unique<RejoinedStream>(std::move(head), std::move(source));
    return open_decompressor(compression, std::move(whole), std::move(name));
}

Result<size_t> read_full(ByteStream& stream, std::span<char> into) {
    size_t filled = 0;
    while (filled < into.size()) {
        const size_t got = EDGE_TRY(stream.read(into.subspan(filled)));
        if (got == 0) break;
        filled += got;
    }
    return filled;
}

}  // namespace edge
