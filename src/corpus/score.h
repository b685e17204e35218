// Statistics of the games behind a move: how they ended, how strong the players were, when it was
// played.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "chess/types.h"
#include "corpus/format.h"

namespace edge::corpus {

// Games by result, and their sum.
struct Score {
    uint64_t white = 0;
    uint64_t draws = 0;
    uint64_t black = 0;

    uint64_t total() const { return white + draws + black; }
    void add(GameResult result) {
        white += result == GameResult::WhiteWins;
        draws += result == GameResult::Draw;
        black += result == GameResult::BlackWins;
    }
    Score& operator+=(const Score& other) {
        white += other.white;
        draws += other.draws;
        black += other.black;
        return *this;
    }
    friend bool operator==(const Score&, const Score&) = default;
};

// Each is over the games where it is known, and nothing when there are none.
struct Details {
    std::optional<uint32_t> average_rating;  // of the player who made the move
    std::optional<uint32_t> average_opponent_rating;
    std::optional<int32_t>
        performance;  // FIDE's: the opponents' average plus the difference for the score
    std::optional<uint32_t> average_year;
    std::optional<uint32_t> last_year;
    friend bool operator==(const Details&, const Details&) = default;
};

// Accumulates details.
struct DetailSums {
    uint64_t rating_sum = 0, rated = 0;
    uint64_t opponent_sum = 0, opponents = 0;
    uint64_t half_points = 0;  // of the mover, against the opponents with a rating
    uint64_t year_sum = 0, dated = 0;
    uint32_t last_year = 0;

    // Adds a game that has a result. Without unpredictable branches, as this runs for every game
    // behind a move. Ratings and years that are zero are unknown.
    void add(Color mover, GameResult result, uint32_t white_elo, uint32_t black_elo,
             uint32_t year) {
        // White's half points are 2, 1, 0 for the results 1, 2, 3.
        const uint32_t white_won = 3U - static_cast<uint32_t>(result);
        if (mover == Color::White) {
            add(white_elo, black_elo, white_won, year);
        } else {
            add(black_elo, white_elo, 2U - white_won, year);
        }
    }
    DetailSums& operator+=(const DetailSums& other) {
        rating_sum += other.rating_sum;
        rated += other.rated;
        opponent_sum += other.opponent_sum;
        opponents += other.opponents;
        half_points += other.half_points;
        year_sum += other.year_sum;
        dated += other.dated;
        last_year = std::max(last_year, other.last_year);
        return *this;
    }

private:
    void add(uint32_t rating, uint32_t opponent, uint32_t half_points_won, uint32_t year) {
        rating_sum += rating;
        rated += rating != 0;
        opponent_sum += opponent;
        opponents += opponent != 0;
        half_points += opponent != 0 ? half_points_won : 0;
        year_sum += year;
        dated += year != 0;
        last_year = std::max(last_year, year);
    }
};
Details details_of(const DetailSums& sums);

// The counts of one move.
struct MoveTally {
    uint16_t move = 0;  // an SMove16
    Score score;
    DetailSums sums;  // only when details are asked for

    MoveTally& operator+=(const MoveTally& other) {
        score += other.score;
        sums += other.sums;
        return *this;
    }
};

}  // namespace edge::corpus
