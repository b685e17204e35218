// A header of 64 bytes, the rows and, for keys that are texts, an area with the texts. The argument
// of a key is in the header: the width of a bin or, by tag, how many bytes at the front of the
// texts are the tag's name.
#include "query/answers/group_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/damage.h"
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
        case GroupKey::Termination:
            return 7;  // three bits of a game's header
        case GroupKey::Month:
            return 409'512;
        case GroupKey::Elo:
            return corpus::kMaxElo;
        case GroupKey::Pieces:
            return 64;  // of a damaged game
        default:
            return corpus::kMaxPlies;
    }
}

bool is_possible(const Grouping& by, uint64_t number) {
    if (by.key == GroupKey::Month) return number >= 101 && number % 100 >= 1 && number % 100 <= 12;
    return by.key != GroupKey::Elo || number % by.elo_width == 0;
}

// The argument of a key; a tag's name comes with the texts.
struct KeyArgument {
    uint32_t elo_width = 0;
    uint32_t tag_size = 0;
};
Result<KeyArgument> read_argument(ByteCursor& cursor, GroupKey key) {
    const ByteCursor at = cursor;
    const auto width = EDGE_TRY(cursor.read<uint32_t>("the width of a bin"));
    const auto tag_size = EDGE_TRY(cursor.read<uint32_t>("the length of a tag's name"));
    const bool is_width =
        key == GroupKey::Elo ? width >= 1 && width <= corpus::kMaxElo : width == 0;
    const bool is_name =
        key == GroupKey::Tag ? tag_size >= 1 && tag_size <= kLongestTagName : tag_size == 0;
    if (is_width && is_name) return KeyArgument{width, tag_size};
    return at.corrupt(fmt::format("a bin of {} and a tag's name of {} bytes", width, tag_size),
                      "one by elo or by tag, else zeros");
}

struct TableHeader {
    uint64_t rows = 0;
    uint32_t tag_size = 0;
};

// Reads the fields before the rows.
Result<TableHeader> read_header(ByteCursor& cursor, std::string_view file, GroupTable& table) {
    EDGE_CHECK(expect_answer_prefix(cursor, kMagic, file));
    ByteCursor at = cursor;
    const auto kind = EDGE_TRY(cursor.read<uint32_t>("the kind of key"));
    if (!is_group_key(kind)) return at.corrupt(fmt::format("key kind {}", kind), "a known one");
    table.by = static_cast<GroupKey>(kind);
    table.total_positions = EDGE_TRY(cursor.read<uint64_t>("the number of positions"));
    table.distinct_groups = EDGE_TRY(cursor.read<uint64_t>("the number of groups"));
    const ByteCursor at_rows = cursor;
    const auto rows = EDGE_TRY(cursor.read<uint64_t>("the number of rows"));
    at = cursor;
    const auto key_size = EDGE_TRY(cursor.read<uint32_t>("the size of a key"));
    const auto row_size = EDGE_TRY(cursor.read<uint32_t>("the size of a row"));
    const uint32_t expected_key = key_bytes(table.by.key);
    if (key_size != expected_key || row_size != expected_key + kCountsBytes) {
        return at.corrupt(fmt::format("keys of {} bytes in rows of {}", key_size, row_size),
                          fmt::format("{} in {} for {}", expected_key, expected_key + kCountsBytes,
                                      to_text(table.by)));
    }
    table.top_n = EDGE_TRY(cursor.read<uint32_t>("the limit on rows"));
    at = cursor;
    const auto flags = EDGE_TRY(cursor.read<uint32_t>("the flags"));
    if (flags > kSortedByGames) return at.corrupt(fmt::format("flags {:#x}", flags), "0 or 1");
    const KeyArgument argument = EDGE_TRY(read_argument(cursor, table.by.key));
    table.by.elo_width = argument.elo_width;
    table.sorted_by_games = flags == kSortedByGames;
    const uint64_t expected_rows = table.top_n == 0
                                       ? table.distinct_groups
                                       : std::min<uint64_t>(table.top_n, table.distinct_groups);
    if (rows != expected_rows || rows > cursor.remaining() / row_size) {
        return at_rows.corrupt(fmt::format("{} rows", rows),
                               fmt::format("{}, in {} bytes", expected_rows, cursor.remaining()));
    }
    return TableHeader{rows, argument.tag_size};
}

