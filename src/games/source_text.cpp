#include "games/source_text.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "codec/pgn/byte_scanner.h"

namespace edge::games {
namespace {

constexpr size_t kChunkBytes = size_t{1} << 16;

}  // namespace

Error SourceText::changed(uint64_t size) const {
    return {
        ErrorCode::Corrupt,
        fmt::format("{}: found {} bytes of text, expected the {} that were indexed: the source has "
                    "changed",
                    path_, size, *expected_size_)};
}

Result<SourceText> SourceText::open(const std::string& path, std::optional<uint64_t> expected_size,
                                    std::function<bool()> is_cancelled) {
    SourceText source(EDGE_TRY(MappedFile::open(path)), path, expected_size);
    source.is_cancelled_ = std::move(is_cancelled);
    const auto bytes = source.file_.bytes();
    source.compression_ = detect_compression(bytes.first(std::min(bytes.size(), kDetectBytes)));
    if (source.compression_ != Compression::None) {
        EDGE_CHECK(source.restart());
    } else if (expected_size && bytes.size() != *expected_size) {
        return tl::unexpected(source.changed(bytes.size()));
    }
    return source;
}

Status SourceText::restart() {
    stream_ = EDGE_TRY(open_decompressor(compression_, open_memory_stream(file_.bytes()), path_));
    buffer_.clear();
    buffer_offset_ = 0;
    ended_ = false;
    return {};
}

// Makes the buffer begin at `offset` and reach `end`, or the end of the source.
Status SourceText::unpack_up_to(uint64_t offset, uint64_t end) {
    if (offset < buffer_offset_) EDGE_CHECK(restart());
    for (;;) {
        const uint64_t have = buffer_offset_ + buffer_.size();
        const uint64_t drop = std::min(offset, have) - buffer_offset_;
        buffer_.erase(0, drop);
        buffer_offset_ += drop;
        if (ended_ || have >= end) return {};
        if (is_cancelled_ && is_cancelled_()) return fail(ErrorCode::Cancelled, "cancelled");
        const size_t kept = buffer_.size();
        buffer_.resize(kept + kChunkBytes);
        const size_t count = EDGE_TRY(stream_->read(std::span(buffer_.data() + kept, kChunkBytes)));
        buffer_.resize(kept + count);
        if (count > 0) continue;
        ended_ = true;
        if (expected_size_ && have != *expected_size_) return tl::unexpected(changed(have));
    }
}

Result<SourceText::Window> SourceText::read(uint64_t offset, size_t size) {
    std::string_view all = file_.text();
    uint64_t all_offset = 0;
    bool whole = true;  // `all` reaches the end of the source
    if (compression_ != Compression::None) {
        EDGE_CHECK(unpack_up_to(offset, offset + size));
        all = buffer_;
        all_offset = buffer_offset_;
        whole = ended_;
    }
    const uint64_t skip = offset - all_offset;
    if (skip > all.size()) {
        return fail(ErrorCode::Corrupt, fmt::format("{}: found no text at {}, expected a game: the "
                                                    "source has changed",
                                                    path_, offset));
    }
    const std::string_view text = all.substr(skip, size);
    window_.assign(text);
    window_.append(pgn::kScanBytes, '\0');
    return Window{std::string_view(window_).substr(0, text.size()),
                  whole && skip + text.size() == all.size()};
}

}  // namespace edge::games
