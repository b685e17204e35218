// The payload under zstd, in varints unless said otherwise:
//
//     game count
//     shape count, then each shape: byte length, bytes as in RawTags
//     until all games are covered: shape number, number of games in a row with it
//     for each tag name that has text in some shape, in order of first appearance there:
//         byte length of the column, then a value for each such tag of each game, in game order:
//             byte 0: the column's previous value again
//             byte 1 + p, suffix length, suffix: p bytes (0 to 254) of the previous value, then
//             the suffix
//
// Columns group similar values, and the prefix saves zstd, where most of the time is spent, the
// constant part of a link or a time.
#include "corpus/extra_frame.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include <fmt/format.h>

#include "core/byte_cursor.h"
#include "core/copy_short.h"
#include "core/damage.h"
#include "core/varint.h"
#include "core/zstd_frames.h"

namespace edge::corpus {
namespace {

// Level 1 with a hash table that stays in the first cache level and no short matches: over the tags
// of online games about 214 ns a game in zstd instead of 297, for 39 bytes instead of 35. Level -7
// takes about 193 ns for 54 bytes.
constexpr ZstdParameters kZstd{.level = 1, .hash_log = 11, .min_match = 7};
constexpr size_t kMaxPrefix = 254;
constexpr std::byte kSameAgain{0};
constexpr size_t kMaxValueOverhead = 1 + kMaxVarintBytes;
// Far above any real frame: a frame of games with a megabyte of tags each still fits.
constexpr size_t kMaxFrameBytes = size_t{1} << 30;
constexpr size_t kUsualTextBytes = size_t{1} << 18;

// How many leading bytes two words share: all of them when they are equal.
template <class Word>
size_t shared_bytes(const char* a, const char* b) {
    Word x;
    Word y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    return static_cast<size_t>(std::countr_zero(static_cast<Word>(x ^ y))) / 8;
}

// How many leading bytes two texts share, at most `limit`; neither is shorter than that. The last
// word covers some equal bytes again, because a loop over the rest is mispredicted.
size_t shared_prefix(const char* a, const char* b, size_t limit) {
    size_t at = 0;
    if (limit >= 8) {
        for (; limit - at > 8; at += 8) {
            const size_t shared = shared_bytes<uint64_t>(a + at, b + at);
            if (shared != 8) return at + shared;
        }
        at = limit - 8;
        return at + shared_bytes<uint64_t>(a + at, b + at);
    }
    if (limit >= 4) {
        const size_t shared = shared_bytes<uint32_t>(a, b);
        if (shared != 4) return shared;
        at = limit - 4;
        return at + shared_bytes<uint32_t>(a + at, b + at);
    }
    while (at < limit && a[at] == b[at]) ++at;
    return at;
}

char* write_varint(char* to, uint64_t value) {
    for (; value >= 0x80; value >>= 7) *to++ = static_cast<char>(value | 0x80);
    *to++ = static_cast<char>(value);
    return to;
}

// A varint and as many bytes as `size_of` computes from it, taken off the front of a well-formed
// `text`.
template <class SizeOf>
std::string_view take_sized(std::string_view& text, uint64_t& head, SizeOf size_of) {
    const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
    const std::byte* const after = decode_varint(begin, begin + text.size(), head);
    assert(after != nullptr);
    const std::string_view taken =
        text.substr(static_cast<size_t>(after - begin), static_cast<size_t>(size_of(head)));
    text.remove_prefix(static_cast<size_t>(after - begin) + taken.size());
    return taken;
}

// Calls visit(name, has_text) for each tag of a well-formed shape.
template <class Visit>
void for_each_shape_tag(std::string_view shape, Visit visit) {
    while (!shape.empty()) {
        uint64_t head = 0;
        const auto name = take_sized(shape, head, [](uint64_t h) { return h >> 1; });
        visit(name, (head & 1) != 0);
    }
}

}  // namespace

ExtraEncoder::ExtraEncoder() : compressor_(kZstd) {}

uint32_t ExtraEncoder::column_number(std::string_view name) {
    const auto [found, is_new] =
        column_of_name_.try_emplace(name, static_cast<uint32_t>(column_of_name_.size()));
    if (!is_new) return found->second;
    if (found->second == columns_.size()) columns_.emplace_back();
    columns_[found->second].previous = {};
    columns_[found->second].used = 0;
    return found->second;
}

uint32_t ExtraEncoder::shape_number(std::string_view bytes) {
    for (size_t i = 0; i < shapes_used_; ++i) {
        if (shapes_[i].bytes == bytes) return static_cast<uint32_t>(i);
    }
    if (shapes_used_ == shapes_.size()) shapes_.emplace_back();
    Shape& shape = shapes_[shapes_used_];
    shape.bytes = bytes;
    shape.columns.clear();
    for_each_shape_tag(bytes, [&](std::string_view name, bool has_text) {
        if (has_text) shape.columns.push_back(column_number(name));
    });
    return static_cast<uint32_t>(shapes_used_++);
}

// The hot loop: about five values a game, so it writes through a pointer into reserved memory.
void ExtraEncoder::add_values(const Shape& shape, std::string_view values) {
    for (const uint32_t number : shape.columns) {
        uint64_t head = 0;
        const std::string_view text = take_sized(values, head, [](uint64_t h) { return h; });
        const size_t length = text.size();
        Column& column = columns_[number];
        if (column.values.size() < column.used + length + kMaxValueOverhead) {
            column.values.resize(2 * (column.used + length + kMaxValueOverhead));
        }
        char* to = column.values.data() + column.used;
        const size_t common = std::min(length, column.previous.size());
        const size_t prefix =
            shared_prefix(text.data(), column.previous.data(), std::min(common, kMaxPrefix));
        if (length == column.previous.size() && (prefix == length || text == column.previous)) {
            *to++ = static_cast<char>(kSameAgain);
        } else {
            *to++ = static_cast<char>(prefix + 1);
            to = write_varint(to, length - prefix);
            copy_short(to, text.data() + prefix, length - prefix);
            to += length - prefix;
            column.previous = text;
        }
        column.used = static_cast<size_t>(to - column.values.data());
    }
    assert(values.empty());
}

std::string ExtraEncoder::encode(std::span<const RawTags> games) {
    assert(games.size() <= kExtraFrameGames);
    shapes_used_ = 0;
    column_of_name_.clear();
    runs_.clear();

    uint32_t current = 0;
    uint64_t run = 0;
    const char* previous = nullptr;  // callers pass the same bytes for similar games
    for (const RawTags& game : games) {
        const bool same_bytes = run != 0 && game.shape.data() == previous &&
                                game.shape.size() == shapes_[current].bytes.size();
        if (run == 0 || (!same_bytes && game.shape != shapes_[current].bytes)) {
            if (run != 0) {
                append_varint(runs_, current);
                append_varint(runs_, run);
            }
            current = shape_number(game.shape);
            run = 0;
        }
        previous = game.shape.data();
        ++run;
        add_values(shapes_[current], game.values);
    }
    if (run != 0) {
        append_varint(runs_, current);
        append_varint(runs_, run);
    }

    payload_.clear();
    append_varint(payload_, games.size());
    append_varint(payload_, shapes_used_);
    for (size_t i = 0; i < shapes_used_; ++i) {
        append_varint(payload_, shapes_[i].bytes.size());
        payload_ += shapes_[i].bytes;
    }
    payload_ += runs_;
    for (size_t i = 0; i < column_of_name_.size(); ++i) {
        append_varint(payload_, columns_[i].used);
        payload_.append(columns_[i].values, 0, columns_[i].used);
    }
    return compressor_.compress(payload_);
}

std::string encode_extra_frame(std::span<const RawTags> games) {
    return ExtraEncoder().encode(games);
}

// Decodes a payload. Every count is checked against the number of bytes before it is trusted.
class ExtraFrameParser {
public:
    ExtraFrameParser(std::string_view payload, std::string_view file, uint64_t offset)
        : name_(fmt::format("{}, frame at {}, unpacked", file, offset)),
          cursor_(std::as_bytes(std::span(payload)), name_) {}

