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

namespace {

Result<Directory> open_corpus_directory(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored)) {
        const std::string what =
            std::filesystem::exists(path, ignored)
                ? " is a file, expected a .scoredb corpus, which indexing makes"
                : ": no such directory, expected a .scoredb corpus";
        return fail(ErrorCode::NotFound, path + what);
    }
    return Directory::open(path);
}

Result<MappedFile> open_meta(const Directory& directory, const std::string& path) {
    auto meta = MappedFile::open(directory, "meta");
    if (!meta && meta.error().code == ErrorCode::NotFound) {
        return fail(ErrorCode::NotFound,
                    path + ": found no file meta in it, expected a .scoredb corpus");
    }
    return meta;
}

// Whether the path still leads to this directory, and the directory still has this meta, or none.
bool is_current(const Directory& directory, const Result<MappedFile>& meta) {
    const auto now = Directory::open(directory.path());
    if (!now || !now->is_same(directory)) return false;
    const auto meta_now = MappedFile::open(*now, "meta");
    if (!meta || !meta_now) return meta.has_value() == meta_now.has_value();
    return meta_now->is_same_file(*meta);
}

// A file system may number its files anew whenever it is asked: then they seem to change for ever.
constexpr int kMaxAttempts = 1000;

}  // namespace

Result<Corpus> Corpus::open(const std::string& path) {
    for (int attempt = 1;; ++attempt) {
        const auto directory =
            std::make_shared<const Directory>(EDGE_TRY(open_corpus_directory(path)));
        const Result<MappedFile> meta = open_meta(*directory, path);
        auto corpus = meta.has_value() ? open_below(directory, path, *meta)
                                       : Result<Corpus>(tl::unexpected(meta.error()));
        // What is replaced loses its files after the new ones are in place. Some may then have been
        // missing, even ones that a corpus can be without.
        if (is_current(*directory, meta) || attempt == kMaxAttempts) return corpus;
    }
}

Result<Corpus> Corpus::open_below(std::shared_ptr<const Directory> directory,
                                  const std::string& path, const MappedFile& meta_file) {
    const std::string meta_path = path + "/meta";
    Corpus corpus;
    corpus.path_ = path;
    corpus.directory_ = std::move(directory);
    corpus.players_ = std::make_shared<Players>();
    corpus.players_file_ = HeldFile::find(*corpus.directory_, std::string(kPlayersFile));
    corpus.meta_ = EDGE_TRY(parse_meta(meta_file.text(), meta_path));
    EDGE_CHECK(corpus.open_shards(meta_path));
    corpus.open_tree();
    corpus.open_tree_games();
    return corpus;
}

Status Corpus::open_shards(const std::string& meta_path) {
    uint64_t moves = 0;
    first_ids_.push_back(0);
    for (uint32_t i = 0; i < meta_.num_shards; ++i) {
        Shard& shard =
            shards_.emplace_back(EDGE_TRY(Shard::open(*directory_, fmt::format("shards/{}", i))));
        EDGE_CHECK(shard.load_columns());
        first_ids_.push_back(first_ids_.back() + shard.game_count());
        moves += shard.move_count();
    }
    if (game_count() != meta_.total_games) {
        return corrupt(meta_path, 0,
                       fmt::format("found total_games={}, expected the {} of the shards",
                                   meta_.total_games, game_count()));
    }
    if (moves != meta_.total_moves) {
        return corrupt(meta_path, 0,
                       fmt::format("found total_moves={}, expected the {} of the shards",
                                   meta_.total_moves, moves));
    }
    return {};
}

void Corpus::open_tree() {
    auto segments = open_segments();
    if (!segments) {
        const Error& error = segments.error();
        if (error.code == ErrorCode::NotFound) {
            if (meta_.has_polyglot_tree() || !meta_.tree_segments.empty()) {
                warnings_.push_back(error.message);
            }
            return;
        }
        tree_error_ = std::move(segments).error();
        warnings_.push_back(tree_error_->message + "; the tree cannot be used");
        return;
    }
    if (!meta_.has_polyglot_tree()) {
        std::vector<uint64_t> numbers;
        bool has_edges = false;
        bool has_start = false;
        for (const TreeSegment& segment : *segments) {
            segment.tree.numbers_of(kStartHash, numbers);
            has_edges |= segment.tree.edge_count() > 0;
            has_start |= !numbers.empty();
        }
        if (has_edges && !has_start) {
            warnings_.push_back(
                fmt::format("{}: no edge from the starting position {:016x}: the tree of another "
                            "engine, ignored",
                            segments->front().tree.path(), kStartHash));
            return;
        }
    }
    tree_segments_ = *std::move(segments);
}

// NotFound when a file is missing.
Result<std::vector<TreeSegment>> Corpus::open_segments() {
    std::vector<MetaTreeSegment> files = meta_.tree_segments;
    if (files.empty()) files.push_back({.file = "tree.dat"});
    std::vector<TreeSegment> segments;
    for (size_t i = 0; i < files.size(); ++i) {
        const uint64_t first = files[i].first_game;
        if (i > 0 && first >= game_count()) {
            return corrupt(path_ + "/meta", 0,
                           fmt::format("found a tree segment from game {} on, expected one below "
                                       "{}",
                                       first, game_count()));
        }
        auto tree = Tree::open(*directory_, files[i].file, meta_.has_sorted_tree());
        if (!tree && tree.error().code == ErrorCode::NotFound) {
            return fail(
                ErrorCode::NotFound,
                fmt::format("{}/{}: missing, though meta names a tree; positions are looked up by "
                            "scanning",
                            path_, files[i].file));
        }
        if (!tree) return tl::unexpected(std::move(tree).error());
        const uint64_t end = i + 1 < files.size() ? files[i + 1].first_game : game_count();
        segments.push_back({*std::move(tree), {}, first, end});
    }
    return segments;
}

Status Corpus::check_tree() const {
    if (tree_error_) return tl::unexpected(*tree_error_);
    return {};
}

// The files are derived from the others and can be rebuilt, so a bad one is not a reason to refuse
// the corpus.
void Corpus::open_tree_games() {
    if (!meta_.has_polyglot_tree()) return;
    has_tree_games_ = has_tree();
    for (TreeSegment& segment : tree_segments_) {
        const std::string name =
            tree_games_name(std::filesystem::path(segment.tree.path()).filename().string());
        auto games =
            TreeGames::open(*directory_, name, segment.tree.edge_count(), segment.game_count());
        if (games) {
            segment.games = *std::move(games);
            continue;
        }
        has_tree_games_ = false;
        if (games.error().code != ErrorCode::NotFound) {
            warnings_.push_back(games.error().message + "; ignored, add it to the corpus again");
        }
    }
}

std::string Corpus::lasting_path(const std::string& file) const {
    if (file == path_) return directory_->lasting_path().string();
    const std::string prefix = (std::filesystem::path(path_) / "").string();
    if (!file.starts_with(prefix)) return file;
    return (directory_->lasting_path() / file.substr(prefix.size())).string();
}

Result<const PlayerTable*> Corpus::players(const std::function<bool()>& is_cancelled) const {
    const std::lock_guard lock(players_->mutex);
    if (!players_->table) players_->table = EDGE_TRY(PlayerTable::make(*this, is_cancelled));
    return &*players_->table;
}

Result<const PlayerAliases*> Corpus::aliases() const {
    const std::lock_guard lock(players_->mutex);
    if (!players_->aliases)
        players_->aliases =
            EDGE_TRY(PlayerAliases::read(players_file_, fmt::format("{}/{}", path_, kPlayersFile)));
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
