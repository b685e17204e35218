#include "convert/book_maker.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "chess/movegen.h"
#include "codec/polyglot/book_writer.h"
#include "codec/polyglot/entry.h"
#include "corpus/edge_merge.h"
#include "corpus/tree_segment.h"

namespace edge::convert {
namespace {

using polyglot::BookEntry;

constexpr uint64_t kMaxWeight = std::numeric_limits<uint16_t>::max();

// What a move scored for the player who made it, in half points.
uint64_t half_points(const corpus::Edge& edge, Color player) {
    return 2 * uint64_t{player == Color::White ? edge.white : edge.black} + edge.draws;
}

// Plays all lines of the tree and collects the entries of every position once.
class BookMaker {
public:
    BookMaker(std::span<const corpus::TreeSegment> segments, const BookOptions& options)
        : trees_(corpus::trees_of(segments)),
          finder_(trees_),
          min_games_(options.min_games),
          max_ply_(std::min(options.max_ply.value_or(kNoLimit), kNoLimit)),
          color_(options.color),
          reached_at_(edge_count(trees_), kNotReached) {
        uint64_t edges = 0;
        for (const corpus::Tree* tree : trees_) {
            first_edges_.push_back(edges);
            edges += tree->edge_count();
        }
    }

    void walk();

    // In the order of the file.
    const std::vector<BookEntry>& entries() const { return entries_; }
    const BookSummary& summary() const { return summary_; }

private:
    struct Line {
        Position position;
        uint32_t ply;  // how many moves lead there
    };
    struct ScoredMove {
        uint16_t code;
        uint64_t half_points;
    };
    static constexpr uint16_t kNotReached = std::numeric_limits<uint16_t>::max();
    static constexpr uint32_t kNoLimit = kNotReached;

    static uint64_t edge_count(std::span<const corpus::Tree* const> trees) {
        uint64_t edges = 0;
        for (const corpus::Tree* tree : trees) edges += tree->edge_count();
        return edges;
    }

    // Replaces `edges` with those from the position, each once with the sum of its segments.
    // Returns a number that no other position has: that of an edge among all.
    std::optional<uint64_t> find_edges(const Position& position, std::vector<corpus::Edge>& edges);

    // Whether the moves from a position must still be played: it is new, or was reached so late
    // that some lines from it ended too early.
    bool is_to_play(uint64_t number, uint32_t ply);
    void play_moves(const Line& line);
    void add_entries(const Position& position, uint64_t key, std::span<const corpus::Edge> edges);
    void count_reached();
    void count_out_of_reach();

