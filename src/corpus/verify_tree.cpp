// The tree is counted again from the games and compared edge by edge. Memory stays bounded: when
// the tuples of all games would be too many, the games are replayed once for each range of buckets.
#include "corpus/verify_parts.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/for_each_number.h"
#include "corpus/replay.h"

namespace edge::corpus {
namespace {

constexpr uint64_t kMaxTuples = uint64_t{1} << 24;  // in memory at once, 16 bytes each
constexpr uint64_t kBlockGames = 4096;

// One game's passage through one edge.
struct Tuple {
    uint64_t hash;
    uint16_t move;
    GameResult result;
    bool first_of_game = true;  // its game has no other tuple of the position before this one
    uint32_t game = 0;          // its ordinal in the segment
};

// The edges of the buckets [begin, end) in order of (bucket, parent_hash, move_id), in whatever
// order those of a bucket are in the file.
class EdgesInOrder {
public:
    EdgesInOrder(const Tree& tree, bool is_file_ordered, uint32_t begin, uint32_t end)
        : tree_(tree), is_file_ordered_(is_file_ordered), next_bucket_(begin), end_(end) {
        read_bucket();
    }

    bool at_end() const { return next_ == numbers_.size(); }
    // In the file; where the last bucket ends when there are no more edges.
    uint64_t number() const { return at_end() ? tree_.bucket_start(end_) : numbers_[next_]; }
    void advance() {
        if (++next_ == numbers_.size()) read_bucket();
    }

private:
    // The next one that is not empty.
    void read_bucket() {
        numbers_.clear();
        next_ = 0;
        for (; numbers_.empty() && next_bucket_ != end_; ++next_bucket_) {
            const uint64_t end = tree_.bucket_start(next_bucket_ + 1);
            for (uint64_t i = tree_.bucket_start(next_bucket_); i < end; ++i) numbers_.push_back(i);
        }
        if (is_file_ordered_) return;
        std::ranges::sort(numbers_, {}, [this](uint64_t number) {
            const Edge edge = tree_.edge(number);
            return std::tuple(edge.parent_hash, edge.move_id, number);
        });
    }

    const Tree& tree_;
    bool is_file_ordered_;
    uint32_t next_bucket_;
    uint32_t end_;
    std::vector<uint64_t> numbers_;  // of the edges of a bucket
    size_t next_ = 0;                // index among them
};

class TreeVerifier {
public:
    TreeVerifier(const Corpus& corpus, const TreeSegment& segment, const VerifyOptions& options,
                 VerifyReport& report)
        : corpus_(corpus),
          segment_(segment),
          tree_(segment.tree),
          options_(options),
          threads_(std::max(1U, options.threads)),
          report_(report),
          mask_(segment.tree.bucket_count() - 1) {}

    void run() {
        report_.edges += tree_.edge_count();
        if (load<uint64_t>(tree_.bytes().data() + 24) != 0) {
            add("tree-header", 24, "found a reserved field in use, expected zero");
        }
        if (!check_table()) return;
        is_ordered_ = check_edges();
        const Meta& meta = corpus_.meta();
        if (!meta.has_polyglot_tree() || !meta.tree_plies || options_.stops()) return;
        if (meta.has_sorted_tree() && !is_ordered_) return;
        depth_ = *meta.tree_plies == 0 ? kMaxPlies : *meta.tree_plies;
        min_games_ = meta.tree_min_games.value_or(1);
        compare_with_games();
    }

private:
    void add(const std::string& kind, uint64_t offset, const std::string& finding) {
        report_.add(kind, tree_.path(), offset, finding);
    }
    uint64_t offset_of(uint64_t edge) const {
        return Tree::edges_offset(tree_.bucket_count()) + edge * kEdgeBytes;
    }

    bool check_table() {
        bool rising = true;
        for (uint32_t bucket = 0; bucket < tree_.bucket_count(); ++bucket) {
            const uint32_t low = tree_.bucket_start(bucket);
            const uint32_t high = tree_.bucket_start(bucket + 1);
            if (low <= high && high <= tree_.edge_count()) continue;
            rising = false;
            add("tree-table", kTreeHeaderBytes + 4 * (uint64_t{bucket} + 1),
                fmt::format("found bucket {} from {} to {}, expected a range of {} edges", bucket,
                            low, high, tree_.edge_count()));
        }
        return rising;
    }

