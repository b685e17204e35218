// The games that an explorer answer is restricted to, prepared so that the games behind a move are
// counted at the speed of memory: their results as a byte and as bits over all game ids.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitmap/bitmap.h"
#include "corpus/corpus.h"
#include "corpus/score.h"
#include "corpus/tree_games.h"
#include "edge/result.h"

namespace edge::corpus {

// Takes 1.4 bytes for each game of the corpus, which must outlive it; 27 more for the games of a
// shard without N.cols. Safe to use from many threads.
class GameSet {
public:
    static Result<GameSet> of(const Corpus& corpus, const Bitmap& games);
    GameSet(GameSet&&) = default;
    GameSet& operator=(GameSet&&) = default;

    uint64_t size() const { return size_; }
    size_t size_bytes() const;
    // The result of a game in the set; Unknown for all others, as no answer counts them.
    GameResult result_of(uint64_t game_id) const {
        return static_cast<GameResult>(results_[game_id]);
    }

    // The headers of all games of a shard, in the set or not; valid as long as the set.
    const HeaderColumns& columns_of(uint32_t shard) const { return shards_[shard].columns; }

    // The lists are those of a tree whose first game is `first_game`.

    // The results of the games of a list that are in the set.
    Score score_of(const OrdinalList& list, uint64_t first_game) const;
    Score score_of(const GameBlock& block, uint64_t first_game) const;

    // Calls visit(game_id) for the games of a list that are in the set and have a result, in order.
    template <class Visit>
    void for_each(const OrdinalList& list, uint64_t first_game, Visit visit) const;
    template <class Visit>
    void for_each(const GameBlock& block, uint64_t first_game, Visit visit) const;

    // Adds up ratings and years of games.
    class DetailReader;

private:
    struct ShardColumns {
        uint64_t end_id;  // the first id after the shard
        HeaderColumns columns;
    };
    explicit GameSet(const Corpus& corpus);
    Status read_shard(const Corpus& corpus, const Bitmap& games, uint32_t shard);
    Score score_of_shifted(const GameBlock& block, uint64_t first) const;
    // Calls visit(i, word) with the bits of a block of bits, `shift` bits further up: those of a
    // block whose first game is not a multiple of 64, as they lie in the words of won_.
    template <class Visit>
    static void for_each_word(const GameBlock& block, unsigned shift, Visit visit);

    uint64_t size_ = 0;
    std::vector<uint8_t> results_;              // by game id; a GameResult, Unknown outside the set
    std::array<std::vector<uint64_t>, 3> won_;  // the ids by result: white, draw, black
    std::vector<ShardColumns> shards_;
    std::vector<std::vector<std::byte>> made_columns_;  // of the shards that have no N.cols
};

class GameSet::DetailReader {
public:
    explicit DetailReader(const GameSet& set) : set_(set) {}

    // Adds the games of a list that are in the set and have a result.
    template <class List>
    void add(const List& list, uint64_t first_game, Color mover, DetailSums& sums);

private:
    void seek(uint64_t game_id);  // the shard of the game

    const GameSet& set_;
    // Of the shard of the last game: its ids, and the columns that details need.
    uint64_t first_id_ = 0;
    uint64_t games_ = 0;
    const uint16_t* white_elo_ = nullptr;
    const uint16_t* black_elo_ = nullptr;
    const uint32_t* date_ = nullptr;
};

template <class Visit>
void GameSet::for_each(const OrdinalList& list, uint64_t first_game, Visit visit) const {
    for (size_t i = 0; i < list.size(); ++i) {
        const uint64_t id = first_game + list[i];
        if (results_[id] != 0) visit(id);
    }
}

template <class Visit>
void GameSet::for_each_word(const GameBlock& block, unsigned shift, Visit visit) {
    if (shift == 0) {
        for (size_t i = 0; i < GameBlock::kWords; ++i) visit(i, block.word(i));
        return;
    }
    uint64_t before = 0;
    for (size_t i = 0; i < GameBlock::kWords; ++i) {
        const uint64_t word = block.word(i);
        visit(i, word << shift | before >> (64 - shift));
        before = word;
    }
    visit(GameBlock::kWords, before >> (64 - shift));
}

template <class Visit>
void GameSet::for_each(const GameBlock& block, uint64_t first_game, Visit visit) const {
    const uint64_t first = first_game + block.first;
    if (!block.is_bits) {
        for (uint32_t i = 0; i < block.count; ++i) {
            const uint64_t id = first + block.offset(i);
            if (results_[id] != 0) visit(id);
        }
        return;
    }
    const size_t at = first / 64;
    for_each_word(block, first % 64, [&](size_t i, uint64_t bits) {
        const uint64_t chosen = won_[0][at + i] | won_[1][at + i] | won_[2][at + i];
        for (uint64_t word = bits & chosen; word != 0; word &= word - 1) {
            visit((at + i) * 64 + static_cast<uint64_t>(std::countr_zero(word)));
        }
    });
}

template <class List>
void GameSet::DetailReader::add(const List& list, uint64_t first_game, Color mover,
                                DetailSums& sums) {
    DetailSums of_list;  // separate, so that it stays in registers
    set_.for_each(list, first_game, [&](uint64_t game_id) {
        if (game_id - first_id_ >= games_) seek(game_id);
        const uint64_t game = game_id - first_id_;
        of_list.add(mover, set_.result_of(game_id), white_elo_[game], black_elo_[game],
                    unpack_date(date_[game]).year);
    });
    sums += of_list;
}

}  // namespace edge::corpus
