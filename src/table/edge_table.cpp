#include "table/tables.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "chess/uci.h"
#include "corpus/edge_merge.h"
#include "corpus/game_set.h"
#include "corpus/tree_segment.h"
#include "query/scan/blocks.h"
#include "table/columns.h"

namespace edge::table {
namespace {

enum class EdgeKind : uint8_t { Hash, Move, Uci, White, Draws, Black, Total };

constexpr std::array<ColumnRow<EdgeKind>, 7> kColumns = {{
    {"hash", EdgeKind::Hash, Type::UInt64, false, true},
    {"move", EdgeKind::Move, Type::UInt16, false, true},
    {"uci", EdgeKind::Uci, Type::Text, false, true},
    {"white", EdgeKind::White, Type::Int64, false, true},
    {"draws", EdgeKind::Draws, Type::Int64, false, true},
    {"black", EdgeKind::Black, Type::Int64, false, true},
    {"total", EdgeKind::Total, Type::Int64, false, true},
}};

constexpr uint64_t kEdgesAtOnce = 4096;  // of one thread

using EdgeColumn = Column<EdgeKind>;

void add_edge(EdgeKind kind, const corpus::Edge& edge, ArrayBuilder& out) {
    const Move move = Move::from_raw(static_cast<uint16_t>(edge.move_id));
    switch (kind) {
        case EdgeKind::Hash:
            return out.add(edge.parent_hash);
        case EdgeKind::Move:
            return out.add(move.raw());
        case EdgeKind::Uci:
            return out.add_text(to_uci(move, Position::start(), CastlingRule::Standard));
        case EdgeKind::White:
            return out.add(int64_t{edge.white});
        case EdgeKind::Draws:
            return out.add(int64_t{edge.draws});
        case EdgeKind::Black:
            return out.add(int64_t{edge.black});
        case EdgeKind::Total:
            return out.add(int64_t{edge.total});
    }
}

class EdgeSource : public RecordBatchSource {
public:
    EdgeSource(const corpus::Corpus& corpus, std::vector<EdgeColumn> columns,
               std::optional<query::Query> query, uint32_t batch_rows, query::RunOptions run)
        : corpus_(corpus),
          columns_(std::move(columns)),
          query_(std::move(query)),
          batch_rows_(batch_rows),
          run_(std::move(run)) {
        const auto& segments = corpus.tree_segments();
        if (segments.size() == 1) return;
        uint32_t bucket_count = 0;
        for (const corpus::TreeSegment& segment : segments) {
            bucket_count = std::max(bucket_count, segment.tree.bucket_count());
        }
        const auto trees = corpus::trees_of(segments);
        merge_.emplace(trees, bucket_count);
    }

    std::vector<Field> fields() const override { return fields_of(columns_); }

    Result<std::vector<OwnedArray>> next() override {
        if (query_ && !games_) EDGE_CHECK(find_games());
        const uint64_t wanted = record_batches_at_once(run_) * uint64_t{batch_rows_};
        while (edges_.size() < wanted && !at_end_) EDGE_CHECK(read_more(wanted));
        const size_t rows = std::min<uint64_t>(wanted, edges_.size());
        std::vector<OwnedArray> batches((rows + batch_rows_ - 1) / batch_rows_);
        EDGE_CHECK(in_parallel(batches.size(), [&](size_t number) -> Status {
            const size_t begin = number * batch_rows_;
            const size_t end = std::min<size_t>(begin + batch_rows_, rows);
            batches[number] = EDGE_TRY(build(std::span(edges_).subspan(begin, end - begin)));
            return {};
        }));
        edges_.erase(edges_.begin(), edges_.begin() + static_cast<ptrdiff_t>(rows));
        return batches;
    }

private:
    Status find_games() {
        const Bitmap games = EDGE_TRY(query::find_games(*query_, run_));
        games_ = EDGE_TRY(corpus::GameSet::of(corpus_, games));
        games_done_ = corpus_.game_count();
        return {};
    }

    template <class Work>
    Status in_parallel(size_t count, Work work) {
        query::RunOptions run = run_;
        if (run_.on_progress) {
            run.on_progress = [this](uint64_t) { return run_.on_progress(games_done_); };
        }
        return query::run_blocks(
            count, run, [](size_t) { return 0; },
            [&](unsigned, size_t number) { return work(number); });
    }

    // Reads the next `count` edges and keeps those with games.
    Status read_more(uint64_t count) {
        return merge_ ? merge_more(count) : read_more_of_file(count);
    }

