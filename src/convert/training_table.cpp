#include "convert/training_table.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>

namespace edge::convert {
namespace {

template <size_t size>
void add_to(std::array<uint64_t, size>& sums, const std::array<uint64_t, size>& more) {
    std::ranges::transform(sums, more, sums.begin(), std::plus());
}

}  // namespace

void TrainingTable::count(const PositionFacts& facts) {
    ++written;
    ++results[static_cast<size_t>(facts.result)];
    ++pieces[std::min<size_t>(facts.pieces, kMostPieces)];
    if (!facts.score) {
        ++unscored;
        return;
    }
    const int size = std::abs(int{*facts.score});
    if (size >= kMateBound) {
        ++mates;
    } else {
        const auto band = std::ranges::upper_bound(kScoreBands, size) - kScoreBands.begin() - 1;
        ++scores[static_cast<size_t>(band)];
    }
}

uint64_t TrainingTable::considered() const {
    return std::accumulate(left_out.begin(), left_out.end(), written);
}

TrainingTable& TrainingTable::operator+=(const TrainingTable& other) {
    written += other.written;
    add_to(left_out, other.left_out);
    add_to(results, other.results);
    add_to(scores, other.scores);
    mates += other.mates;
    unscored += other.unscored;
    add_to(pieces, other.pieces);
    spilled_bytes += other.spilled_bytes;
    return *this;
}

}  // namespace edge::convert
