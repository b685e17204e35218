#include "ingest/tree_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <optional>

#include "core/in_order.h"
#include "core/output_file.h"
#include "core/parallel.h"
#include "core/spill_file.h"
#include "corpus/tree_games_writer.h"
#include "corpus/tree_writer.h"

namespace edge::ingest {

using corpus::Edge;

namespace {

// Below this many tuples a tree has few buckets, so that a small corpus stays small.
constexpr uint64_t kSmallTree = uint64_t{1} << 20;
constexpr unsigned kSmallBucketBits = 10;

// What the list of an edge with two games takes for each of them: the most there is.
constexpr uint64_t kListBytesPerTuple = 16;

void number_games(std::span<TreeTuple> tuples, uint32_t first_game) {
    for (TreeTuple& tuple : tuples) tuple.set_game(tuple.game() + first_game);
}

}  // namespace

TreeBuilder::TreeBuilder(std::filesystem::path directory, uint64_t memory)
    : directory_(std::move(directory)), memory_(memory) {}

Status TreeBuilder::add(PartitionedTuples tuples, uint64_t first_game) {
    if (tuples.size() == 0) return {};
    kept_tuples_ += tuples.size();
    total_tuples_ += tuples.size();
    // With 2^32 games or more the numbers run over; then nobody asks for lists.
    kept_.push_back({std::move(tuples), static_cast<uint32_t>(first_game)});
    if (kept_tuples_ * sizeof(TreeTuple) + kept_.size() * sizeof(Kept) > memory_) return spill();
    return {};
}

Status TreeBuilder::spill() {
    const auto path = directory_ / fmt::format("tree-spill-{}", runs_.size());
    auto file = EDGE_TRY(OutputFile::create(path));
    Run run;
    for (size_t p = 0; p < kPartitions; ++p) {
        run.begins.push_back(file.size() / sizeof(TreeTuple));
        for (Kept& kept : kept_) {
            const std::span<TreeTuple> tuples = kept.tuples.partition(p);
            number_games(tuples, kept.first_game);
            EDGE_CHECK(file.append(std::as_bytes(tuples)));
        }
    }
    run.begins.push_back(file.size() / sizeof(TreeTuple));
    run.file = EDGE_TRY(read_spilled(file));
    runs_.push_back(std::move(run));
    kept_.clear();
    kept_tuples_ = 0;
    return {};
}

uint64_t TreeBuilder::partition_size(size_t partition) const {
    uint64_t size = 0;
    for (const Kept& kept : kept_) size += kept.tuples.partition(partition).size();
    for (const Run& run : runs_) size += run.begins[partition + 1] - run.begins[partition];
    return size;
}

std::vector<TupleStretch> TreeBuilder::stretches(size_t partition) const {
    std::vector<TupleStretch> stretches;
    for (const Run& run : runs_) {
        const auto* all = reinterpret_cast<const TreeTuple*>(run.file.bytes().data());
        const uint64_t begin = run.begins[partition];
        stretches.push_back({{all + begin, all + run.begins[partition + 1]}, 0});
    }
    for (const Kept& kept : kept_) {
        stretches.push_back({kept.tuples.partition(partition), kept.first_game});
    }
    return stretches;
}

std::vector<TreeTuple> TreeBuilder::gather(size_t partition) const {
    std::vector<TreeTuple> tuples;
    tuples.reserve(partition_size(partition));
    for (const TupleStretch& stretch : stretches(partition)) {
        const size_t at = tuples.size();
        tuples.insert(tuples.end(), stretch.tuples.begin(), stretch.tuples.end());
        if (stretch.first_game == 0) continue;
        number_games(std::span(tuples).subspan(at), stretch.first_game);
    }
    return tuples;
}

uint32_t TreeBuilder::bucket_count() const {
    return 1U << (total_tuples_ < kSmallTree ? kSmallBucketBits : kBucketBits);
}

// A small tree at once; its keys are turned by fewer bits.
TreePart TreeBuilder::sum_all(const TreeOptions& options) const {
    std::vector<TreeTuple> all;
    for (size_t p = 0; p < kPartitions; ++p) {
        const auto some = gather(p);
        all.insert(all.end(), some.begin(), some.end());
    }
    for (TreeTuple& tuple : all) {
        tuple.key = std::rotr(std::rotl(tuple.key, kBucketBits), kSmallBucketBits);
    }
    TreePart part;
    sum_tuples(all, {kSmallBucketBits, 0, options.min_games, options.game_count.has_value()}, part);
    return part;
}

Status TreeBuilder::sum(const TreeOptions& options, const std::function<Status(TreePart)>& take) {
    if (total_tuples_ < kSmallTree) return take(sum_all(options));

    // A partition in the making takes its tuples twice, its edges and its lists. Those of popular
    // positions are larger than the others: every game is in that of the starting position.
    const bool lists = options.game_count.has_value();
    const uint64_t per_tuple =
        2 * sizeof(TreeTuple) + sizeof(Edge) + (lists ? kListBytesPerTuple : 0);
    const uint64_t ordinary = 2 * total_tuples_ / kPartitions;
    const auto workers = static_cast<unsigned>(
        std::clamp<uint64_t>(memory_ / (ordinary * per_tuple), 1, options.threads));
    const uint64_t room = memory_ / (workers * per_tuple);
    const SumOptions sum_options{kBucketBits, kPartitionBits, options.min_games, lists};
    struct Turn {
        size_t partition;
        std::optional<TreePart> part;  // nothing where there is no room for all of it at once
    };
    InOrder<Turn> in_order(workers + 2);
    std::atomic<size_t> next_partition = 0;
    Status status;
    const auto work = [&] {
        for (;;) {
            const size_t partition = next_partition++;
            if (partition >= kPartitions) return;
            Turn made{partition, std::nullopt};
            if (partition_size(partition) <= room) {
                std::vector<TreeTuple> tuples = gather(partition);
                made.part.emplace().edges.reserve(tuples.size());
                sum_tuples(tuples, sum_options, *made.part);
            }
            const bool goes_on = in_order.deliver(partition, std::move(made), [&](Turn turn) {
                status = turn.part ? take(std::move(*turn.part))
                                   : sum_large_partition(stretches(turn.partition), sum_options,
                                                         room, take);
                return status.has_value();
            });
            if (!goes_on) return;
        }
    };
    run_on_threads(workers, [&](unsigned) {
        try {
            work();
        } catch (...) {
            in_order.stop();
            throw;
        }
    });
    return status;
}

Result<TreeSummary> TreeBuilder::write(const TreeOptions& options) {
    TreeSummary summary;
    summary.tuples = total_tuples_;
    for (const Run& run : runs_) summary.spilled_bytes += run.file.bytes().size();

    auto writer = EDGE_TRY(corpus::TreeWriter::create(directory_ / "tree.dat", bucket_count()));
    std::optional<OutputFile> games_file;
    std::optional<corpus::TreeGamesWriter> games;
    if (options.game_count) {
        games_file = EDGE_TRY(OutputFile::create(directory_ / "tree.games"));
        games = EDGE_TRY(corpus::TreeGamesWriter::create(*games_file, directory_));
    }
    EDGE_CHECK(sum(options, [&](TreePart part) -> Status {
        if (options.is_cancelled && options.is_cancelled()) {
            return fail(ErrorCode::Cancelled, "the tree was cancelled");
        }
        if (auto status = writer.append(part.edges); !status) return status;
        return games ? games->append(std::move(part.games)) : Status();
    }));
    EDGE_CHECK(writer.finish(true));
    summary.edges = writer.edge_count();
    if (games) {
        EDGE_CHECK(games->finish(*options.game_count));
        summary.games = {games->list_count(), games_file->size()};
        EDGE_CHECK(games_file->close(true));
    }
    return summary;
}

}  // namespace edge::ingest
