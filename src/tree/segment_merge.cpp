#include "tree/segment_merge.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/damage.h"
#include "core/output_file.h"
#include "corpus/edge_merge.h"
#include "corpus/tree_games_writer.h"
#include "corpus/tree_writer.h"

namespace edge::tree {

using corpus::Edge;
using corpus::EdgeMerge;
using corpus::Tree;

namespace {

constexpr size_t kEdgesAtOnce = size_t{1} << 14;
// Edges whose games are asked for before those of the first are read: they lie all over the files
// when these have other buckets than the merged tree, and waiting for each took half of a merge.
constexpr size_t kEdgesAhead = 64;
// The numbers of a longer list are not held all at once.
constexpr uint32_t kLongList = 1U << 16;

// A tuple is a game of an edge, so the games of the edges say how many there were.
uint64_t count_tuples(const Tree& tree) {
    uint64_t tuples = 0;
    for (uint64_t i = 0; i < tree.edge_count(); ++i) tuples += tree.edge(i).total;
    return tuples;
}

// Only small trees are counted: of others it does not matter how many tuples they have.
uint32_t merged_bucket_count(std::span<const MergedSegment> segments) {
    const uint32_t small = tree_bucket_count(0);
    uint32_t most = small;
    for (const MergedSegment& segment : segments) {
        most = std::max(most, segment.tree->bucket_count());
    }
    if (most > small) return most;
    uint64_t tuples = 0;
    for (const MergedSegment& segment : segments) tuples += count_tuples(*segment.tree);
    return tree_bucket_count(tuples);
}

// The games of the merged edges, numbered over all segments.
class ListMerger {
public:
    explicit ListMerger(std::span<const MergedSegment> segments) : segments_(segments) {}

    // Appends the games of an edge, a few calls later.
    Status add(const Edge& edge, std::span<const corpus::TreeEdge> parts) {
        for (const corpus::TreeEdge& part : parts) {
            const corpus::TreeGames& games = *segments_[part.tree].games;
            __builtin_prefetch(games.bytes().data() + games.entry_offset(part.number));
        }
        waiting_.push_back({edge, parts.size()});
        waiting_parts_.insert(waiting_parts_.end(), parts.begin(), parts.end());
        return waiting_.size() == kEdgesAhead ? append_waiting() : Status();
    }

    // What was added up to now.
    Result<corpus::GameLists> take() {
        EDGE_CHECK(append_waiting());
        return std::exchange(lists_, {});
    }

private:
    struct Waiting {
        Edge edge;
        size_t parts;  // how many
    };

    Status append_waiting() {
        std::span<const corpus::TreeEdge> parts(waiting_parts_);
        for (const Waiting& waiting : waiting_) {
            EDGE_CHECK(append(waiting.edge, parts.first(waiting.parts)));
            parts = parts.subspan(waiting.parts);
        }
        waiting_.clear();
        waiting_parts_.clear();
        return {};
    }

    Status append(const Edge& edge, std::span<const corpus::TreeEdge> parts) {
        if (edge.total == 1 && parts.size() == 1) {  // nearly all edges
            const MergedSegment& segment = segments_[parts.front().tree];
            const uint32_t ordinal = segment.games->entry(parts.front().number);
            if (ordinal < segment.games->game_count()) {
                lists_.add(static_cast<uint32_t>(segment.first_game) + ordinal);
                return {};
            }
        }
        if (edge.total > kLongList) return add_long(parts);
        games_.clear();
        for (const corpus::TreeEdge& part : parts) {
            EDGE_CHECK(read(part));
            games_.insert(games_.end(), of_part_.begin(), of_part_.end());
        }
        lists_.add(games_);
        return {};
    }

    Status add_long(std::span<const corpus::TreeEdge> parts) {
        corpus::GameList list;
        uint64_t next = 0;  // what the next game is at least
        bool ascends = true;
        for (const corpus::TreeEdge& part : parts) {
            const MergedSegment& segment = segments_[part.tree];
            const uint32_t total = segment.tree->edge(part.number).total;
            const auto add_game = [&](uint32_t ordinal) {
                const uint64_t game = segment.first_game + ordinal;
                ascends &= game >= next;
                next = game + 1;
                if (ascends) list.add(static_cast<uint32_t>(game));
            };
            const auto add_ordinals = [&](const corpus::OrdinalList& games) {
                for (size_t i = 0; i < games.size(); ++i) add_game(games[i]);
            };
            const auto add_block = [&](const corpus::GameBlock& block) {
                corpus::for_each_game_of(block, add_game);
            };
            EDGE_CHECK(segment.games->visit(part.number, total, add_ordinals, add_block));
            if (!ascends) {
                return corrupt(segment.games->path(), segment.games->entry_offset(part.number),
                               "found a list of games out of order, expected ascending order");
            }
        }
        lists_.add(list);
        return {};
    }

    Status read(const corpus::TreeEdge& part) {
        const MergedSegment& segment = segments_[part.tree];
        EDGE_CHECK(
            segment.games->read(part.number, segment.tree->edge(part.number).total, of_part_));
        for (uint32_t& game : of_part_) game += static_cast<uint32_t>(segment.first_game);
        return {};
    }

    std::span<const MergedSegment> segments_;
    std::vector<Waiting> waiting_;
    std::vector<corpus::TreeEdge> waiting_parts_;
    corpus::GameLists lists_;
    std::vector<uint32_t> games_;
    std::vector<uint32_t> of_part_;
};

}  // namespace

Result<TreeSummary> merge_segments(std::span<const MergedSegment> segments,
                                   const MergeTarget& target,
                                   const std::function<bool()>& is_cancelled) {
    std::vector<const Tree*> trees;
    for (const MergedSegment& segment : segments) trees.push_back(segment.tree);
    const uint32_t buckets = merged_bucket_count(segments);
    auto writer = EDGE_TRY(corpus::TreeWriter::create(target.tree, buckets));
    std::optional<OutputFile> games_file;
    std::optional<corpus::TreeGamesWriter> games;
    if (std::ranges::all_of(segments,
                            [](const auto& segment) { return segment.games != nullptr; })) {
        games_file = EDGE_TRY(OutputFile::create(target.games));
        games = EDGE_TRY(corpus::TreeGamesWriter::create(*games_file, target.spool));
    }
    ListMerger lists(segments);
    std::vector<Edge> edges;
    const auto write_out = [&]() -> Status {
        EDGE_CHECK(writer.append(edges));
        edges.clear();
        if (is_cancelled && is_cancelled()) {
            return fail(ErrorCode::Cancelled, "merging the tree was cancelled");
        }
        return games ? games->append(EDGE_TRY(lists.take())) : Status();
    };
    for (EdgeMerge merge(trees, buckets); merge.next();) {
        edges.push_back(merge.edge());
        if (games) EDGE_CHECK(lists.add(merge.edge(), merge.parts()));
        if (edges.size() == kEdgesAtOnce) EDGE_CHECK(write_out());
    }
    EDGE_CHECK(write_out());
    EDGE_CHECK(writer.finish(true));
    TreeSummary summary;
    summary.edges = writer.edge_count();
    if (games) {
        EDGE_CHECK(games->finish(target.game_count));
        summary.games = {games->list_count(), games_file->size()};
        EDGE_CHECK(games_file->close(true));
    }
    return summary;
}

}  // namespace edge::tree
