#include "codec/fbpgn/chunk.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "codec/fbpgn/cbor.h"

namespace edge::fbpgn {
namespace {

// On disk: do not change the values.
constexpr std::string_view kTagsKey = "m";
constexpr std::string_view kMovesKey = "mv";

// Like a Python dictionary: the position of the first, the value of the last.
void set_tag(std::vector<GameTag>& tags, std::string_view name, std::string value) {
    const auto found = std::ranges::find(tags, name, &GameTag::name);
    if (found == tags.end()) {
        tags.push_back({std::string(name), std::move(value)});
    } else {
        found->value = std::move(value);
    }
}

Status read_tags(CborReader& reader, Chunk& chunk) {
    CborHead map = EDGE_TRY(reader.read_head());
    if (map.kind != CborKind::Map) return reader.corrupt("no map", "the map of tags");
    while (EDGE_TRY(reader.next_item(map))) {
        const std::string key = EDGE_TRY(reader.read_text());
        auto value = EDGE_TRY(reader.read_text_or_number());
        if (value) {
            set_tag(chunk.tags, tag_name_of(key), *std::move(value));
        } else {
            chunk.odd_fields.push_back(key);
        }
    }
    return {};
}

}  // namespace

Result<Chunk> parse_chunk(std::string_view cbor) {
    CborReader reader(cbor);
    CborHead map = EDGE_TRY(reader.read_head());
    if (map.kind != CborKind::Map) return reader.corrupt("no map", "a map of tags and moves");
    Chunk chunk;
    bool has_tags = false;
    bool has_moves = false;
    while (EDGE_TRY(reader.next_item(map))) {
        const std::string key = EDGE_TRY(reader.read_text());
        if (key == kTagsKey) {
            EDGE_CHECK(read_tags(reader, chunk));
            has_tags = true;
        } else if (key == kMovesKey) {
            chunk.moves = EDGE_TRY(reader.read_text());
            has_moves = true;
        } else {
            EDGE_CHECK(reader.skip_item());
            chunk.odd_fields.push_back(key);
        }
    }
    if (!has_tags) return reader.corrupt("no 'm'", "the map of tags");
    if (!has_moves) return reader.corrupt("no 'mv'", "the text of the moves");
    EDGE_CHECK(reader.expect_end());
    return chunk;
}

std::string chunk_cbor(const Chunk& chunk) {
    std::string out;
    append_cbor_map(2, out);
    append_cbor_text(kTagsKey, out);
    append_cbor_map(chunk.tags.size(), out);
    for (const GameTag& tag : chunk.tags) {
        append_cbor_text(key_of(tag.name), out);
        append_cbor_text(tag.value, out);
    }
    append_cbor_text(kMovesKey, out);
    append_cbor_text(chunk.moves, out);
    return out;
}

std::string_view key_of(std::string_view tag_name) {
    const auto found = std::ranges::find(kShortKeys, tag_name, &ShortKey::name);
    return found == kShortKeys.end() ? tag_name : found->key;
}

std::string_view tag_name_of(std::string_view key) {
    const auto found = std::ranges::find(kShortKeys, key, &ShortKey::key);
    return found == kShortKeys.end() ? key : found->name;
}

bool is_short_key(std::string_view name) {
    return std::ranges::find(kShortKeys, name, &ShortKey::key) != kShortKeys.end();
}

}  // namespace edge::fbpgn
