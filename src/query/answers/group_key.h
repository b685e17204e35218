// The keys that positions and games can be grouped by, and the values of a game for them. Group-by
// tables and partitions share this.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "chess/types.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/query.h"

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
};
inline constexpr uint32_t kGroupKeys = 11;

std::string_view name_of(GroupKey key);  // "pawn-structure", "eco", ...
// InvalidArgument lists the keys.
Result<GroupKey> parse_group_key(std::string_view name);

constexpr bool has_text_values(GroupKey key) {
    return key == GroupKey::White || key == GroupKey::Black || key == GroupKey::Player ||
           key == GroupKey::FinalMaterial;
}

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

// For display: "B22", "2017", "1/2-1/2", "blitz", "Carlsen, Magnus", "KRP:KR", the board field of a
// FEN with nothing but pawns; "?" when not known.
std::string value_text(GroupKey key, const GroupValue& value);

// A value in 16 bytes while counting. What it means depends on the key: see group_key.cpp.
struct GroupCode {
    uint64_t first = 0;
    uint64_t second = 0;
    friend bool operator==(const GroupCode&, const GroupCode&) = default;
};

// Codes of different shards may stand for the same name. Corrupt when a name is missing.
Result<GroupValue> decode_group(GroupKey key, GroupCode code, const corpus::Corpus& corpus);

// What a game adds to one group. For Player, wins and losses are that player's; somebody who plays
// both sides wins and loses, or draws twice.
struct GroupShare {
    GroupCode code;
    uint64_t positions = 0;
    uint8_t white = 0;  // or wins
    uint8_t draws = 0;
    uint8_t black = 0;  // or losses
};

// Divides one game after the other into groups. One for each thread.
class GroupSplitter {
public:
    explicit GroupSplitter(GroupKey key) : key_(key) {}

    // The result is valid until the next call. Each code occurs once, except that a damaged game
    // may return to a pawn structure.
    std::span<const GroupShare> split(corpus::GamePlace place, const corpus::GameView& game,
                                      std::span<const PlySpan> spans);

private:
    void split_by_player(uint32_t shard, const corpus::GameHeader& header, GroupShare share);
    void split_by_structure(const corpus::GameView& game, std::span<const PlySpan> spans,
                            GroupShare share);

    GroupKey key_;
    std::vector<GroupShare> shares_;
};

}  // namespace edge::query
