// A .scoredb corpus opened for reading: start here. Everything is mapped; opening reads a few bytes
// of each file, and later reads are checked against the files' bounds.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/directory.h"
#include "core/held_file.h"
#include "corpus/meta.h"
#include "corpus/player_aliases.h"
#include "corpus/player_table.h"
#include "corpus/shard.h"
#include "corpus/tree_segment.h"
#include "edge/result.h"

namespace edge::corpus {

// The hash of the starting position, which distinguishes another engine's tree from ours.
inline constexpr uint64_t kStartHash = 0x463b96181691fc9c;

// Where a game of the corpus is: ids count over the shards in order.
struct GamePlace {
    uint32_t shard;
    uint32_t index;
};

// Safe to use from many threads; moving it is cheap.
class Corpus {
public:
    // All files are opened before this returns, below one descriptor of the directory: it is one
    // corpus as somebody wrote it, even while others replace it or add to it.
    static Result<Corpus> open(const std::string& path);

    const std::string& path() const { return path_; }
    // Where its other files are, such as stored sets, even when another corpus has the path by now.
    const Directory& directory() const { return *directory_; }
    // The same for code that knows only paths: one for path() or a file below it; any other path as
    // it is.
    std::string lasting_path(const std::string& file) const;
    // Calls use(lasting_path(file)); its error is given with the path as it was.
    template <class Use>
    auto at(const std::string& file, Use use) const -> decltype(use(file)) {
        auto result = use(lasting_path(file));
        if (!result) return tl::unexpected(directory_->with_own_path(std::move(result).error()));
        return result;
    }
    const Meta& meta() const { return meta_; }
    uint32_t shard_count() const { return static_cast<uint32_t>(shards_.size()); }
    const Shard& shard(uint32_t number) const { return shards_[number]; }
    uint64_t game_count() const { return first_ids_.back(); }

    // The id of a shard's first game; `number` may be shard_count().
    uint64_t first_id(uint32_t number) const { return first_ids_[number]; }
    GamePlace locate(uint64_t game_id) const;       // `game_id` is below game_count()
    Result<GameView> game(uint64_t game_id) const;  // NotFound past the end

    // In the order of their games, of which they cover all; empty when there is no usable tree, and
    // warnings() then says why.
    const std::vector<TreeSegment>& tree_segments() const { return tree_segments_; }
    bool has_tree() const { return !tree_segments_.empty(); }
    // The games behind the edges of all segments.
    bool has_tree_games() const { return has_tree_games_; }
    // Why the tree cannot be read, for what needs it; the rest of the corpus can still be used.
    Status check_tree() const;
    const std::vector<std::string>& warnings() const { return warnings_; }

    // The first call makes the table (about 25 ms per million games and 100,000 names) and the
    // corpus keeps it. Cancelled when `is_cancelled`, which may be empty, returned true meanwhile.
    Result<const PlayerTable*> players(const std::function<bool()>& is_cancelled = {}) const;

    // What players.tsv says, read when first asked for and kept. The error names the file and the
    // line.
    Result<const PlayerAliases*> aliases() const;

private:
    struct Players;
    Corpus() = default;
    static Result<Corpus> open_below(std::shared_ptr<const Directory> directory,
                                     const std::string& path, const MappedFile& meta_file);
    Status open_shards(const std::string& meta_path);
    void open_tree();
    Result<std::vector<TreeSegment>> open_segments();
    void open_tree_games();

    std::string path_;
    std::shared_ptr<const Directory> directory_;
    Meta meta_;
    std::vector<Shard> shards_;
    std::vector<uint64_t> first_ids_;  // one more than shards
    std::vector<TreeSegment> tree_segments_;
    bool has_tree_games_ = false;
    std::optional<Error> tree_error_;
    std::vector<std::string> warnings_;
    HeldFile players_file_;
    std::shared_ptr<Players> players_;  // not shared, but hidden
};

// Calls visit(game_id, place, view) for the games [begin, end) in order, until one returns an
// error.
template <class Visit>
Status for_each_game(const Corpus& corpus, uint64_t begin, uint64_t end, Visit visit) {
    if (begin >= end) return {};
    GamePlace place = corpus.locate(begin);
    for (uint64_t id = begin; id < end; ++id, ++place.index) {
        while (place.index == corpus.shard(place.shard).game_count()) place = {place.shard + 1, 0};
        const GameView view = EDGE_TRY(corpus.shard(place.shard).game(place.index));
        EDGE_CHECK(visit(id, place, view));
    }
    return {};
}

template <class Visit>
Status for_each_game(const Corpus& corpus, Visit visit) {
    return for_each_game(corpus, 0, corpus.game_count(), visit);
}

}  // namespace edge::corpus
