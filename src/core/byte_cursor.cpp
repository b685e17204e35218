#include "core/byte_cursor.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/damage.h"

namespace edge {

namespace {

// Text in quotes when it is printable, otherwise hexadecimal bytes.
std::string show(std::span<const std::byte> bytes) {
    const bool printable = std::ranges::all_of(
        bytes, [](std::byte byte) { return byte >= std::byte{0x20} && byte < std::byte{0x7f}; });
    if (printable) {
        return fmt::format(
            "\"{}\"", std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    }
    std::string hex;
    for (const std::byte byte : bytes) hex += fmt::format(" {:02x}", static_cast<unsigned>(byte));
    return hex.substr(1);
}

}  // namespace

Result<std::span<const std::byte>> ByteCursor::read_bytes(uint64_t count, std::string_view what) {
    if (remaining() < count) return too_short(count, what);
    const auto bytes = bytes_.subspan(position_, count);
    position_ += count;
    return bytes;
}

Status ByteCursor::skip(uint64_t count, std::string_view what) {
    EDGE_TRY(read_bytes(count, what));
    return {};
}

Status ByteCursor::expect(std::string_view magic, std::string_view what) {
    if (remaining() < magic.size()) return too_short(magic.size(), what);
    const auto wanted = std::as_bytes(std::span(magic));
    const auto found = bytes_.subspan(position_, magic.size());
    if (!std::ranges::equal(found, wanted)) {
        return corrupt(show(found), fmt::format("{} {}", what, show(wanted)));
    }
    position_ += magic.size();
    return {};
}

Status ByteCursor::expect_end() const {
    if (at_end()) return {};
    return corrupt(fmt::format("{} more bytes", remaining()), "the end of the file");
}

tl::unexpected<Error> ByteCursor::corrupt(std::string_view found, std::string_view expected) const {
    return edge::corrupt(file_name_, offset(),
                         fmt::format("found {}, expected {}", found, expected));
}

tl::unexpected<Error> ByteCursor::too_short(uint64_t count, std::string_view what) const {
    return corrupt(fmt::format("{} bytes before the end", remaining()),
                   fmt::format("{} bytes for {}", count, what));
}

}  // namespace edge
