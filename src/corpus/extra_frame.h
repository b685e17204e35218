// One frame of N.extra: the tags of up to 1,024 games, column by column, compressed. Its bytes are
// in docs/formats/extra.md; the file around the frames is corpus/extra.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/zstd_block.h"
#include "edge/result.h"

namespace edge::corpus {

inline constexpr uint32_t kExtraFrameGames = 1024;

// One game's tags as input of the encoder. shape: for each tag varint(name length << 1 | has_text)
// and the name; values: for each tag with text varint(length) and the bytes, UTF-8.
struct RawTags {
    std::string_view shape;
    std::string_view values;
};

struct ExtraTag {
    std::string name;
    std::optional<std::string> text;  // nothing: canonical_tag_text of the header gives it
    friend bool operator==(const ExtraTag&, const ExtraTag&) = default;
};

// Makes frames. It keeps its buffers, so keep one per thread; not thread-safe.
class ExtraEncoder {
public:
    ExtraEncoder();
    // At most kExtraFrameGames games. The RawTags must be well formed: they are not checked.
    std::string encode(std::span<const RawTags> games);

private:
    struct Shape {
        std::string_view bytes;
        std::vector<uint32_t> columns;  // of its tags with text, in order
    };
    struct Column {
        std::string_view previous;
        std::string values;  // room; the first `used` bytes count
        size_t used = 0;
    };
    uint32_t shape_number(std::string_view bytes);
    uint32_t column_number(std::string_view name);
    void add_values(const Shape& shape, std::string_view values);

    // The first shapes_used_ shapes and as many columns as there are names belong to this frame;
    // the others only keep their memory.
    std::vector<Shape> shapes_;
    size_t shapes_used_ = 0;
    std::vector<Column> columns_;
    std::unordered_map<std::string_view, uint32_t> column_of_name_;
    std::string runs_;
    std::string payload_;
    ZstdCompressor compressor_;
};

// The same with buffers of its own, for a single frame.
std::string encode_extra_frame(std::span<const RawTags> games);

// A decoded frame; tags are built only for the game asked for.
class ExtraFrame {
public:
    // `file` and `offset` are for errors.
    static Result<ExtraFrame> decode(std::span<const std::byte> frame, std::string_view file,
                                     uint64_t offset);

    uint32_t game_count() const { return static_cast<uint32_t>(games_.size()); }
    std::vector<ExtraTag> tags(uint32_t game) const;

    // The same without copies, for readers of many games. Games with the same tag names share a
    // shape; each of its tags has the number of its text among the texts of the game, or none where
    // the header reproduces it. Views are valid as long as the frame.
    struct TagView {
        std::string_view name;
        std::optional<uint32_t> text;
    };
    uint32_t shape_count() const { return static_cast<uint32_t>(shapes_.size()); }
    std::vector<TagView> shape_tags(uint32_t shape) const;
    uint32_t shape_of(uint32_t game) const { return games_[game].shape; }
    std::string_view text(uint32_t game, uint32_t number) const {
        const Text& text = values_[games_[game].first_value + number];
        return {texts_.data() + text.at, text.size};
    }

private:
    friend class ExtraFrameParser;
    struct Text {
        uint32_t at = 0;
        uint32_t size = 0;
    };
    struct ShapeTag {
        std::string name;
        bool has_text;
        uint32_t column;
    };
    struct GameTexts {
        uint32_t shape;
        uint32_t first_value;
    };

    std::vector<std::vector<ShapeTag>> shapes_;
    std::vector<GameTexts> games_;
    std::vector<Text> values_;  // of every game, tag by tag
    std::string texts_;         // what the values point into
};

Result<std::vector<std::vector<ExtraTag>>> decode_extra_frame(std::span<const std::byte> frame,
                                                              std::string_view file,
                                                              uint64_t offset);

}  // namespace edge::corpus