    Result<ExtraFrame> parse() {
        const uint64_t games = EDGE_TRY(read_varint(cursor_, "the number of games"));
        if (games > kExtraFrameGames) {
            return cursor_.corrupt(fmt::format("{} games", games),
                                   fmt::format("at most {}", kExtraFrameGames));
        }
        EDGE_CHECK(read_shapes());
        EDGE_CHECK(read_runs(games));
        // Twice, because texts share prefixes.
        make_room(2 * std::min(cursor_.remaining(), kUsualTextBytes));
        EDGE_CHECK(read_columns());
        EDGE_CHECK(cursor_.expect_end());
        return std::move(frame_);
    }

private:
    // The unread values of one tag, and the last value read.
    struct Column {
        const std::byte* at;
        const std::byte* end;
        uint64_t end_offset;
        ExtraFrame::Text previous;

        ByteCursor rest(std::string_view name) const {
            const auto left = static_cast<size_t>(end - at);
            return ByteCursor({at, left}, name, end_offset - left);
        }
    };

    static Result<std::string_view> read_text(ByteCursor& cursor, uint64_t length,
                                              std::string_view what) {
        const auto bytes = EDGE_TRY(cursor.read_bytes(length, what));
        return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }

    Status read_shapes() {
        const uint64_t count = EDGE_TRY(read_varint(cursor_, "the number of shapes"));
        for (uint64_t i = 0; i < count; ++i) {
            const uint64_t size = EDGE_TRY(read_varint(cursor_, "a shape's length"));
            if (size > cursor_.remaining()) {
                return cursor_.corrupt(fmt::format("a shape of {} bytes", size),
                                       fmt::format("at most the {} left", cursor_.remaining()));
            }
            const size_t rest = cursor_.remaining() - size;
            std::vector<ExtraFrame::ShapeTag>& shape = frame_.shapes_.emplace_back();
            while (cursor_.remaining() > rest) {
                const uint64_t head = EDGE_TRY(read_varint(cursor_, "a tag name's length"));
                const auto name = EDGE_TRY(read_text(cursor_, head >> 1, "a tag name"));
                const bool has_text = (head & 1) != 0;
                shape.push_back({std::string(name), has_text, has_text ? column_number(name) : 0});
            }
            if (cursor_.remaining() != rest) {
                return cursor_.corrupt("a tag name past its shape's end", "whole names in a shape");
            }
        }
        return {};
    }

