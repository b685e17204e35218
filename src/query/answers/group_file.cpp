// A header of 64 bytes, the rows and, for keys that are texts, an area with the texts.
#include "query/answers/group_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/mapped_file.h"
#include "query/answers/answer_file.h"

namespace edge::query {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "PMOTE-GB";
constexpr size_t kHeaderBytes = 64;
constexpr uint32_t kCountsBytes = 32;  // of a row, after its key
constexpr uint32_t kSortedByGames = 1;

constexpr uint32_t key_bytes(GroupKey key) { return key == GroupKey::PawnStructure ? 16 : 8; }

// The largest number that a key can have, kUnknownNumber apart.
uint64_t largest_number(GroupKey key) {
    switch (key) {
        case GroupKey::Eco:
            return 499;
        case GroupKey::Year:
            return 4095;
        case GroupKey::Result:
            return 3;
        case GroupKey::TimeClass:
            return static_cast<uint64_t>(TimeClass::Correspondence);
        case GroupKey::Speed:
            return static_cast<uint64_t>(Speed::Correspondence);
        default:
            return corpus::kMaxPlies;
    }
}

// Reads the fields before the rows; returns the number of rows.
Result<uint64_t> read_header(ByteCursor& cursor, std::string_view file, GroupTable& table) {
    EDGE_CHECK(expect_answer_prefix(cursor, kMagic, file));
    ByteCursor at = cursor;
    const auto kind = EDGE_TRY(cursor.read<uint32_t>("the kind of key"));
    if (kind == 0 || kind > kGroupKeys) {
        return at.corrupt(fmt::format("key kind {}", kind), fmt::format("1 to {}", kGroupKeys));
    }
    table.key = static_cast<GroupKey>(kind);
    table.total_positions = EDGE_TRY(cursor.read<uint64_t>("the number of positions"));
    table.distinct_groups = EDGE_TRY(cursor.read<uint64_t>("the number of groups"));
    const ByteCursor at_rows = cursor;
    const auto rows = EDGE_TRY(cursor.read<uint64_t>("the number of rows"));
    at = cursor;
    const auto key_size = EDGE_TRY(cursor.read<uint32_t>("the size of a key"));
    const auto row_size = EDGE_TRY(cursor.read<uint32_t>("the size of a row"));
    const uint32_t expected_key = key_bytes(table.key);
    if (key_size != expected_key || row_size != expected_key + kCountsBytes) {
        return at.corrupt(fmt::format("keys of {} bytes in rows of {}", key_size, row_size),
                          fmt::format("{} in {} for {}", expected_key, expected_key + kCountsBytes,
                                      name_of(table.key)));
    }
    table.top_n = EDGE_TRY(cursor.read<uint32_t>("the limit on rows"));
    at = cursor;
    const auto flags = EDGE_TRY(cursor.read<uint32_t>("the flags"));
    const auto reserved = EDGE_TRY(cursor.read<uint64_t>("the reserved field"));
    if (flags > kSortedByGames || reserved != 0) {
        return at.corrupt(fmt::format("flags {:#x} and then {:#x}", flags, reserved),
                          "flags 0 or 1 and then zeros");
    }
    table.sorted_by_games = flags == kSortedByGames;
    const uint64_t expected_rows = table.top_n == 0
                                       ? table.distinct_groups
                                       : std::min<uint64_t>(table.top_n, table.distinct_groups);
    if (rows != expected_rows || rows > cursor.remaining() / row_size) {
        return at_rows.corrupt(fmt::format("{} rows", rows),
                               fmt::format("{}, in {} bytes", expected_rows, cursor.remaining()));
    }
    return rows;
}

// Reads keys. Texts may lie anywhere in their area, but together they are no longer than it.
class KeyReader {
public:
    KeyReader(GroupKey key, std::span<const std::byte> texts)
        : key_(key), texts_(texts), left_(texts.size()) {}

