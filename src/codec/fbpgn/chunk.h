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
    // Under their names in PGN. Values are as between the quotes there, escapes and all; none has a
    // name twice.
    std::vector<GameTag> tags;
    std::string moves;
    // Fields that are left out: unknown ones, and tags that are neither text nor number.
    std::vector<std::string> odd_fields = {};

    friend bool operator==(const Chunk&, const Chunk&) = default;
};

// Corrupt when it is no map with tags ("m") and moves ("mv"); the message tells the place in it.
Result<Chunk> parse_chunk(std::string_view cbor);

// The bytes that the reference encoder makes of the same tags and moves.
std::string chunk_cbor(const Chunk& chunk);

struct ShortKey {
    std::string_view name;
    std::string_view key;
};
// In the order of the specification. Every other name is its own key. On disk: do not change the
// values.
inline constexpr std::array kShortKeys = {ShortKey{"Event", "E"},     ShortKey{"Site", "S"},
                                          ShortKey{"Date", "D"},      ShortKey{"Round", "R"},
                                          ShortKey{"White", "W"},     ShortKey{"Black", "B"},
                                          ShortKey{"Result", "Rs"},   ShortKey{"WhiteElo", "WE"},
                                          ShortKey{"BlackElo", "BE"}, ShortKey{"ECO", "EC"}};

std::string_view key_of(std::string_view tag_name);
std::string_view tag_name_of(std::string_view key);
// A tag of this name would be read as another one: "E".
bool is_short_key(std::string_view name);

}  // namespace edge::fbpgn
