#include "corpus/score.h"

#include <array>

namespace edge::corpus {
namespace {

// FIDE rating regulations, table 8.1.1: the rating difference for a score of 50, 51, ... 100
// percent.
constexpr std::array<int16_t, 51> kRatingDifference = {
    0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,  95,  102, 110, 117,
    125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273,
    284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800};

int32_t rating_difference(uint64_t half_points, uint64_t games) {
    const auto percent = static_cast<int32_t>((half_points * 100 + games) / (2 * games));
    return percent >= 50 ? kRatingDifference[static_cast<size_t>(percent) - 50]
                         : -kRatingDifference[50 - static_cast<size_t>(percent)];
}

std::optional<uint32_t> mean(uint64_t sum, uint64_t count) {
    if (count == 0) return std::nullopt;
    return static_cast<uint32_t>((sum + count / 2) / count);
}

}  // namespace

Details details_of(const DetailSums& sums) {
    Details details;
    details.average_rating = mean(sums.rating_sum, sums.rated);
    details.average_opponent_rating = mean(sums.opponent_sum, sums.opponents);
    if (details.average_opponent_rating) {
        details.performance = static_cast<int32_t>(*details.average_opponent_rating) +
                              rating_difference(sums.half_points, sums.opponents);
    }
    details.average_year = mean(sums.year_sum, sums.dated);
    if (sums.dated != 0) details.last_year = sums.last_year;
    return details;
}

}  // namespace edge::corpus