    uint32_t column_number(std::string_view name) {
        return column_of_name_.try_emplace(name, static_cast<uint32_t>(column_of_name_.size()))
            .first->second;
    }

    Status read_runs(uint64_t games) {
        while (frame_.games_.size() < games) {
            const uint64_t shape = EDGE_TRY(read_varint(cursor_, "a shape's number"));
            const uint64_t run = EDGE_TRY(read_varint(cursor_, "a number of games"));
            if (shape >= frame_.shapes_.size() || run == 0 || run > games - frame_.games_.size()) {
                return cursor_.corrupt(
                    fmt::format("shape {} for {} games", shape, run),
                    fmt::format("one of {} shapes for at most {} games", frame_.shapes_.size(),
                                games - frame_.games_.size()));
            }
            const auto texts = static_cast<uint32_t>(
                std::ranges::count_if(frame_.shapes_[shape], &ExtraFrame::ShapeTag::has_text));
            for (uint64_t i = 0; i < run; ++i) {
                frame_.games_.push_back({static_cast<uint32_t>(shape), value_count_});
                value_count_ += texts;
                // A value takes at least one byte.
                if (value_count_ > cursor_.remaining()) {
                    return cursor_.corrupt(fmt::format("{} bytes of values", cursor_.remaining()),
                                           fmt::format("at least {}", value_count_));
                }
            }
        }
        frame_.values_.resize(value_count_);
        return {};
    }

    // Finds where each column begins, then goes through the games and takes what each needs.
    Status read_columns() {
        std::vector<Column> columns;
        for (size_t i = 0; i < column_of_name_.size(); ++i) {
            const uint64_t size = EDGE_TRY(read_varint(cursor_, "a column's length"));
            const auto bytes = EDGE_TRY(cursor_.read_bytes(size, "a column"));
            columns.push_back({bytes.data(), bytes.data() + size, cursor_.offset(), {}});
        }
        for (const auto& game : frame_.games_) {
            size_t value = game.first_value;
            for (const auto& tag : frame_.shapes_[game.shape]) {
                if (!tag.has_text) continue;
                Column& column = columns[tag.column];
                if (column.at != column.end && *column.at == kSameAgain) {
                    ++column.at;
                } else if (!take_value(column)) {
                    return explain(column);
                }
                frame_.values_[value++] = column.previous;
            }
        }
        for (const Column& column : columns) EDGE_CHECK(column.rest(name_).expect_end());
        return {};
    }

