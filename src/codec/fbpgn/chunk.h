// The content of a chunk: a game as tags and movetext, and the CBOR of it.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "codec/game.h"
#include "edge/result.h"

namespace edge::fbpgn {

struct Chunk {
    // Under their PGN names. Values are as between the quotes there, including escapes; no name
    // occurs twice.
    std::vector<GameTag> tags;
    std::string moves;
    // Fields that are left out: unknown ones, and tags that are neither text nor numbers.
    std::vector<std::string> odd_fields = {};

    friend bool operator==(const Chunk&, const Chunk&) = default;
};

// Corrupt when it is not a map with tags ("m") and moves ("mv"); the message names the offset.
Result<Chunk> parse_chunk(std::string_view cbor);

// The same bytes as the reference encoder makes from these tags and moves.
std::string chunk_cbor(const Chunk& chunk);

struct ShortKey {
    std::string_view name;
    std::string_view key;
};
// In the order of the specification. Any other name is its own key. On disk: do not change the
// values.
inline constexpr std::array kShortKeys = {ShortKey{"Event", "E"},     ShortKey{"Site", "S"},
                                          ShortKey{"Date", "D"},      ShortKey{"Round", "R"},
                                          ShortKey{"White", "W"},     ShortKey{"Black", "B"},
                                          ShortKey{"Result", "Rs"},   ShortKey{"WhiteElo", "WE"},
                                          ShortKey{"BlackElo", "BE"}, ShortKey{"ECO", "EC"}};

std::string_view key_of(std::string_view tag_name);
std::string_view tag_name_of(std::string_view key);
// A tag with this name would be read as another one: "E".
bool is_short_key(std::string_view name);

}  // namespace edge::fbpgn
