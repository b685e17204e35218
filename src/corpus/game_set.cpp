#include "corpus/game_set.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "corpus/cols_writer.h"

namespace edge::corpus {
namespace {

// Three counts in one word, so that a game takes one addition: by result, 21 bits each.
constexpr unsigned kCountBits = 21;
constexpr std::array<uint64_t, 4> kOneGame = {0, 1, uint64_t{1} << kCountBits,
                                              uint64_t{1} << (2 * kCountBits)};
constexpr size_t kMostAtOnce = size_t{1} << (kCountBits - 1);

Score unpack(uint64_t counts) {
    constexpr uint64_t kMask = (uint64_t{1} << kCountBits) - 1;
    return {counts & kMask, counts >> kCountBits & kMask, counts >> (2 * kCountBits)};
}

}  // namespace

// Ids are padded to whole blocks: a block of bits is then always inside, also one of a tree that
// begins at any game.
GameSet::GameSet(const Corpus& corpus) {
    const uint64_t span = kGameBlockSpan;
    uint64_t padded = (corpus.game_count() + span - 1) / span * span;
    if (corpus.tree_segments().size() > 1) padded += span;
    results_.resize(padded);
    for (std::vector<uint64_t>& ids : won_) ids.resize(padded / 64);
    shards_.reserve(corpus.shard_count());
}

Status GameSet::read_shard(const Corpus& corpus, const Bitmap& games, uint32_t number) {
    const Shard& shard = corpus.shard(number);
    HeaderColumns columns;
    if (shard.columns() != nullptr) {
        columns = *shard.columns();
    } else {
        made_columns_.push_back(EDGE_TRY(build_header_columns(shard)));
        columns = EDGE_TRY(
            parse_header_columns(made_columns_.back(), shard.cols_path(), shard.game_count()));
    }
    const uint64_t first_id = corpus.first_id(number);
    games.for_each(number, [&](uint32_t game) {
        const uint8_t result = columns.result[game] & 3;
        const uint64_t id = first_id + game;
        results_[id] = result;
        if (result != 0) won_[result - 1U][id / 64] |= uint64_t{1} << (id % 64);
    });
    shards_.push_back({corpus.first_id(number + 1), columns});
    return {};
}

Result<GameSet> GameSet::of(const Corpus& corpus, const Bitmap& games) {
    GameSet set(corpus);
    set.size_ = games.count();
    for (uint32_t shard = 0; shard < corpus.shard_count(); ++shard) {
        EDGE_CHECK(set.read_shard(corpus, games, shard));
    }
    return set;
}

size_t GameSet::size_bytes() const {
    size_t bytes = results_.size() + won_.size() * won_[0].size() * sizeof(uint64_t);
    for (const std::vector<std::byte>& columns : made_columns_) bytes += columns.size();
    return bytes;
}

Score GameSet::score_of(const OrdinalList& list, uint64_t first_game) const {
    const uint8_t* const results = results_.data() + first_game;
    Score score;
    for (size_t begin = 0; begin < list.size(); begin += kMostAtOnce) {
        const size_t end = std::min(begin + kMostAtOnce, list.size());
        uint64_t counts = 0;
        for (size_t i = begin; i < end; ++i) counts += kOneGame[results[list[i]]];
        score += unpack(counts);
    }
    return score;
}

// One pass for all results, so that each word of the block is shifted once.
Score GameSet::score_of_shifted(const GameBlock& block, uint64_t first) const {
    const size_t at = first / 64;
    Score score;
    for_each_word(block, first % 64, [&](size_t i, uint64_t word) {
        score.white += static_cast<uint64_t>(std::popcount(won_[0][at + i] & word));
        score.draws += static_cast<uint64_t>(std::popcount(won_[1][at + i] & word));
        score.black += static_cast<uint64_t>(std::popcount(won_[2][at + i] & word));
    });
    return score;
}

Score GameSet::score_of(const GameBlock& block, uint64_t first_game) const {
    const uint64_t first = first_game + block.first;
    if (!block.is_bits) {
        uint64_t counts = 0;
        const uint8_t* const results = results_.data() + first;
        for (uint32_t i = 0; i < block.count; ++i) counts += kOneGame[results[block.offset(i)]];
        return unpack(counts);
    }
    if (first % 64 != 0) return score_of_shifted(block, first);
    std::array<uint64_t, 3> counts{};
    for (size_t result = 0; result < won_.size(); ++result) {
        const uint64_t* const words = won_[result].data() + first / 64;
        for (size_t i = 0; i < GameBlock::kWords; ++i) {
            counts[result] += static_cast<uint64_t>(std::popcount(words[i] & block.word(i)));
        }
    }
    return {counts[0], counts[1], counts[2]};
}

void GameSet::DetailReader::seek(uint64_t game_id) {
    const auto shard = std::ranges::upper_bound(set_.shards_, game_id, {}, &ShardColumns::end_id);
    first_id_ = shard == set_.shards_.begin() ? 0 : std::prev(shard)->end_id;
    games_ = shard->end_id - first_id_;
    white_elo_ = shard->columns.white_elo.data();
    black_elo_ = shard->columns.black_elo.data();
    date_ = shard->columns.date.data();
}

}  // namespace edge::corpus
