// Reads little-endian values from untrusted bytes. Nothing is read beyond the end; errors name the
// file, the offset, what was found and what was expected.
#pragma once

#include <edge/result.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/byte_order.h"

namespace edge {

class ByteCursor {
public:
    // `base_offset` is where `bytes` begin in the file. Bytes and name must outlive the cursor.
    ByteCursor(std::span<const std::byte> bytes, std::string_view file_name,
               uint64_t base_offset = 0)
        : bytes_(bytes), file_name_(file_name), base_offset_(base_offset) {}

    uint64_t offset() const { return base_offset_ + position_; }  // in the file
    size_t remaining() const { return bytes_.size() - position_; }
    bool at_end() const { return remaining() == 0; }
    std::span<const std::byte> rest() const { return bytes_.subspan(position_); }

    // `what` names in errors what was expected here: "the version".
    template <std::unsigned_integral T>
    Result<T> read(std::string_view what) {
        if (remaining() < sizeof(T)) return too_short(sizeof(T), what);
        const T value = load<T>(bytes_.data() + position_);
        position_ += sizeof value;
        return value;
    }
    Result<std::span<const std::byte>> read_bytes(uint64_t count, std::string_view what);
    Status skip(uint64_t count, std::string_view what);

    // Skips `magic`, or fails and reports what is there instead.
    Status expect(std::string_view magic, std::string_view what);
    Status expect_end() const;

    // A Corrupt error at the current offset.
    tl::unexpected<Error> corrupt(std::string_view found, std::string_view expected) const;

private:
    tl::unexpected<Error> too_short(uint64_t count, std::string_view what) const;

    std::span<const std::byte> bytes_;
    std::string_view file_name_;
    uint64_t base_offset_;
    size_t position_ = 0;
};

}  // namespace edge
