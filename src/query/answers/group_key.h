// What positions and games can be grouped by, and the values that groups have. Group-by tables and
// partitions share this.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "chess/types.h"
#include "edge/result.h"

namespace edge {
class Openings;
}

namespace edge::query {

// The key_kind of PMOTE-GB. On disk: do not change the values.
enum class GroupKey : uint32_t {
    PawnStructure = 1,
    Eco = 2,
    Year = 3,
    Result = 4,
    White = 5,
    Black = 6,
    Player = 7,  // either colour
    TimeClass = 8,
    FinalMaterial = 9,
    Plies = 10,
    Speed = 11,
    Termination = 12,
    Month = 13,
    Elo = 14,  // the mean of both ratings, in bins
    Tag = 15,
    Opening = 16,  // the last named position
    Pieces = 17,   // on the board
};

bool is_group_key(uint32_t number);

constexpr bool has_text_values(GroupKey key) {
    return key == GroupKey::White || key == GroupKey::Black || key == GroupKey::Player ||
           key == GroupKey::FinalMaterial || key == GroupKey::Tag || key == GroupKey::Opening;
}

// Whether the positions of a game may be in different groups. By other keys they all belong to the
// game's.
constexpr bool differs_within_game(GroupKey key) {
    return key == GroupKey::PawnStructure || key == GroupKey::Pieces;
}

// A key with its argument.
struct Grouping {
    GroupKey key = GroupKey::PawnStructure;
    uint32_t elo_width = 0;  // of Elo: how many ratings a bin has, at least 1
    std::string tag = {};    // of Tag: its name; case is ignored
    // Of Opening: the names, which whoever reads a request puts here; only counting needs them.
    std::shared_ptr<const Openings> openings = {};

    Grouping() = default;
    Grouping(GroupKey plain) : key(plain) {}  // NOLINT(google-explicit-constructor)
    friend bool operator==(const Grouping& a, const Grouping& b) {
        return a.key == b.key && a.elo_width == b.elo_width && a.tag == b.tag;
    }
};

inline constexpr uint32_t kDefaultEloWidth = 100;
inline constexpr size_t kLongestTagName = 255;

std::string to_text(const Grouping& by);  // "eco", "elo:100", "tag:Event"
// "elo" alone has the default width. InvalidArgument lists the keys.
Result<Grouping> parse_grouping(std::string_view text);
// "pawn-structure, eco, ..., elo:WIDTH or tag:NAME"
std::string listed_group_keys();
// Whether the name of a tag can be part of a key: letters, digits and underscores.
bool is_tag_name(std::string_view name);

struct PawnStructure {
    Bitboard white = 0;
    Bitboard black = 0;
    friend auto operator<=>(const PawnStructure&, const PawnStructure&) = default;
};

inline constexpr uint64_t kUnknownNumber = UINT64_MAX;

// One value of a key: pawns; a number (a code as in the file, kUnknownNumber when not known); or a
// text (empty when not known). Values of one key compare as the file sorts them.
using GroupValue = std::variant<PawnStructure, uint64_t, std::string>;

bool is_unknown(const GroupValue& value);

// For display: "B22", "2017", "2017-06", "2500-2599", "1/2-1/2", "blitz", "Carlsen, Magnus",
// "KRP:KR", the board field of a FEN with nothing but pawns; "?" when not known.
std::string value_text(const Grouping& by, const GroupValue& value);

}  // namespace edge::query
