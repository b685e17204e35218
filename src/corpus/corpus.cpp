#include "corpus/corpus.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "core/damage.h"

namespace edge::corpus {

struct Corpus::Players {
    std::mutex mutex;
    // Guarded by mutex until they are there, constant afterwards.
    std::optional<PlayerTable> table;
    std::optional<PlayerAliases> aliases;
};

Result<Corpus> Corpus::open(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored)) {
        const std::string what =
            std::filesystem::exists(path, ignored)
                ? " is a file, expected a .scoredb corpus, which indexing makes"
                : ": no such directory, expected a .scoredb corpus";
        return fail(ErrorCode::NotFound, path + what);
    }
    Corpus corpus;
    corpus.path_ = path;
    corpus.players_ = std::make_shared<Players>();
    const std::string meta_path = path + "/meta";
    if (!std::filesystem::exists(meta_path, ignored)) {
        return fail(ErrorCode::NotFound,
                    path + ": found no file meta in it, expected a .scoredb corpus");
    }
    const MappedFile meta_file = EDGE_TRY(MappedFile::open(meta_path));
    corpus.meta_ = EDGE_TRY(parse_meta(meta_file.text(), meta_path));

    uint64_t moves = 0;
    corpus.first_ids_.push_back(0);
    for (uint32_t i = 0; i < corpus.meta_.num_shards; ++i) {
        Shard& shard = corpus.shards_.emplace_back(
            EDGE_TRY(Shard::open(fmt::format("{}/shards/{}", path, i))));
        EDGE_CHECK(shard.load_columns());
        corpus.first_ids_.push_back(corpus.first_ids_.back() + shard.game_count());
        moves += shard.move_count();
    }
    if (corpus.game_count() != corpus.meta_.total_games) {
        return corrupt(meta_path, 0,
                       fmt::format("found total_games={}, expected the {} of the shards",
                                   corpus.meta_.total_games, corpus.game_count()));
    }
    if (moves != corpus.meta_.total_moves) {
        return corrupt(meta_path, 0,
                       fmt::format("found total_moves={}, expected the {} of the shards",
                                   corpus.meta_.total_moves, moves));
    }
    corpus.open_tree();
    corpus.open_tree_games();
    return corpus;
}

void Corpus::open_tree() {
    const std::string tree_path = path_ + "/tree.dat";
    std::error_code ignored;
    if (!std::filesystem::exists(tree_path, ignored)) {
        if (meta_.has_polyglot_tree()) {
            warnings_.push_back(fmt::format(
                "{}: missing, though meta names a tree; positions are looked up by scanning",
                tree_path));
        }
        return;
    }
    auto opened = Tree::open(tree_path, meta_.has_sorted_tree());
    if (!opened) {
        tree_error_ = std::move(opened).error();
        warnings_.push_back(tree_error_->message + "; the tree cannot be used");
        return;
    }
    Tree tree = *std::move(opened);
    if (!meta_.has_polyglot_tree()) {
        std::vector<uint64_t> numbers;
        tree.numbers_of(kStartHash, numbers);
        if (numbers.empty() && tree.edge_count() > 0) {
            warnings_.push_back(
                fmt::format("{}: no edge from the starting position {:016x}: the tree of another "
                            "engine, ignored",
                            tree_path, kStartHash));
            return;
        }
    }
    tree_ = std::move(tree);
}

Status Corpus::check_tree() const {
    if (tree_error_) return tl::unexpected(*tree_error_);
    return {};
}

// The file is derived from the others and can be rebuilt, so a bad one is not a reason to refuse
// the corpus.
void Corpus::open_tree_games() {
    const std::string games_path = path_ + "/tree.games";
    std::error_code ignored;
    if (!tree_ || !meta_.has_polyglot_tree() || !std::filesystem::exists(games_path, ignored)) {
        return;
    }
    auto games = TreeGames::open(games_path, tree_->edge_count(), game_count());
    if (games) {
        tree_games_ = *std::move(games);
    } else {
        warnings_.push_back(games.error().message + "; ignored, add it to the corpus again");
    }
}

Result<const PlayerTable*> Corpus::players(const std::function<bool()>& is_cancelled) const {
    const std::lock_guard lock(players_->mutex);
    if (!players_->table) players_->table = EDGE_TRY(PlayerTable::make(*this, is_cancelled));
    return &*players_->table;
}

Result<const PlayerAliases*> Corpus::aliases() const {
    const std::lock_guard lock(players_->mutex);
    if (!players_->aliases) players_->aliases = EDGE_TRY(PlayerAliases::read(path_));
    return &*players_->aliases;
}

GamePlace Corpus::locate(uint64_t game_id) const {
    const auto after = std::upper_bound(first_ids_.begin(), first_ids_.end(), game_id);
    const auto shard = static_cast<uint32_t>(after - first_ids_.begin() - 1);
    return {shard, static_cast<uint32_t>(game_id - first_ids_[shard])};
}

Result<GameView> Corpus::game(uint64_t game_id) const {
    if (game_id >= game_count()) {
        return fail(ErrorCode::NotFound,
                    fmt::format("{}: no game {}: there are {}, numbered from 0", path_, game_id,
                                game_count()));
    }
    const GamePlace place = locate(game_id);
    return shards_[place.shard].game(place.index);
}

}  // namespace edge::corpus
