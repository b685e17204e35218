// Shared by the reader, the writer and the verification of N.cols: the sizes of the header and the
// table, and the list of columns. On disk: do not change the values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>

#include "corpus/cols.h"
#include "corpus/format.h"

namespace edge::corpus {

inline constexpr std::string_view kColsMagic = "EDGECOLS";
inline constexpr uint32_t kColsVersion = 1;
inline constexpr size_t kColsHeaderBytes = 32;
inline constexpr size_t kColsEntryBytes = 16;
inline constexpr uint64_t kColumnAlignment = 64;

inline constexpr uint64_t align_column(uint64_t offset) {
    return (offset + kColumnAlignment - 1) / kColumnAlignment * kColumnAlignment;
}

// What the columns say of one game.
struct ColumnEntries {
    GameHeader header;
    MoveHashes hashes;
};
inline ColumnEntries column_entries(const std::byte* record) {
    ColumnEntries entries{.header = decode_header(record), .hashes = {}};
    entries.hashes = hash_moves(record + kHeaderBytes, entries.header.plies);
    return entries;
}

// A column: its number in the file, where its view is, and how its entry follows from a record.
template <class T>
struct Column {
    uint32_t id;
    const char* name;
    std::span<const T> HeaderColumns::* view;
    T (*entry)(const ColumnEntries& game);
    bool is_optional = false;  // older files lack it, and its view is then empty
};

// In the order of the file, which is the order of their ids.
inline constexpr std::tuple kColumns = {
    Column<uint32_t>{1, "packed1", &HeaderColumns::packed1,
                     [](const ColumnEntries& game) { return packed1_of(game.header); }},
    Column<uint16_t>{2, "white_elo", &HeaderColumns::white_elo,
                     [](const ColumnEntries& game) { return game.header.white_elo; }},
    Column<uint16_t>{3, "black_elo", &HeaderColumns::black_elo,
                     [](const ColumnEntries& game) { return game.header.black_elo; }},
    Column<uint16_t>{4, "eco", &HeaderColumns::eco,
                     [](const ColumnEntries& game) { return game.header.eco; }},
    Column<uint32_t>{5, "date", &HeaderColumns::date,
                     [](const ColumnEntries& game) { return pack_date(game.header.date); }},
    Column<uint32_t>{6, "plies", &HeaderColumns::plies,
                     [](const ColumnEntries& game) { return game.header.plies; }},
    Column<uint32_t>{7, "white_name", &HeaderColumns::white_name,
                     [](const ColumnEntries& game) { return game.header.white_name; }},
    Column<uint32_t>{8, "black_name", &HeaderColumns::black_name,
                     [](const ColumnEntries& game) { return game.header.black_name; }},
    Column<uint8_t>{
        9, "result", &HeaderColumns::result,
        [](const ColumnEntries& game) { return static_cast<uint8_t>(game.header.result); }},
    Column<uint64_t>{10, "moves_hash", &HeaderColumns::moves_hash,
                     [](const ColumnEntries& game) { return game.hashes.moves; }, true},
    Column<uint64_t>{11, "opening_hash", &HeaderColumns::opening_hash,
                     [](const ColumnEntries& game) { return game.hashes.opening; }, true},
};
inline constexpr size_t kColumnCount = std::tuple_size_v<decltype(kColumns)>;

// Calls visit(column) for each, in order.
template <class Visit>
void for_each_column(Visit visit) {
    std::apply([&visit](const auto&... column) { (visit(column), ...); }, kColumns);
}

}  // namespace edge::corpus