    // Whether the edges are in the order of (bucket, parent_hash, move_id).
    bool check_edges() {
        bool ordered = true;
        const bool must_be_ordered = corpus_.meta().has_sorted_tree();
        for (uint32_t bucket = 0; bucket < tree_.bucket_count(); ++bucket) {
            Edge previous;
            const uint64_t begin = tree_.bucket_start(bucket);
            for (uint64_t i = begin; i < tree_.bucket_start(bucket + 1); ++i) {
                const Edge edge = tree_.edge(i);
                check_edge(edge, i, bucket);
                if (i > begin && std::tie(previous.parent_hash, previous.move_id) >=
                                     std::tie(edge.parent_hash, edge.move_id)) {
                    ordered = false;
                    if (must_be_ordered) {
                        add("tree-order", offset_of(i),
                            fmt::format(
                                "found edge {:016x} {:#06x} after {:016x} {:#06x}, expected "
                                "rising order",
                                edge.parent_hash, edge.move_id, previous.parent_hash,
                                previous.move_id));
                    }
                }
                previous = edge;
            }
        }
        return ordered;
    }

    void check_edge(const Edge& edge, uint64_t i, uint32_t bucket) {
        if ((edge.parent_hash & mask_) != bucket) {
            add("tree-bucket", offset_of(i),
                fmt::format("found hash {:016x} in bucket {}, expected {}", edge.parent_hash,
                            bucket, edge.parent_hash & mask_));
        }
        const uint64_t sum = uint64_t{edge.white} + edge.draws + edge.black;
        if (edge.total != sum || sum == 0) {
            add("tree-counts", offset_of(i) + 12,
                fmt::format("found total {}, expected the sum {}, above 0", edge.total, sum));
        }
        if (edge.move_id >> 16 != 0) {
            add("tree-move", offset_of(i) + 8,
                fmt::format("found move_id {:#010x}, expected 16 bits", edge.move_id));
        }
        if (load<uint32_t>(tree_.edge_bytes(i) + 28) != 0) {
            add("tree-padding", offset_of(i) + 28, "found padding in use, expected zero");
        }
    }

    void compare_with_games() {
        uint64_t tuples = 0;
        for_each_view([&](const GameView& view) {
            if (view.header().result != GameResult::Unknown)
                tuples += std::min(view.plies(), depth_);
        });
        const uint64_t slices = std::min<uint64_t>(tuples / kMaxTuples + 1, tree_.bucket_count());
        for (uint64_t slice = 0; slice < slices; ++slice) {
            const uint64_t buckets = tree_.bucket_count();
            const auto begin = static_cast<uint32_t>(buckets * slice / slices);
            const auto end = static_cast<uint32_t>(buckets * (slice + 1) / slices);
            const std::vector<Tuple> gathered = gather(begin, end);
            if (options_.stops()) return;
            compare_slice(gathered, begin, end);
        }
    }

    template <class Visit>
    void for_each_view(Visit visit) {
        for (uint64_t id = segment_.first_game; id < segment_.end_game; ++id) {
            if (const auto view = corpus_.game(id)) visit(*view);
        }
    }

    // The tuples of the buckets [begin, end), in the order of the file.
    std::vector<Tuple> gather(uint32_t begin, uint32_t end) {
        std::vector<std::vector<Tuple>> parts(threads_);
        const uint64_t games = segment_.game_count();
        const uint64_t blocks = (games + kBlockGames - 1) / kBlockGames;
        for_each_number(blocks, threads_, [&](unsigned thread, uint64_t block) {
            if (options_.stops()) return false;
            std::vector<Tuple> of_game;
            const uint64_t first = block * kBlockGames;
            for (uint64_t game = first; game < std::min(first + kBlockGames, games); ++game) {
                const auto view = corpus_.game(segment_.first_game + game);
                if (view) gather_game(game, *view, begin, end, of_game, parts[thread]);
            }
            return true;
        });
        std::vector<Tuple> tuples;
        for (std::vector<Tuple>& part : parts) {
            tuples.insert(tuples.end(), part.begin(), part.end());
            part = {};
        }
        std::ranges::sort(tuples, {}, [this](const Tuple& tuple) {
            return std::tuple(tuple.hash & mask_, tuple.hash, tuple.move, tuple.game);
        });
        return tuples;
    }

    // A game counts once per edge, even when it repeats the position.
    void gather_game(uint64_t ordinal, const GameView& view, uint32_t begin, uint32_t end,
                     std::vector<Tuple>& of_game, std::vector<Tuple>& tuples) const {
        const GameResult result = view.header().result;
        if (result == GameResult::Unknown) return;
        of_game.clear();
        replay(view, [&](uint32_t ply, const Position& position, Move move) {
            if (ply >= depth_) return false;
            const uint64_t bucket = position.hash() & mask_;
            if (bucket >= begin && bucket < end) {
                of_game.push_back(
                    {position.hash(), move.raw(), result, true, static_cast<uint32_t>(ordinal)});
            }
            return true;
        });
        const auto edge_of = [](const Tuple& tuple) { return std::pair(tuple.hash, tuple.move); };
        std::ranges::sort(of_game, {}, edge_of);
        const auto repeats = std::ranges::unique(of_game, {}, edge_of);
        of_game.erase(repeats.begin(), repeats.end());
        for (size_t i = 1; i < of_game.size(); ++i) {
            of_game[i].first_of_game = of_game[i].hash != of_game[i - 1].hash;
        }
        tuples.insert(tuples.end(), of_game.begin(), of_game.end());
    }