    std::vector<const corpus::Tree*> trees_;
    corpus::EdgeFinder finder_;
    std::vector<uint64_t> first_edges_;  // of each tree, among those of all
    uint64_t min_games_;
    uint32_t max_ply_;
    std::optional<Color> color_;
    // By the number of a position: the least number of moves that led there so far.
    std::vector<uint16_t> reached_at_;
    uint64_t reached_ = 0;  // edges of these positions that have enough games
    std::vector<Line> open_;
    std::vector<corpus::Edge> edges_;         // from the position of a line
    std::vector<corpus::Edge> second_edges_;  // from a position with a second key
    std::vector<ScoredMove> moves_;           // of one position
    std::set<uint64_t> second_keys_;          // of positions that only Polyglot distinguishes
    std::vector<BookEntry> entries_;
    BookSummary summary_;
};

void BookMaker::walk() {
    if (max_ply_ > 0) open_.push_back({Position::start(), 0});
    while (!open_.empty()) {
        const Line line = open_.back();
        open_.pop_back();
        const auto number = find_edges(line.position, edges_);
        if (!number) continue;
        const bool is_new = reached_at_[*number] == kNotReached;
        if (!is_to_play(*number, line.ply)) continue;
        if (is_new) {
            add_entries(line.position, line.position.hash(), edges_);
            count_reached();
        }
        if (line.ply + 1 < max_ply_) play_moves(line);
    }
    if (max_ply_ == kNoLimit) count_out_of_reach();
    std::ranges::sort(entries_, [](const BookEntry& a, const BookEntry& b) {
        return std::tuple(a.key, b.weight, a.move) < std::tuple(b.key, a.weight, b.move);
    });
}

std::optional<uint64_t> BookMaker::find_edges(const Position& position,
                                              std::vector<corpus::Edge>& edges) {
    edges.clear();
    std::optional<uint64_t> first;
    size_t segment = 0;  // of the last one
    for (const corpus::SegmentEdge& of : finder_.find(position.hash())) {
        const uint64_t number = first_edges_[of.segment] + of.number;
        first = std::min(first.value_or(number), number);
        const bool continues =
            !edges.empty() && edges.back().move_id == of.edge.move_id && segment != of.segment;
        segment = of.segment;
        if (continues) {
            edges.back() += of.edge;
        } else {
            edges.push_back(of.edge);
        }
    }
    return first;
}

bool BookMaker::is_to_play(uint64_t number, uint32_t ply) {
    // Without a limit it does not matter at which ply a position is reached.
    const auto reached = static_cast<uint16_t>(max_ply_ == kNoLimit ? 0 : ply);
    if (reached_at_[number] <= reached) return false;
    reached_at_[number] = reached;
    return true;
}

void BookMaker::play_moves(const Line& line) {
    for (const corpus::Edge& edge : edges_) {
        const Move move = Move::from_raw(static_cast<uint16_t>(edge.move_id));
        if (!is_legal(line.position, move)) continue;
        Position next = line.position;
        next.make_move<Maintain::BoardAndHash>(move);
        const auto second_key = polyglot::key_with_illegal_en_passant(next, move);
        if (second_key && second_keys_.insert(*second_key).second) {
            find_edges(next, second_edges_);
            add_entries(next, *second_key, second_edges_);
        }
        open_.push_back({next, line.ply + 1});
    }
}

void BookMaker::add_entries(const Position& position, uint64_t key,
                            std::span<const corpus::Edge> edges) {
    if (color_ && position.side_to_move() != *color_) return;
    moves_.clear();
    uint64_t most = 0;
    for (const corpus::Edge& edge : edges) {
        const Move move = Move::from_raw(static_cast<uint16_t>(edge.move_id));
        if (edge.total < min_games_ || !is_legal(position, move)) continue;
        const uint64_t points = half_points(edge, position.side_to_move());
        if (points == 0) {
            ++summary_.never_scored;
            continue;
        }
        most = std::max(most, points);
        moves_.push_back({polyglot::encode_move(move, position), points});
    }
    for (const ScoredMove& move : moves_) {
        uint64_t weight = move.half_points;
        if (most > kMaxWeight) weight = std::max(weight * kMaxWeight / most, uint64_t{1});
        entries_.push_back(
            {.key = key, .move = move.code, .weight = static_cast<uint16_t>(weight)});
    }
    summary_.entries += moves_.size();
    if (!moves_.empty()) ++summary_.positions;
}

void BookMaker::count_reached() {
    for (const corpus::Edge& edge : edges_) {
        if (edge.total >= min_games_) ++reached_;
    }
}

void BookMaker::count_out_of_reach() {
    uint64_t edges = 0;
    if (trees_.size() == 1) {
        const corpus::Tree& tree = *trees_.front();
        for (uint64_t i = 0; i < tree.edge_count(); ++i) {
            if (tree.edge(i).total >= min_games_) ++edges;
        }
    } else {
        uint32_t bucket_count = 0;
        for (const corpus::Tree* tree : trees_) {
            bucket_count = std::max(bucket_count, tree->bucket_count());
        }
        for (corpus::EdgeMerge merge(trees_, bucket_count); merge.next();) {
            if (merge.edge().total >= min_games_) ++edges;
        }
    }
    summary_.out_of_reach = edges - reached_;
}

}  // namespace

Result<BookSummary> write_book(const corpus::Corpus& corpus, const std::filesystem::path& path,
                               const BookOptions& options) {
    EDGE_CHECK(corpus.check_tree());
    if (!corpus.has_tree() || !corpus.meta().has_polyglot_tree()) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: found no tree that Edge made, expected one to make a book of",
                                corpus.path()));
    }
    auto writer = EDGE_TRY(polyglot::BookWriter::create(path, options.overwrite));
    BookMaker maker(corpus.tree_segments(), options);
    maker.walk();
    for (const BookEntry& entry : maker.entries()) EDGE_CHECK(writer.add(entry));
    EDGE_CHECK(writer.finish());
    return maker.summary();
}

}  // namespace edge::convert