// The front of the texts, which begin at `offset`.
Result<std::string> read_tag_name(std::span<const std::byte> texts, uint32_t size,
                                  std::string_view file, uint64_t offset) {
    if (size > texts.size()) {
        return corrupt(file, offset,
                       fmt::format("found texts of {} bytes, expected a tag's name of {} first",
                                   texts.size(), size));
    }
    std::string name(reinterpret_cast<const char*>(texts.data()), size);
    if (size == 0 || is_tag_name(name)) return name;
    return corrupt(file, offset,
                   "found other characters in a tag's name, expected letters, digits and _");
}

// Reads keys. Texts may lie anywhere in their area, but together they are no longer than it.
class KeyReader {
public:
    KeyReader(const Grouping& by, std::span<const std::byte> texts)
        : by_(by), texts_(texts), left_(texts.size() - by.tag.size()) {}

    Result<GroupValue> read(ByteCursor& cursor) {
        const ByteCursor start = cursor;
        if (by_.key == GroupKey::PawnStructure) {
            PawnStructure pawns;
            pawns.white = EDGE_TRY(cursor.read<uint64_t>("White's pawns"));
            pawns.black = EDGE_TRY(cursor.read<uint64_t>("Black's pawns"));
            if ((pawns.white & pawns.black) == 0) return pawns;
            return start.corrupt("two pawns on a square", "one at most");
        }
        if (!has_text_values(by_.key)) {
            const auto number = EDGE_TRY(cursor.read<uint64_t>("a key"));
            const bool is_known = number <= largest_number(by_.key) && is_possible(by_, number);
            if (number == kUnknownNumber || is_known) return number;
            return start.corrupt(fmt::format("{} {}", to_text(by_), number),
                                 number > largest_number(by_.key)
                                     ? fmt::format("at most {}", largest_number(by_.key))
                                     : "a value of that key");
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
    const Grouping& by_;
    std::span<const std::byte> texts_;
    size_t left_;  // that keys may still take
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
    const uint64_t sides = table.by.key == GroupKey::Player ? 2 : 1;
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
    const TableHeader header = EDGE_TRY(read_header(cursor, file, table));
    const uint64_t rows_end = kHeaderBytes + header.rows * (key_bytes(table.by.key) + kCountsBytes);
    const std::span<const std::byte> texts = bytes.subspan(rows_end);
    table.by.tag = EDGE_TRY(read_tag_name(texts, header.tag_size, file, rows_end));
    KeyReader keys(table.by, texts);
    table.rows.reserve(header.rows);
    for (uint64_t i = 0; i < header.rows; ++i) {
        const ByteCursor start = cursor;
        GroupRow row = EDGE_TRY(read_row(cursor, keys, table));
        if (!table.rows.empty() && !in_order(table, table.rows.back(), row)) {
            return start.corrupt("a row out of order",
                                 fmt::format("{} descending, then keys ascending",
                                             table.sorted_by_games ? "games" : "positions"));
        }
        table.rows.push_back(std::move(row));
    }
    if (!has_text_values(table.by.key)) EDGE_CHECK(cursor.expect_end());
    return table;
}

Result<std::string> format_groups(const GroupTable& table) {
    std::string text = answer_prefix(kMagic);
    append_value<uint32_t>(text, static_cast<uint32_t>(table.by.key));
    append_value<uint64_t>(text, table.total_positions);
    append_value<uint64_t>(text, table.distinct_groups);
    append_value<uint64_t>(text, table.rows.size());
    append_value<uint32_t>(text, key_bytes(table.by.key));
    append_value<uint32_t>(text, key_bytes(table.by.key) + kCountsBytes);
    append_value<uint32_t>(text, table.top_n);
    append_value<uint32_t>(text, table.sorted_by_games ? kSortedByGames : 0);
    append_value<uint32_t>(text, table.by.elo_width);
    append_value<uint32_t>(text, static_cast<uint32_t>(table.by.tag.size()));
    std::string names = table.by.tag;
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
                                        to_text(table.by)));
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
