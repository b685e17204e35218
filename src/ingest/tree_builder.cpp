#include "ingest/tree_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "core/in_order.h"
#include "core/output_file.h"
#include "core/parallel.h"
#include "corpus/tree_writer.h"
#include "ingest/tree_sum.h"

namespace edge::ingest {

using corpus::Edge;

namespace {

// Below this many tuples a tree has few buckets, so that a small corpus stays small.
constexpr uint64_t kSmallTree = uint64_t{1} << 20;
constexpr unsigned kSmallBucketBits = 10;

}  // namespace

TreeBuilder::TreeBuilder(std::filesystem::path directory, uint64_t memory)
    : directory_(std::move(directory)), memory_(memory) {}

Status TreeBuilder::add(PartitionedTuples tuples) {
    if (tuples.size() == 0) return {};
    kept_tuples_ += tuples.size();
    total_tuples_ += tuples.size();
    kept_.push_back(std::move(tuples));
    if (kept_tuples_ * sizeof(TreeTuple) > memory_) return spill();
    return {};
}

Status TreeBuilder::spill() {
    const auto path = directory_ / fmt::format("tree-spill-{}", runs_.size());
    auto file = EDGE_TRY(OutputFile::create(path));
    Run run;
    for (size_t p = 0; p < kPartitions; ++p) {
        run.begins.push_back(file.size() / sizeof(TreeTuple));
        for (const PartitionedTuples& tuples : kept_) {
            EDGE_CHECK(file.append(std::as_bytes(tuples.partition(p))));
        }
    }
    run.begins.push_back(file.size() / sizeof(TreeTuple));
    EDGE_CHECK(file.close(false));
    run.file = EDGE_TRY(MappedFile::open(path));
    // The mapping keeps the bytes; without its name the file goes with the process.
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    runs_.push_back(std::move(run));
    kept_.clear();
    kept_tuples_ = 0;
    return {};
}

uint64_t TreeBuilder::partition_size(size_t partition) const {
    uint64_t size = 0;
    for (const PartitionedTuples& kept : kept_) size += kept.partition(partition).size();
    for (const Run& run : runs_) size += run.begins[partition + 1] - run.begins[partition];
    return size;
}

std::vector<TreeTuple> TreeBuilder::gather(size_t partition) const {
    std::vector<TreeTuple> tuples;
    tuples.reserve(partition_size(partition));
    for (const PartitionedTuples& kept : kept_) {
        const auto some = kept.partition(partition);
        tuples.insert(tuples.end(), some.begin(), some.end());
    }
    for (const Run& run : runs_) {
        const uint64_t begin = run.begins[partition];
        const uint64_t length = run.begins[partition + 1] - begin;
        const size_t at = tuples.size();
        tuples.resize(at + length);
        if (length == 0) continue;
        std::memcpy(tuples.data() + at, run.file.bytes().data() + begin * sizeof(TreeTuple),
                    length * sizeof(TreeTuple));
    }
    return tuples;
}

Result<TreeSummary> TreeBuilder::write(const std::filesystem::path& path, uint32_t min_games,
                                       unsigned threads) {
    TreeSummary summary;
    summary.tuples = total_tuples_;
    for (const Run& run : runs_) summary.spilled_bytes += run.file.bytes().size();

    if (total_tuples_ < kSmallTree) {
        std::vector<TreeTuple> all;
        for (size_t p = 0; p < kPartitions; ++p) {
            const auto some = gather(p);
            all.insert(all.end(), some.begin(), some.end());
        }
        for (TreeTuple& tuple : all) {
            tuple.key = std::rotr(std::rotl(tuple.key, kBucketBits), kSmallBucketBits);
        }
        std::vector<Edge> edges;
        sum_tuples(all, {kSmallBucketBits, 0, min_games}, edges);
        auto writer = EDGE_TRY(corpus::TreeWriter::create(path, 1U << kSmallBucketBits));
        EDGE_CHECK(writer.append(edges));
        EDGE_CHECK(writer.finish(true));
        summary.edges = writer.edge_count();
        return summary;
    }

    auto writer = EDGE_TRY(corpus::TreeWriter::create(path, 1U << kBucketBits));
    // A partition in the making takes its tuples twice and its edges. They differ in size: every
    // game is in that of the starting position.
    uint64_t largest = 1;
    for (size_t p = 0; p < kPartitions; ++p) largest = std::max(largest, partition_size(p));
    const uint64_t per_thread = largest * (2 * sizeof(TreeTuple) + sizeof(Edge));
    const auto workers =
        static_cast<unsigned>(std::clamp<uint64_t>(memory_ / per_thread, 1, threads));
    InOrder<std::vector<Edge>> in_order(workers + 2);
    std::atomic<size_t> next_partition = 0;
    Status status;
    const auto work = [&] {
        for (;;) {
            const size_t partition = next_partition++;
            if (partition >= kPartitions) return;
            std::vector<TreeTuple> tuples = gather(partition);
            std::vector<Edge> edges;
            edges.reserve(tuples.size());
            sum_tuples(tuples, {kBucketBits, kPartitionBits, min_games}, edges);
            tuples = {};
            const bool goes_on = in_order.deliver(partition, std::move(edges), [&](auto&& turn) {
                status = writer.append(turn);
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
    EDGE_CHECK(status);
    EDGE_CHECK(writer.finish(true));
    summary.edges = writer.edge_count();
    return summary;
}

}  // namespace edge::ingest
