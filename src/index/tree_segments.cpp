#include "index/tree_segments.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/directory.h"
#include "core/disk.h"
#include "corpus/commit.h"
#include "corpus/tree_segment.h"
#include "index/segment_choice.h"
#include "tree/corpus_tuples.h"
#include "tree/segment_merge.h"
#include "tree/tree_builder.h"

namespace edge::indexing {

namespace fs = std::filesystem;

namespace {

constexpr const char* kTreeFile = "tree.dat";
constexpr const char* kGamesFile = "tree.games";
constexpr const char* kMergedTree = "merged.dat";
constexpr const char* kMergedGames = "merged.games";

// A segment of the corpus, or the one that is to come.
struct Segment {
    std::string file;  // in the corpus; empty for the new one
    const corpus::TreeSegment* opened;
};

std::vector<Segment> segments_of(const corpus::Corpus& corpus) {
    std::vector<Segment> segments;
    const auto named = corpus::tree_segments_of(corpus.meta());
    for (size_t i = 0; i < corpus.tree_segments().size(); ++i) {
        const corpus::TreeSegment& opened = corpus.tree_segments()[i];
        // A corpus that had no games yet may have a tree of none.
        if (opened.game_count() > 0) segments.push_back({named[i].file, &opened});
    }
    return segments;
}

Result<corpus::TreeSegment> open_new(const fs::path& work, tree::GameRange games) {
    const auto directory = EDGE_TRY(Directory::open(work));
    corpus::TreeSegment segment{
        EDGE_TRY(corpus::Tree::open(directory, kTreeFile, true)), {}, games.begin, games.end};
    if (directory.exists(kGamesFile)) {
        segment.games = EDGE_TRY(corpus::TreeGames::open(
            directory, kGamesFile, segment.tree.edge_count(), segment.game_count()));
    }
    return segment;
}

// How many of the last segments become one.
size_t count_to_merge(const std::vector<Segment>& segments) {
    std::vector<SegmentSize> sizes;
    sizes.reserve(segments.size());
    for (const Segment& segment : segments) {
        sizes.push_back({segment.opened->game_count(), segment.opened->tree.edge_count()});
    }
    return segments_to_merge(sizes);
}

Result<tree::TreeSummary> merge(std::span<const Segment> segments, const fs::path& work,
                                const std::function<bool()>& is_cancelled) {
    const uint64_t first = segments.front().opened->first_game;
    std::vector<tree::MergedSegment> merged;
    for (const Segment& segment : segments) {
        const corpus::TreeSegment& opened = *segment.opened;
        merged.push_back(
            {&opened.tree, opened.games ? &*opened.games : nullptr, opened.first_game - first});
    }
    return tree::merge_segments(merged,
                                {.tree = work / kMergedTree,
                                 .games = work / kMergedGames,
                                 .spool = work,
                                 .game_count = segments.back().opened->end_game - first},
                                is_cancelled);
}

// The last segment of the update, under a name that was never used.
void add_segment(const corpus::Corpus& corpus, uint64_t first_game, const fs::path& tree,
                 const fs::path& games, TreeUpdate& update) {
    const std::string name = fmt::format("tree.{}.dat", corpus::next_tree_number(corpus.meta()));
    update.segments.push_back({name, first_game});
    update.moves.push_back({tree, name});
    std::error_code error;
    if (fs::exists(games, error)) {
        update.moves.push_back({games, corpus::tree_games_name(name)});
    }
}

}  // namespace

Status TreeUpdate::put_in_place(const fs::path& corpus) const {
    for (const Move& move : moves) EDGE_CHECK(rename_file(move.from, corpus / move.to));
    return {};
}

Result<TreeUpdate> update_tree(const corpus::Corpus& corpus, const fs::path& work,
                               uint64_t new_games, const TreeUpdateOptions& options) {
    std::vector<Segment> segments = segments_of(corpus);
    const uint64_t first_game = corpus.game_count();
    const corpus::TreeSegment fresh =
        EDGE_TRY(open_new(work, {first_game, first_game + new_games}));
    segments.push_back({{}, &fresh});
    const size_t merged = options.min_games > 1 ? 1 : count_to_merge(segments);
    const auto last = std::span<const Segment>(segments).last(merged);
    TreeUpdate update;
    for (const Segment& segment : std::span(segments).first(segments.size() - merged)) {
        update.segments.push_back({segment.file, segment.opened->first_game});
    }
    if (merged == 1) {
        const corpus::TreeSegment& only = *last.front().opened;
        update.tree.edges = only.tree.edge_count();
        if (only.games) {
            update.tree.games = {only.games->list_count(), only.games->bytes().size()};
        }
        add_segment(corpus, last.front().opened->first_game, work / kTreeFile, work / kGamesFile,
                    update);
    } else {
        update.tree = EDGE_TRY(merge(last, work, options.is_cancelled));
        add_segment(corpus, last.front().opened->first_game, work / kMergedTree,
                    work / kMergedGames, update);
    }
    return update;
}

Result<std::optional<TreeUpdate>> join_segments(const corpus::Corpus& corpus, const fs::path& work,
                                                const JoinOptions& options) {
    const corpus::Meta& meta = corpus.meta();
    if (corpus::tree_segments_of(meta).size() <= 1) return std::nullopt;
    TreeUpdate update;
    const uint32_t min_games = meta.tree_min_games.value_or(1);
    if (min_games > 1) {
        // What the segments leave out could be enough together.
        tree::TreeBuilder builder(work, options.memory / 2);
        EDGE_CHECK(tree::add_corpus_tuples(corpus, {0, corpus.game_count()}, nullptr,
                                           *meta.tree_plies, options.threads, builder));
        tree::TreeOptions tree{.min_games = min_games,
                               .threads = options.threads,
                               .game_count = {},
                               .is_cancelled = options.is_cancelled};
        if (corpus.has_tree_games()) tree.game_count = corpus.game_count();
        update.tree = EDGE_TRY(builder.write(tree));
        add_segment(corpus, 0, work / kTreeFile, work / kGamesFile, update);
    } else {
        const std::vector<Segment> segments = segments_of(corpus);
        update.tree = EDGE_TRY(merge(segments, work, options.is_cancelled));
        add_segment(corpus, 0, work / kMergedTree, work / kMergedGames, update);
    }
    return update;
}

}  // namespace edge::indexing
