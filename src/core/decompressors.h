// Shared by the three decompressors behind open_decompressor(): the buffered compressed bytes with
// their offset in the file, and one factory per format. Private to core/.
#pragma once

#include <edge/result.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/byte_stream.h"

namespace edge {

class CompressedInput {
public:
    CompressedInput(std::unique_ptr<ByteStream> source, std::string name);

    // Reads more when nothing is pending; false at the end of the source.
    Result<bool> refill();

    std::span<char> pending() const { return pending_; }
    void consume(size_t count);

    // "<name>, compressed offset <place>: <message>".
    tl::unexpected<Error> corrupt(std::string_view message) const;
    tl::unexpected<Error> unsupported(std::string_view message) const;

private:
    tl::unexpected<Error> error(ErrorCode code, std::string_view message) const;

    std::unique_ptr<ByteStream> source_;
    std::string name_;
    std::unique_ptr<char[]> buffer_;
    std::span<char> pending_;
    uint64_t offset_ = 0;  // of the first pending byte
};

Result<std::unique_ptr<ByteStream>> make_gzip_stream(CompressedInput input);
Result<std::unique_ptr<ByteStream>> make_bzip2_stream(CompressedInput input);
Result<std::unique_ptr<ByteStream>> make_zstd_stream(CompressedInput input);

}  // namespace edge
