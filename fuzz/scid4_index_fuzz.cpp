// Any bytes as a .si4. The header and every whole entry that follows are the same when they are
// written and read again, and so are the texts that tags spell the values with.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codec/scid4/index_entry.h"
#include "codec/scid4/index_header.h"
#include "codec/scid4/index_text.h"
#include "require.h"

using namespace edge;

namespace {

void check_entry(std::span<const std::byte, scid4::kIndexEntryBytes> bytes) {
    const scid4::IndexEntry entry = scid4::parse_index_entry(bytes);
    std::array<std::byte, scid4::kIndexEntryBytes> written = {};
    scid4::store_index_entry(entry, written);
    FUZZ_REQUIRE(scid4::parse_index_entry(written) == entry);
    FUZZ_REQUIRE(scid4::read_eco(scid4::eco_text(entry.eco)).value == entry.eco);
    const uint32_t flags = entry.flags & ~scid4::kDerivedFlags;
    FUZZ_REQUIRE(scid4::read_flags(scid4::flags_text(entry.flags)) == flags);
    // Not every date that has bits is a day of the calendar.
    const Date date = scid4::read_date(date_text(entry.date)).value;
    FUZZ_REQUIRE(scid4::read_date(date_text(date)).value == date);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto info = scid4::parse_index_header(bytes, "si4");
    if (!info) return 0;
    const auto header = scid4::index_header_bytes(*info);
    const auto again = scid4::parse_index_header(header, "si4");
    FUZZ_REQUIRE(again.has_value());
    FUZZ_REQUIRE(scid4::index_header_bytes(*again) == header);
    auto entries = bytes.subspan(scid4::kIndexHeaderBytes);
    for (; entries.size() >= scid4::kIndexEntryBytes;
         entries = entries.subspan(scid4::kIndexEntryBytes)) {
        check_entry(entries.first<scid4::kIndexEntryBytes>());
    }
    return 0;
}
