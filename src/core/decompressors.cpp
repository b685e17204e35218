#include "core/decompressors.h"

#include <fmt/format.h>

#include <utility>

namespace edge {

namespace {

constexpr size_t kBufferBytes = size_t{256} << 10;

}  // namespace

CompressedInput::CompressedInput(std::unique_ptr<ByteStream> source, std::string name)
    : source_(std::move(source)),
      name_(std::move(name)),
      buffer_(std::make_unique_for_overwrite<char[]>(kBufferBytes)) {}

Result<bool> CompressedInput::refill() {
    if (!pending_.empty()) return true;
    const std::span<char> buffer(buffer_.get(), kBufferBytes);
    pending_ = buffer.first(EDGE_TRY(source_->read(buffer)));
    return !pending_.empty();
}

void CompressedInput::consume(size_t count) {
    pending_ = pending_.subspan(count);
    offset_ += count;
}

tl::unexpected<Error> CompressedInput::corrupt(std::string_view message) const {
    return error(ErrorCode::Corrupt, message);
}

tl::unexpected<Error> CompressedInput::unsupported(std::string_view message) const {
    return error(ErrorCode::Unsupported, message);
}

tl::unexpected<Error> CompressedInput::error(ErrorCode code, std::string_view message) const {
    return fail(code, fmt::format("{}, compressed offset {}: {}", name_, offset_, message),
                Place{.file = name_, .offset = offset_});
}

}  // namespace edge
