#include "codec/scid4/index_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "codec/scid4/stored_text.h"
#include "core/byte_cursor.h"
#include "core/byte_order.h"

namespace edge::scid4 {
namespace {

constexpr uint32_t kVersion = 400;

constexpr size_t kVersionAt = 8;
constexpr size_t kTypeAt = 10;
constexpr size_t kGamesAt = 14;
constexpr size_t kAutoloadAt = 17;
constexpr size_t kDescriptionAt = 20;
constexpr size_t kFlagLabelsAt = 128;

// Each with a zero byte at its end.
constexpr size_t kDescriptionBytes = 108;
constexpr size_t kFlagLabelBytes = 9;
static_assert(kDescriptionAt + kDescriptionBytes == kFlagLabelsAt);
static_assert(kFlagLabelsAt + kCustomFlags * kFlagLabelBytes == kIndexHeaderBytes);

std::string load_text(std::span<const std::byte> field) {
    const std::string_view text(reinterpret_cast<const char*>(field.data()), field.size());
    return stored_text(text.substr(0, text.find('\0')));
}

void store_text(std::string_view text, size_t field_bytes, std::byte* to) {
    const std::string_view kept = cut_text(text, field_bytes - 1);
    std::memcpy(to, kept.data(), kept.size());
}

}  // namespace

Result<BaseInfo> parse_index_header(std::span<const std::byte> bytes, std::string_view file) {
    ByteCursor cursor(bytes, file);
    EDGE_CHECK(cursor.expect(kIndexMagic, "the header of a Scid index"));
    const std::span header = EDGE_TRY(
        ByteCursor(bytes, file).read_bytes(kIndexHeaderBytes, "the header of a Scid index"));
    const auto version = load_big_endian<2>(header.data() + kVersionAt);
    if (version != kVersion) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}, offset {}: found version {}, expected {} (Scid 4)", file,
                                kVersionAt, version, kVersion));
    }
    BaseInfo info;
    info.type = static_cast<uint32_t>(load_big_endian<4>(header.data() + kTypeAt));
    info.games = static_cast<uint32_t>(load_big_endian<3>(header.data() + kGamesAt));
    info.autoload = static_cast<uint32_t>(load_big_endian<3>(header.data() + kAutoloadAt));
    info.description = load_text(header.subspan(kDescriptionAt, kDescriptionBytes));
    for (size_t flag = 0; flag < kCustomFlags; ++flag) {
        info.flag_labels[flag] =
            load_text(header.subspan(kFlagLabelsAt + flag * kFlagLabelBytes, kFlagLabelBytes));
    }
    return info;
}

std::array<std::byte, kIndexHeaderBytes> index_header_bytes(const BaseInfo& info) {
    std::array<std::byte, kIndexHeaderBytes> header = {};
    std::memcpy(header.data(), kIndexMagic.data(), kIndexMagic.size());
    store_big_endian<2>(header.data() + kVersionAt, kVersion);
    store_big_endian<4>(header.data() + kTypeAt, info.type);
    store_big_endian<3>(header.data() + kGamesAt, info.games);
    // One more than the number of games means the last one, even when games are added.
    store_big_endian<3>(header.data() + kAutoloadAt, std::min(info.autoload, info.games + 1));
    store_text(info.description, kDescriptionBytes, header.data() + kDescriptionAt);
    for (size_t flag = 0; flag < kCustomFlags; ++flag) {
        store_text(info.flag_labels[flag], kFlagLabelBytes,
                   header.data() + kFlagLabelsAt + flag * kFlagLabelBytes);
    }
    return header;
}

}  // namespace edge::scid4