    Result<GroupValue> read(ByteCursor& cursor) {
        const ByteCursor start = cursor;
        if (key_ == GroupKey::PawnStructure) {
            PawnStructure pawns;
            pawns.white = EDGE_TRY(cursor.read<uint64_t>("White's pawns"));
            pawns.black = EDGE_TRY(cursor.read<uint64_t>("Black's pawns"));
            if ((pawns.white & pawns.black) == 0) return pawns;
            return start.corrupt("two pawns on a square", "one at most");
        }
        if (!has_text_values(key_)) {
            const auto number = EDGE_TRY(cursor.read<uint64_t>("a key"));
            if (number == kUnknownNumber || number <= largest_number(key_)) return number;
            return start.corrupt(fmt::format("{} {}", name_of(key_), number),
                                 fmt::format("at most {}", largest_number(key_)));
        }
        const auto offset = EDGE_TRY(cursor.read<uint32_t>("the offset of a key"));
        const auto length = EDGE_TRY(cursor.read<uint32_t>("the length of a key"));
        if (offset > texts_.size() || length > texts_.size() - offset || length > left_) {
            return start.corrupt(
                fmt::format("a text of {} bytes at {}", length, offset),
                fmt::format("texts that do not overlap in an area of {}", texts_.size()));
        }
        left_ -= length;
        const auto* const text = reinterpret_cast<const char*>(texts_.data()) + offset;
        return std::string(text, length);
    }

private:
    GroupKey key_;
    std::span<const std::byte> texts_;
    size_t left_;
};

Result<GroupRow> read_row(ByteCursor& cursor, KeyReader& keys, const GroupTable& table) {
    const ByteCursor start = cursor;
    GroupRow row;
    row.value = EDGE_TRY(keys.read(cursor));
    row.positions = EDGE_TRY(cursor.read<uint64_t>("the positions of a row"));
    row.games = EDGE_TRY(cursor.read<uint64_t>("the games of a row"));
    row.white = EDGE_TRY(cursor.read<uint32_t>("the games of a result"));
    row.draws = EDGE_TRY(cursor.read<uint32_t>("the games of a result"));
    row.black = EDGE_TRY(cursor.read<uint32_t>("the games of a result"));
    const auto pad = EDGE_TRY(cursor.read<uint32_t>("the padding of a row"));
    const uint64_t results = uint64_t{row.white} + row.draws + row.black;
    const uint64_t sides = table.key == GroupKey::Player ? 2 : 1;
    const bool fits = row.games != 0 && row.games <= row.positions &&
                      row.positions <= table.total_positions &&
                      (results + sides - 1) / sides <= row.games && pad == 0;
    if (fits) return row;
    return start.corrupt(
        fmt::format("{} positions, {} games, {} results, padding {}", row.positions, row.games,
                    results, pad),
        fmt::format("results <= games <= positions <= {}, padding 0", table.total_positions));
}

bool in_order(const GroupTable& table, const GroupRow& a, const GroupRow& b) {
    const uint64_t size_a = table.sorted_by_games ? a.games : a.positions;
    const uint64_t size_b = table.sorted_by_games ? b.games : b.positions;
    return size_a != size_b ? size_a > size_b : a.value < b.value;
}

}  // namespace

Result<GroupTable> parse_groups(std::span<const std::byte> bytes, std::string_view file) {
    GroupTable table;
    ByteCursor cursor(bytes, file);
    const uint64_t rows = EDGE_TRY(read_header(cursor, file, table));
    const uint64_t rows_end = kHeaderBytes + rows * (key_bytes(table.key) + kCountsBytes);
    KeyReader keys(table.key, bytes.subspan(rows_end));
    table.rows.reserve(rows);
    for (uint64_t i = 0; i < rows; ++i) {
        const ByteCursor start = cursor;
        GroupRow row = EDGE_TRY(read_row(cursor, keys, table));
        if (!table.rows.empty() && !in_order(table, table.rows.back(), row)) {
            return start.corrupt("a row out of order",
                                 fmt::format("{} descending, then keys ascending",
                                             table.sorted_by_games ? "games" : "positions"));
        }
        table.rows.push_back(std::move(row));
    }
    if (!has_text_values(table.key)) EDGE_CHECK(cursor.expect_end());
    return table;
}

Result<std::string> format_groups(const GroupTable& table) {
    std::string text = answer_prefix(kMagic);
    append_value<uint32_t>(text, static_cast<uint32_t>(table.key));
    append_value<uint64_t>(text, table.total_positions);
    append_value<uint64_t>(text, table.distinct_groups);
    append_value<uint64_t>(text, table.rows.size());
    append_value<uint32_t>(text, key_bytes(table.key));
    append_value<uint32_t>(text, key_bytes(table.key) + kCountsBytes);
    append_value<uint32_t>(text, table.top_n);
    append_value<uint32_t>(text, table.sorted_by_games ? kSortedByGames : 0);
    append_value<uint64_t>(text, 0);
    std::string names;
    for (const GroupRow& row : table.rows) {
        if (const auto* pawns = std::get_if<PawnStructure>(&row.value)) {
            append_value<uint64_t>(text, pawns->white);
            append_value<uint64_t>(text, pawns->black);
        } else if (const auto* number = std::get_if<uint64_t>(&row.value)) {
            append_value<uint64_t>(text, *number);
        } else {
            const auto& name = std::get<std::string>(row.value);
            append_value<uint32_t>(text, static_cast<uint32_t>(names.size()));
            append_value<uint32_t>(text, static_cast<uint32_t>(name.size()));
            names += name;
            if (names.size() > std::numeric_limits<uint32_t>::max()) {
                return fail(ErrorCode::Unsupported,
                            fmt::format("the texts of a table by {} take more than 4 GiB; ask for "
                                        "the largest groups only",
                                        name_of(table.key)));
            }
        }
        append_value<uint64_t>(text, row.positions);
        append_value<uint64_t>(text, row.games);
        append_value<uint32_t>(text, row.white);
        append_value<uint32_t>(text, row.draws);
        append_value<uint32_t>(text, row.black);
        append_value<uint32_t>(text, 0);
    }
    return text + names;
}

Result<GroupTable> read_groups(const fs::path& path) {
    const MappedFile file = EDGE_TRY(MappedFile::open(path));
    return parse_groups(file.bytes(), path.string());
}

Status write_groups(const GroupTable& table, const fs::path& path, bool overwrite) {
    const std::string text = EDGE_TRY(format_groups(table));
    return write_answer(path, text, kMagic, "a group-by table", overwrite);
}

}  // namespace edge::query
