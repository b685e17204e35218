// A stream of bytes: from a descriptor, from memory, or out of a decompressor that reads another
// stream. Compressed input is recognised by its first bytes, never by its name.
#pragma once

#include <edge/result.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace edge {

class ByteStream {
public:
    virtual ~ByteStream() = default;

    // Fills some of `into`, which must not be empty, and returns how many bytes; 0 is the end.
    // Do not use the stream after an error.
    virtual Result<size_t> read(std::span<char> into) = 0;
};

enum class Compression : uint8_t { None, Gzip, Bzip2, Zstd };

// How many first bytes detect_compression needs; fewer are fine when there are no more.
inline constexpr size_t kDetectBytes = 10;
Compression detect_compression(std::span<const std::byte> head);

// Reads from `fd`, which stays open and belongs to the caller. `name` is for messages.
std::unique_ptr<ByteStream> open_fd_stream(int fd, std::string name);

// Reads from memory that must outlive the stream.
std::unique_ptr<ByteStream> open_memory_stream(std::span<const std::byte> bytes);

// The uncompressed bytes of `source`. Concatenated gzip members, bzip2 streams and zstd frames read
// as one; zero padding after a gzip member and zstd's skippable frames are skipped. Data that is
// damaged or stops early is Corrupt, with the offset in the compressed bytes.
Result<std::unique_ptr<ByteStream>> open_decompressor(Compression compression,
                                                      std::unique_ptr<ByteStream> source,
                                                      std::string name);

// The same, with the compression detected from the first bytes of `source`.
Result<std::unique_ptr<ByteStream>> open_by_content(std::unique_ptr<ByteStream> source,
                                                    std::string name);

// Reads until `into` is full or the stream ends; returns how many bytes.
Result<size_t> read_full(ByteStream& stream, std::span<char> into);

}  // namespace edge
