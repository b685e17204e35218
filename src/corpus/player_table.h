// The players of a corpus: every name once, the words it can be found by, and what the headers of
// its games say. In memory, about 80 bytes a name.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash_index.h"
#include "corpus/name_words.h"
#include "edge/result.h"

namespace edge::corpus {

class Corpus;

// Of the games of one player, with either colour. A year or a rating is 0 where no game has one.
struct PlayerTotals {
    uint32_t games = 0;
    uint16_t first_year = 0, last_year = 0;
    uint16_t min_elo = 0, max_elo = 0;  // the player's own

    void add_game(uint32_t year, uint16_t elo);
    PlayerTotals& operator+=(const PlayerTotals& other);
    friend bool operator==(const PlayerTotals&, const PlayerTotals&) = default;
};

// Safe to use from many threads. Its names are views of the corpus.
class PlayerTable {
public:
    // Reads all names and five columns. Cancelled when `is_cancelled`, which is called now and then
    // and may be empty, returns true.
    static Result<PlayerTable> make(const Corpus& corpus,
                                    const std::function<bool()>& is_cancelled);

    // Players have numbers, in the order of the shards' names.
    uint32_t size() const { return static_cast<uint32_t>(names_.size()); }
    std::string_view name(uint32_t player) const { return names_[player]; }
    std::optional<uint32_t> find(std::string_view name) const;

    std::span<const NameWord> words(uint32_t player) const {
        return std::span(words_).subspan(first_words_[player],
                                         first_words_[player + 1] - first_words_[player]);
    }
    // What the words are in.
    std::string_view text() const { return text_; }

    // Nothing where a shard has no N.cols, since every game would have to be read.
    std::optional<PlayerTotals> totals(uint32_t player) const {
        return totals_.empty() ? std::nullopt : std::optional(totals_[player]);
    }
    bool has_totals() const { return !totals_.empty() || names_.empty(); }

private:
    PlayerTable() = default;
    uint32_t add(std::string_view name);

    std::vector<std::string_view> names_;
    HashIndex numbers_;
    std::string text_;
    std::vector<NameWord> words_;
    std::vector<size_t> first_words_{0};  // one more than names
    std::vector<PlayerTotals> totals_;
};

}  // namespace edge::corpus