    Status read_more_of_file(uint64_t count) {
        const corpus::Tree& tree = corpus_.tree_segments().front().tree;
        const uint64_t begin = next_edge_;
        const uint64_t end = std::min(begin + count, tree.edge_count());
        std::vector<std::vector<corpus::Edge>> pieces((end - begin + kEdgesAtOnce - 1) /
                                                      kEdgesAtOnce);
        EDGE_CHECK(in_parallel(pieces.size(), [&](size_t number) -> Status {
            const uint64_t first = begin + number * kEdgesAtOnce;
            const uint64_t last = std::min(first + kEdgesAtOnce, end);
            for (uint64_t index = first; index < last; ++index) {
                const corpus::TreeEdge part{0, index};
                const auto edge = EDGE_TRY(of_games(tree.edge(index), std::span(&part, 1)));
                if (edge.total > 0) pieces[number].push_back(edge);
            }
            return {};
        }));
        keep(pieces);
        next_edge_ = end;
        at_end_ = end == tree.edge_count();
        return {};
    }

    // The merge goes from front to back; only the games of its edges are counted in parallel.
    Status merge_more(uint64_t count) {
        struct Merged {
            corpus::Edge edge;
            size_t end;  // of its parts among all
        };
        std::vector<Merged> merged;
        std::vector<corpus::TreeEdge> parts;
        while (merged.size() < count && !at_end_) {
            at_end_ = !merge_->next();
            if (at_end_) break;
            if (games_) parts.insert(parts.end(), merge_->parts().begin(), merge_->parts().end());
            merged.push_back({merge_->edge(), parts.size()});
        }
        std::vector<std::vector<corpus::Edge>> pieces((merged.size() + kEdgesAtOnce - 1) /
                                                      kEdgesAtOnce);
        EDGE_CHECK(in_parallel(pieces.size(), [&](size_t number) -> Status {
            const size_t first = number * kEdgesAtOnce;
            const size_t last = std::min<size_t>(first + kEdgesAtOnce, merged.size());
            for (size_t i = first; i < last; ++i) {
                const size_t begin = i == 0 ? 0 : merged[i - 1].end;
                const auto edge = EDGE_TRY(of_games(
                    merged[i].edge, std::span(parts).subspan(begin, merged[i].end - begin)));
                if (edge.total > 0) pieces[number].push_back(edge);
            }
            return {};
        }));
        keep(pieces);
        return {};
    }

    void keep(const std::vector<std::vector<corpus::Edge>>& pieces) {
        for (const auto& piece : pieces) edges_.insert(edges_.end(), piece.begin(), piece.end());
    }

    // The edge with the counts of the games that are asked for; it is the sum of `parts`.
    Result<corpus::Edge> of_games(corpus::Edge edge,
                                  std::span<const corpus::TreeEdge> parts) const {
        if (!games_) return edge;
        corpus::Score score;
        for (const corpus::TreeEdge& part : parts) {
            const corpus::TreeSegment& segment = corpus_.tree_segments()[part.tree];
            const auto add = [&](const auto& list) {
                score += games_->score_of(list, segment.first_game);
            };
            const uint32_t total = segment.tree.edge(part.number).total;
            EDGE_CHECK(segment.games->visit(part.number, total, add, add));
        }
        edge.white = static_cast<uint32_t>(score.white);
        edge.draws = static_cast<uint32_t>(score.draws);
        edge.black = static_cast<uint32_t>(score.black);
        edge.total = static_cast<uint32_t>(score.total());
        return edge;
    }

    Result<OwnedArray> build(std::span<const corpus::Edge> edges) const {
        auto builders = make_builders(fields(), edges.size());
        for (size_t i = 0; i < columns_.size(); ++i) {
            for (const corpus::Edge& edge : edges) add_edge(columns_[i].kind, edge, builders[i]);
        }
        return finish_record_batch(std::move(builders), fields(), edges.size());
    }

    const corpus::Corpus& corpus_;
    const std::vector<EdgeColumn> columns_;
    const std::optional<query::Query> query_;
    const uint32_t batch_rows_;
    const query::RunOptions run_;
    std::optional<corpus::GameSet> games_;  // the result of query_
    uint64_t games_done_ = 0;
    std::optional<corpus::EdgeMerge> merge_;  // of several segments
    uint64_t next_edge_ = 0;                  // of a single one
    bool at_end_ = false;
    std::vector<corpus::Edge> edges_;  // read, and not yet in a record batch
};

}  // namespace

Result<std::unique_ptr<RecordBatchSource>> make_edge_table(const corpus::Corpus& corpus,
                                                           std::span<const std::string> columns,
                                                           std::optional<query::Query> query,
                                                           uint32_t batch_rows,
                                                           query::RunOptions run) {
    auto chosen = EDGE_TRY(choose_columns<EdgeKind>(kColumns, columns, no_other<EdgeKind>));
    EDGE_CHECK(corpus.check_tree());
    if (!corpus.has_tree()) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} has no tree, expected one for the table of edges; index with "
                                "tree to have it",
                                corpus.path()));
    }
    if (query && !corpus.has_tree_games()) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} has no tree.games, expected it for the edges of some games; "
                                "add it to the corpus",
                                corpus.path()));
    }
    return std::make_unique<EdgeSource>(corpus, std::move(chosen), std::move(query), batch_rows,
                                        std::move(run));
}

}  // namespace edge::table