    void compare_slice(const std::vector<Tuple>& tuples, uint32_t begin, uint32_t end) {
        EdgesInOrder edges(tree_, is_ordered_, begin, end);
        for (auto first = tuples.begin(); first != tuples.end();) {
            const auto last = std::find_if(
                first, tuples.end(), [&](const Tuple& tuple) { return tuple.hash != first->hash; });
            const auto games =
                std::count_if(first, last, [](const Tuple& tuple) { return tuple.first_of_game; });
            if (static_cast<uint64_t>(games) >= min_games_) {
                for (auto tuple = first; tuple != last;) {
                    Edge expected{tuple->hash, tuple->move};
                    games_.clear();
                    for (; tuple != last && tuple->move == expected.move_id; ++tuple) {
                        ++expected.total;
                        games_.push_back(tuple->game);
                        expected.white += tuple->result == GameResult::WhiteWins;
                        expected.draws += tuple->result == GameResult::Draw;
                        expected.black += tuple->result == GameResult::BlackWins;
                    }
                    compare_edge(expected, edges);
                }
            }
            first = last;
        }
        for (; !edges.at_end(); edges.advance()) report_extra_edge(edges.number());
    }

    // Skips edges that no game made, up to where the expected one is or should be.
    void compare_edge(const Edge& expected, EdgesInOrder& edges) {
        const auto order = [this](const Edge& edge) {
            return std::tuple(edge.parent_hash & mask_, edge.parent_hash, edge.move_id);
        };
        for (; !edges.at_end() && order(tree_.edge(edges.number())) < order(expected);
             edges.advance()) {
            report_extra_edge(edges.number());
        }
        const uint64_t number = edges.number();
        if (edges.at_end() || order(tree_.edge(number)) != order(expected)) {
            add("tree-replay", offset_of(number),
                fmt::format("found no edge {:016x} {:#06x}, expected one of {} games",
                            expected.parent_hash, expected.move_id, expected.total));
            return;
        }
        const Edge found = tree_.edge(number);
        if (found != expected) {
            add("tree-replay", offset_of(number),
                fmt::format("found w, d, b {}, {}, {} at edge {:016x} {:#06x}, expected {}, {}, {}",
                            found.white, found.draws, found.black, found.parent_hash, found.move_id,
                            expected.white, expected.draws, expected.black));
        } else if (segment_.games) {
            compare_game_list(*segment_.games, number, games_, report_);
        }
        edges.advance();
    }

    void report_extra_edge(uint64_t i) {
        const Edge edge = tree_.edge(i);
        add("tree-replay", offset_of(i),
            fmt::format("found edge {:016x} {:#06x}, expected none: no game plays it",
                        edge.parent_hash, edge.move_id));
    }

    const Corpus& corpus_;
    const TreeSegment& segment_;
    const Tree& tree_;
    const VerifyOptions& options_;
    unsigned threads_;
    VerifyReport& report_;
    uint64_t mask_;
    bool is_ordered_ = false;
    uint32_t depth_ = 0;
    uint64_t min_games_ = 1;
    std::vector<uint32_t> games_;  // of the expected edge
};

}  // namespace

void verify_tree(const Corpus& corpus, const VerifyOptions& options, VerifyReport& report) {
    if (options.stops()) return;
    std::vector<MetaTreeSegment> files = corpus.meta().tree_segments;
    if (files.empty() && corpus.meta().tree_plies) files.push_back({.file = "tree.dat"});
    for (const MetaTreeSegment& file : files) {
        if (corpus.directory().exists(file.file)) continue;
        report.add("tree-header", corpus.path() + "/" + file.file, 0,
                   "found no such file, expected the tree whose tree_plies meta has");
    }
    if (const Status status = corpus.check_tree(); !status) {
        report.add("tree-header", status.error().message);
    }
    for (const TreeSegment& segment : corpus.tree_segments()) {
        if (options.stops()) return;
        verify_tree_games(corpus, segment, report);
        if (options.stops()) return;
        TreeVerifier(corpus, segment, options, report).run();
    }
}

}  // namespace edge::corpus
