// Keys of the 64-bit position hash: the Polyglot table arranged for lookup by Piece and Square. The
// hash equals the Polyglot key wherever en passant is legal or absent; ours counts it only when
// legal.
#pragma once

#include <array>
#include <cstdint>

#include "chess/types.h"
#include "chess/zobrist_keys.h"

namespace edge::zobrist {

inline constexpr unsigned kCastlingAt = 768, kEnPassantAt = 772, kTurnAt = 780;

// [piece][square]; the rows of Piece::None and of unused values are zero, so that "no piece" needs
// no branch. Polyglot numbers the pieces black pawn, white pawn, black knight, white knight, ...
inline constexpr auto kPieces = [] {
    std::array<std::array<uint64_t, 64>, 16> keys{};
    for (unsigned color = 0; color < 2; ++color) {
        for (unsigned type = 1; type <= 6; ++type) {
            const unsigned kind = 2 * (type - 1) + (color == index(Color::White) ? 1 : 0);
            for (unsigned s = 0; s < 64; ++s) {
                keys[color << 3 | type][s] = kPolyglotKeys[64 * kind + s];
            }
        }
    }
    return keys;
}();

// By the set of rights, four bits as in CastlingRights.
inline constexpr auto kCastling = [] {
    std::array<uint64_t, 16> keys{};
    for (unsigned rights = 0; rights < 16; ++rights) {
        for (unsigned i = 0; i < 4; ++i) {
            if (rights >> i & 1U) keys[rights] ^= kPolyglotKeys[kCastlingAt + i];
        }
    }
    return keys;
}();

constexpr uint64_t piece_key(Piece p, Square s) { return kPieces[index(p)][index(s)]; }
constexpr uint64_t castling_key(uint8_t rights) { return kCastling[rights]; }
constexpr uint64_t en_passant_key(Square s) { return kPolyglotKeys[kEnPassantAt + file_of(s)]; }
inline constexpr uint64_t kWhiteToMove = kPolyglotKeys[kTurnAt];

}  // namespace edge::zobrist
