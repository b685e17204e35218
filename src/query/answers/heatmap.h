// Where the pieces stand: for each piece and square, how many matching positions have it there.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "corpus/shard.h"
#include "edge/result.h"
#include "query/expr.h"
#include "query/query.h"

namespace edge::query {

inline constexpr size_t kHeatmapPlanes = 12;
// A plane for each piece, in this order; also the order of the file.
inline constexpr std::string_view kPlaneLetters = "PNBRQKpnbrqk";

using HeatmapPlane = std::array<uint64_t, 64>;  // a1 = 0

struct Heatmap {
    std::array<HeatmapPlane, kHeatmapPlanes> counts{};
    uint64_t total_positions = 0;
    uint64_t total_games = 0;  // with a matching position

    Heatmap& operator+=(const Heatmap& other);
    // Empties the planes of all other kinds, for both colours; the totals stay.
    void keep_kinds(KindSet kinds);
    friend bool operator==(const Heatmap&, const Heatmap&) = default;
};

// The plane of a piece, 0 to 11. `piece` is not None.
constexpr size_t plane_of(Piece piece) {
    return 6 * index(color_of(piece)) + index(type_of(piece)) - 1;
}
constexpr PieceType kind_of_plane(size_t plane) { return static_cast<PieceType>(plane % 6 + 1); }

// Counts game by game. The cost is a few additions for each ply up to the last matching one, and
// does not depend on how many positions match. One for each thread.
class HeatmapCounter {
public:
    // `spans` ascend and end at game.plies() at the latest. Illegal moves are played as they are:
    // they cannot break anything, but the counts then mean nothing.
    void add_game(const corpus::GameView& game, std::span<const PlySpan> spans);
    Heatmap result() const;

private:
    // By Piece; the row of Piece::None takes the counts of empty squares. Modulo 2^64: a count may
    // be below zero until the pieces of the starting position are added to it.
    std::array<std::array<uint64_t, 64>, 16> changes_{};
    uint64_t positions_ = 0;
    uint64_t games_ = 0;
};

// Counts the chosen positions. `matching` may be null.
Result<Heatmap> fold_heatmap(const Query& query, const PositionChoice& choice,
                             const RunOptions& options, MatchingGames* matching = nullptr);

}  // namespace edge::query