    // A value that does not repeat the previous one: a byte that is one more than the number of
    // bytes shared with it, then the rest as length and bytes. False, with nothing taken, when it
    // is malformed: explain says how. Building a Result here would be slow: this is half of the
    // cost of unpacking.
    bool take_value(Column& column) {
        if (column.at == column.end) return false;
        const auto marker = static_cast<size_t>(*column.at);
        assert(*column.at != kSameAgain);
        uint64_t length = 0;
        const std::byte* const suffix = decode_varint(column.at + 1, column.end, length);
        if (suffix == nullptr || length > static_cast<uint64_t>(column.end - suffix)) return false;
        const size_t prefix = marker - 1;
        const size_t size = prefix + length;
        if (prefix > column.previous.size || text_bytes_ + size > kMaxFrameBytes) return false;
        std::string& texts = frame_.texts_;  // room; the first text_bytes_ count
        if (texts.size() < text_bytes_ + size) make_room(2 * (text_bytes_ + size));
        char* const to = texts.data() + text_bytes_;
        copy_short(to, texts.data() + column.previous.at, prefix);
        copy_short(to + prefix, reinterpret_cast<const char*>(suffix), length);
        column.previous = {static_cast<uint32_t>(text_bytes_), static_cast<uint32_t>(size)};
        column.at = suffix + length;
        text_bytes_ += size;
        return true;
    }

    void make_room(size_t bytes) { frame_.texts_.resize(std::min(bytes, kMaxFrameBytes)); }

    // The error of a value that cannot be taken.
    tl::unexpected<Error> explain(const Column& column) const {
        ByteCursor cursor = column.rest(name_);
        const auto marker = EDGE_TRY(cursor.read<uint8_t>("a value"));
        const uint64_t length = EDGE_TRY(read_varint(cursor, "a value's length"));
        EDGE_TRY(cursor.read_bytes(length, "a value"));
        return cursor.corrupt(fmt::format("{} bytes of the value before", marker - 1),
                              fmt::format("at most its {}", column.previous.size));
    }

    std::string name_;
    ByteCursor cursor_;
    std::unordered_map<std::string_view, uint32_t> column_of_name_;
    uint32_t value_count_ = 0;
    size_t text_bytes_ = 0;
    ExtraFrame frame_;
};

Result<ExtraFrame> ExtraFrame::decode(std::span<const std::byte> frame, std::string_view file,
                                      uint64_t offset) {
    const auto place = find_zstd_frame(frame, 0, file);
    // From a build without zstd.
    if (!place && place.error().code == ErrorCode::Unsupported) {
        return tl::unexpected(place.error());
    }
    if (!place || place->compressed_size != frame.size()) {
        return corrupt(
            file, offset,
            fmt::format("found {} bytes that are not one zstd frame, expected a frame of "
                        "tags",
                        frame.size()));
    }
    const auto payload = decompress_frame(frame, *place, kMaxFrameBytes, file);
    if (!payload) return corrupt(file, offset, "found a damaged zstd frame, expected tags");
    return ExtraFrameParser({payload->data(), payload->size()}, file, offset).parse();
}

std::vector<ExtraTag> ExtraFrame::tags(uint32_t game) const {
    const GameTexts& texts = games_[game];
    size_t value = texts.first_value;
    std::vector<ExtraTag> tags;
    for (const ShapeTag& tag : shapes_[texts.shape]) {
        ExtraTag& added = tags.emplace_back(ExtraTag{tag.name, std::nullopt});
        if (!tag.has_text) continue;
        const Text& text = values_[value++];
        added.text = texts_.substr(text.at, text.size);
    }
    return tags;
}

std::vector<ExtraFrame::TagView> ExtraFrame::shape_tags(uint32_t shape) const {
    std::vector<TagView> tags;
    uint32_t texts = 0;
    for (const ShapeTag& tag : shapes_[shape]) {
        tags.push_back({tag.name, std::nullopt});
        if (tag.has_text) tags.back().text = texts++;
    }
    return tags;
}

Result<std::vector<std::vector<ExtraTag>>> decode_extra_frame(std::span<const std::byte> frame,
                                                              std::string_view file,
                                                              uint64_t offset) {
    const ExtraFrame decoded = EDGE_TRY(ExtraFrame::decode(frame, file, offset));
    std::vector<std::vector<ExtraTag>> games;
    games.reserve(decoded.game_count());
    for (uint32_t i = 0; i < decoded.game_count(); ++i) games.push_back(decoded.tags(i));
    return games;
}

}  // namespace edge::corpus
