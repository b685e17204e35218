// The text of one source file of a corpus, by uncompressed offset. Plain files are read in place;
// compressed ones are unpacked from the start up to the offset, so go through them forwards.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/byte_stream.h"
#include "core/mapped_file.h"
#include "edge/result.h"

namespace edge::games {

class SourceText {
public:
    // `expected_size` is the uncompressed size at index time. Another size means another file,
    // which is an error: at once for a plain file, at its end for a compressed one. `is_cancelled`
    // is polled while it is unpacked; true ends that with Cancelled.
    static Result<SourceText> open(const std::string& path, std::optional<uint64_t> expected_size,
                                   std::function<bool()> is_cancelled = {});

    struct Window {
        std::string_view text;  // followed by 64 readable bytes; valid until the next read
        bool at_end;            // the source ends with it
    };
    // The text from `offset` on: `size` bytes, or fewer where the source ends.
    Result<Window> read(uint64_t offset, size_t size);

private:
    SourceText(MappedFile file, std::string path, std::optional<uint64_t> expected_size)
        : file_(std::move(file)), path_(std::move(path)), expected_size_(expected_size) {}
    Status restart();
    Status unpack_up_to(uint64_t offset, uint64_t end);
    Error changed(uint64_t size) const;

    MappedFile file_;
    std::string path_;
    std::optional<uint64_t> expected_size_;
    std::function<bool()> is_cancelled_;
    Compression compression_ = Compression::None;
    std::string buffer_;  // unpacked text from buffer_offset_ on, or a copy of plain text
    // Only for compressed files.
    std::unique_ptr<ByteStream> stream_;
    uint64_t buffer_offset_ = 0;
    bool ended_ = false;
    std::string window_;
};

}  // namespace edge::games
