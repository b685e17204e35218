// A header of 32 bytes, 16 bytes per plane in a table, 64 counts per plane: always 6,368 bytes.
#include "query/answers/heatmap_file.h"

#include <fmt/format.h>

#include "core/mapped_file.h"
#include "query/answers/answer_file.h"

namespace edge::query {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "PMOTE-HM";
constexpr uint64_t kTableAt = 32;
constexpr uint64_t kEntryBytes = 16;
constexpr uint64_t kPlaneBytes = 64 * sizeof(uint64_t);
constexpr uint64_t kCountsAt = kTableAt + kEntryBytes * kHeatmapPlanes;

constexpr uint64_t counts_offset(size_t plane) { return kCountsAt + kPlaneBytes * plane; }
static_assert(counts_offset(kHeatmapPlanes) == 6368);

Status read_entry(ByteCursor& cursor, size_t plane) {
    const ByteCursor start = cursor;
    const auto id = EDGE_TRY(cursor.read<uint32_t>("the number of a plane"));
    const auto piece = EDGE_TRY(cursor.read<uint32_t>("the piece of a plane"));
    const auto offset = EDGE_TRY(cursor.read<uint64_t>("the offset of a plane's counts"));
    const auto letter = static_cast<unsigned char>(kPlaneLetters[plane]);
    if (id == plane && piece == letter && offset == counts_offset(plane)) return {};
    return start.corrupt(
        fmt::format("plane {} of piece {} at {}", id, piece, offset),
        fmt::format("plane {} of piece {} at {}", plane, letter, counts_offset(plane)));
}

// No square has more pieces than there are positions.
Status check_squares(const Heatmap& heatmap, std::string_view file) {
    for (size_t square = 0; square < 64; ++square) {
        uint64_t free = heatmap.total_positions;
        for (size_t plane = 0; plane < kHeatmapPlanes; ++plane) {
            const uint64_t pieces = heatmap.counts[plane][square];
            if (pieces > free) {
                return fail(
                    ErrorCode::Corrupt,
                    fmt::format("{}, offset {}: found {} pieces, expected at most {}: a square "
                                "has at most one in each of {} positions",
                                file, counts_offset(plane) + square * sizeof(uint64_t), pieces,
                                free, heatmap.total_positions));
            }
            free -= pieces;
        }
    }
    return {};
}

}  // namespace

Result<Heatmap> parse_heatmap(std::span<const std::byte> bytes, std::string_view file) {
    ByteCursor cursor(bytes, file);
    EDGE_CHECK(expect_answer_prefix(cursor, kMagic, file));
    const ByteCursor at_planes = cursor;
    const auto planes = EDGE_TRY(cursor.read<uint32_t>("the number of planes"));
    if (planes != kHeatmapPlanes) {
        return at_planes.corrupt(fmt::format("{} planes", planes), "12");
    }
    Heatmap heatmap;
    heatmap.total_positions = EDGE_TRY(cursor.read<uint64_t>("the number of positions"));
    const ByteCursor at_games = cursor;
    heatmap.total_games = EDGE_TRY(cursor.read<uint64_t>("the number of games"));
    if (heatmap.total_games > heatmap.total_positions) {
        return at_games.corrupt(
            fmt::format("{} games", heatmap.total_games),
            fmt::format("at most {}, the number of positions", heatmap.total_positions));
    }
    for (size_t plane = 0; plane < kHeatmapPlanes; ++plane) EDGE_CHECK(read_entry(cursor, plane));
    for (HeatmapPlane& plane : heatmap.counts) {
        for (uint64_t& count : plane) count = EDGE_TRY(cursor.read<uint64_t>("a count"));
    }
    EDGE_CHECK(cursor.expect_end());
    EDGE_CHECK(check_squares(heatmap, file));
    return heatmap;
}

std::string format_heatmap(const Heatmap& heatmap) {
    std::string text = answer_prefix(kMagic);
    append_value<uint32_t>(text, kHeatmapPlanes);
    append_value<uint64_t>(text, heatmap.total_positions);
    append_value<uint64_t>(text, heatmap.total_games);
    for (size_t plane = 0; plane < kHeatmapPlanes; ++plane) {
        append_value<uint32_t>(text, static_cast<uint32_t>(plane));
        append_value<uint32_t>(text, static_cast<unsigned char>(kPlaneLetters[plane]));
        append_value<uint64_t>(text, counts_offset(plane));
    }
    for (const HeatmapPlane& plane : heatmap.counts) {
        for (const uint64_t count : plane) append_value<uint64_t>(text, count);
    }
    return text;
}

Result<Heatmap> read_heatmap(const fs::path& path) {
    const MappedFile file = EDGE_TRY(MappedFile::open(path));
    return parse_heatmap(file.bytes(), path.string());
}

Status write_heatmap(const Heatmap& heatmap, const fs::path& path, bool overwrite) {
    return write_answer(path, format_heatmap(heatmap), kMagic, "a heatmap", overwrite);
}

}  // namespace edge::query
