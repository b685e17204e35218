// The file: a header of 32 bytes, a table of 16 bytes per column, then the columns. The table is in
// the order of ids, the columns in the order of the table, each at the next multiple of 64 bytes;
// the file ends with the last one.
//
//     0  8  magic EDGECOLS        12  4  number of columns      an entry:  0  4  id
//     8  4  version 1             16  8  number of games                   4  4  bytes a game
//                                 24  8  zero                              8  8  offset
#include "corpus/cols.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "core/damage.h"
#include "corpus/cols_layout.h"

namespace edge::corpus {
namespace {

struct TableEntry {
    uint32_t id;
    uint32_t width;
    uint64_t offset;
};

Status check_header(std::span<const std::byte> bytes, const std::string& file,
                    uint32_t expected_games) {
    if (bytes.size() < kColsHeaderBytes) {
        return corrupt(
            file, 0,
            fmt::format("found {} bytes, expected a header of {}", bytes.size(), kColsHeaderBytes));
    }
    if (std::memcmp(bytes.data(), kColsMagic.data(), kColsMagic.size()) != 0) {
        return corrupt(file, 0, fmt::format("found another magic, expected {}", kColsMagic));
    }
    const auto version = load<uint32_t>(bytes.data() + 8);
    if (version != kColsVersion) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}, offset 8: found version {}, expected {}", file, version,
                                kColsVersion));
    }
    const auto games = load<uint64_t>(bytes.data() + 16);
    if (games != expected_games) {
        return corrupt(
            file, 16,
            fmt::format("found {} games, expected the {} of the shard", games, expected_games));
    }
    if (load<uint64_t>(bytes.data() + 24) != 0) {
        return corrupt(file, 24, "found a reserved field in use, expected zero");
    }
    return {};
}

// All columns, known or not, with their offsets checked.
Result<std::vector<TableEntry>> read_table(std::span<const std::byte> bytes,
                                           const std::string& file, uint64_t games) {
    const auto count = load<uint32_t>(bytes.data() + 12);
    if (count > (bytes.size() - kColsHeaderBytes) / kColsEntryBytes) {
        return corrupt(file, 12,
                       fmt::format("found {} columns, expected a table of them in {} bytes", count,
                                   bytes.size()));
    }
    std::vector<TableEntry> table;
    uint64_t end = kColsHeaderBytes + uint64_t{count} * kColsEntryBytes;
    for (uint32_t i = 0; i < count; ++i) {
        const uint64_t at = kColsHeaderBytes + uint64_t{i} * kColsEntryBytes;
        const std::byte* const entry = bytes.data() + at;
        const TableEntry column = {load<uint32_t>(entry), load<uint32_t>(entry + 4),
                                   load<uint64_t>(entry + 8)};
        if (!table.empty() && column.id <= table.back().id) {
            return corrupt(file, at,
                           fmt::format("found column id {} after {}, expected ids that rise",
                                       column.id, table.back().id));
        }
        if (column.offset != align_column(end)) {
            return corrupt(file, at + 8,
                           fmt::format("found column {} at {}, expected it at {}", column.id,
                                       column.offset, align_column(end)));
        }
        const uint64_t size = column.width * games;  // both are below 2^32
        if (column.offset > bytes.size() || size > bytes.size() - column.offset) {
            return corrupt(file, bytes.size(),
                           fmt::format("found the end of the file, expected column {} of {} bytes "
                                       "at {}",
                                       column.id, size, column.offset));
        }
        end = column.offset + size;
        table.push_back(column);
    }
    if (end != bytes.size()) {
        return corrupt(
            file, end,
            fmt::format("found {} bytes more, expected the end of the file", bytes.size() - end));
    }
    return table;
}

// Sets the view of one known column, which must have the right width, and exist unless it is
// optional.
template <class T>
Status set_view(const Column<T>& column, const std::vector<TableEntry>& table,
                std::span<const std::byte> bytes, const std::string& file, size_t games,
                HeaderColumns& columns) {
    const auto found = std::ranges::find(table, column.id, &TableEntry::id);
    if (found == table.end()) {
        if (column.is_optional) return {};
        return corrupt(
            file, kColsHeaderBytes,
            fmt::format("found no column {}, expected it for {}", column.id, column.name));
    }
    if (found->width != sizeof(T)) {
        const auto entry = static_cast<uint64_t>(found - table.begin());
        return corrupt(file, kColsHeaderBytes + entry * kColsEntryBytes + 4,
                       fmt::format("found {} of {} bytes a game, expected {}", column.name,
                                   found->width, sizeof(T)));
    }
    const std::byte* const begin = bytes.data() + found->offset;
    assert(reinterpret_cast<uintptr_t>(begin) % alignof(T) == 0);
    columns.*column.view = {reinterpret_cast<const T*>(begin), games};
    return {};
}

}  // namespace

Result<HeaderColumns> parse_header_columns(std::span<const std::byte> bytes,
                                           const std::string& file, uint32_t expected_games) {
    EDGE_CHECK(check_header(bytes, file, expected_games));
    const auto table = EDGE_TRY(read_table(bytes, file, expected_games));
    HeaderColumns columns;
    Status status;
    for_each_column([&](const auto& column) {
        if (status) status = set_view(column, table, bytes, file, expected_games, columns);
    });
    EDGE_CHECK(status);
    return columns;
}

}  // namespace edge::corpus
