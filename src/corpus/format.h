// The fixed layouts of a .scoredb: the 36-byte game header and the edge of tree.dat, as fields and
// as bytes. docs/formats/scoredb.md has the tables. On disk: do not change the values.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codec/date.h"
#include "codec/game_result.h"
#include "core/byte_order.h"

namespace edge::corpus {

inline constexpr size_t kHeaderBytes = 36;
inline constexpr uint32_t kMaxPlies = 0xFFFFFF;
inline constexpr uint32_t kNoName = 0xFFFFFFFF;
inline constexpr uint16_t kUnknownEco = 1023;
inline constexpr uint16_t kMaxElo = 8191;
inline constexpr uint32_t kMaxBaseSeconds = 8191;
inline constexpr uint32_t kMaxIncrement = 63;

using edge::Date;
using edge::GameResult;
using edge::load;
using edge::store;
enum class Termination : uint8_t { Normal, TimeForfeit, Abandoned, RulesInfraction, Other = 7 };

struct TimeControl {
    uint16_t base_seconds = 0;
    uint8_t increment = 0;
    bool correspondence = false;
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
    bool known() const { return correspondence || base_seconds != 0 || increment != 0; }
};

// The content of the 36 bytes before a game's moves.
struct GameHeader {
    uint64_t pgn_offset = 0;
    uint32_t plies = 0;
    GameResult result = GameResult::Unknown;
    Termination termination = Termination::Normal;
    TimeControl time_control;
    uint16_t white_elo = 0;
    uint16_t black_elo = 0;
    uint16_t eco = kUnknownEco;
    Date date;
    uint32_t white_name = kNoName;
    uint32_t black_name = kNoName;
};

// Offsets within the 36 bytes that are needed outside encode and decode.
inline constexpr size_t kPlyCountAt = 8;
inline constexpr size_t kWhiteNameAt = 28;
inline constexpr size_t kBlackNameAt = 32;

inline constexpr uint32_t pack_date(Date d) {
    return uint32_t{d.year} | uint32_t{d.month} << 12 | uint32_t{d.day} << 16;
}
inline constexpr Date unpack_date(uint32_t packed) {
    return {static_cast<uint16_t>(packed & 0xFFF), static_cast<uint8_t>(packed >> 12 & 15),
            static_cast<uint8_t>(packed >> 16 & 31)};
}

// The word of the header with result, termination and time control.
inline constexpr uint32_t packed1_of(const GameHeader& header) {
    return static_cast<uint32_t>(header.result) | static_cast<uint32_t>(header.termination) << 3 |
           uint32_t{header.time_control.base_seconds} << 6 |
           uint32_t{header.time_control.increment} << 19 |
           static_cast<uint32_t>(header.time_control.correspondence) << 25;
}

void encode_header(const GameHeader& header, std::byte* to);  // writes kHeaderBytes
GameHeader decode_header(const std::byte* from);              // reads kHeaderBytes

// XXH3-64 of the moves of a record, and of the first kOpeningPlies of them, or of all when there
// are fewer: two bytes each, as in N.moves. In N.cols; they find games with the same moves.
inline constexpr uint32_t kOpeningPlies = 20;
struct MoveHashes {
    uint64_t moves = 0;
    uint64_t opening = 0;
    friend bool operator==(const MoveHashes&, const MoveHashes&) = default;
};
MoveHashes hash_moves(const std::byte* moves, uint32_t plies);

// One row of tree.dat; 32 bytes on disk, the last four zero.
struct Edge {
    uint64_t parent_hash = 0;
    uint32_t move_id = 0;  // an SMove16
    uint32_t total = 0;
    uint32_t white = 0;
    uint32_t draws = 0;
    uint32_t black = 0;
    friend bool operator==(const Edge&, const Edge&) = default;
    // Adds the games of another edge.
    Edge& operator+=(const Edge& other) {
        total += other.total;
        white += other.white;
        draws += other.draws;
        black += other.black;
        return *this;
    }
};
inline constexpr size_t kEdgeBytes = 32;
inline constexpr size_t kTreeHeaderBytes = 32;

// Inline, as merging trees does little else.
inline void encode_edge(const Edge& edge, std::byte* to) {  // writes kEdgeBytes
    store<uint64_t>(to, edge.parent_hash);
    store<uint32_t>(to + 8, edge.move_id);
    store<uint32_t>(to + 12, edge.total);
    store<uint32_t>(to + 16, edge.white);
    store<uint32_t>(to + 20, edge.draws);
    store<uint32_t>(to + 24, edge.black);
    store<uint32_t>(to + 28, 0);
}
inline Edge decode_edge(const std::byte* from) {
    return {load<uint64_t>(from),      load<uint32_t>(from + 8),  load<uint32_t>(from + 12),
            load<uint32_t>(from + 16), load<uint32_t>(from + 20), load<uint32_t>(from + 24)};
}

}  // namespace edge::corpus
