#include "tree/tree_builder.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

#include "core/ordered_work.h"
#include "core/output_file.h"
#include "corpus/tree_games_writer.h"
#include "corpus/tree_writer.h"
#include "tree/large_slice.h"
#include "tree/tuple_sort.h"

namespace edge::tree {

using corpus::Edge;

namespace {

// With fewer tuples than this a tree has few buckets, so that a small corpus stays small.
constexpr uint64_t kSmallTree = uint64_t{1} << 20;
constexpr unsigned kSmallBucketBits = 10;

// The list of an edge with two games takes this much for each, which is the maximum.
constexpr uint64_t kListBytesPerTuple = 16;

}  // namespace

TreeBuilder::TreeBuilder(std::filesystem::path directory, uint64_t memory)
    : directory_(std::move(directory)), memory_(memory), tuples_(directory_, memory) {}

uint32_t tree_bucket_count(uint64_t tuples) {
    return 1U << (tuples < kSmallTree ? kSmallBucketBits : kBucketBits);
}

// A small tree is sorted at once, as its keys are turned by fewer bits. It is passed on in parts,
// so that these take the same memory again and again.
Status TreeBuilder::sum_small(const TreeOptions& options,
                              const std::function<Status(TreePart)>& take) const {
    constexpr size_t kPartTuples = size_t{1} << 15;
    std::vector<TupleRange> ranges;
    for (size_t s = 0; s < kSlices; ++s) {
        std::ranges::copy_if(tuples_.ranges(s), std::back_inserter(ranges),
                             [](const TupleRange& range) { return !range.tuples.empty(); });
    }
    const auto sorted = sorted_copy(ranges, tuples_.size(), kSmallBucketBits);
    const std::span<const TreeTuple> all(sorted.get(), tuples_.size());
    const SumOptions sum_options{kSmallBucketBits, 0, options.min_games,
                                 options.game_count.has_value()};
    for (size_t begin = 0; begin < all.size();) {
        size_t end = std::min(begin + kPartTuples, all.size());
        while (end < all.size() && all[end].key == all[end - 1].key) ++end;
        TreePart part;
        part.edges.reserve(std::min(end - begin, kPartTuples));
        sum_sorted(all.subspan(begin, end - begin), sum_options, part);
        EDGE_CHECK(take(std::move(part)));
        begin = end;
    }
    return {};
}

Status TreeBuilder::sum(const TreeOptions& options, const std::function<Status(TreePart)>& take) {
    if (tuples_.size() < kSmallTree) return sum_small(options, take);

    // A slice in the making takes its tuples twice, its edges and its lists. Those of popular
    // positions are larger than the others: every game is in that of the starting position.
    const bool lists = options.game_count.has_value();
    const uint64_t per_tuple =
        2 * sizeof(TreeTuple) + sizeof(Edge) + (lists ? kListBytesPerTuple : 0);
    const uint64_t ordinary = 2 * tuples_.size() / kSlices;
    const auto workers = static_cast<unsigned>(
        std::clamp<uint64_t>(memory_ / (ordinary * per_tuple), 1, options.threads));
    const uint64_t room = memory_ / (workers * per_tuple);
    const SumOptions sum_options{kBucketBits, kSliceBits, options.min_games, lists};
    struct Summed {
        size_t slice;
        std::optional<TreePart> part;  // nothing where there is no room for all of it at once
    };
    OrderedWork<uint64_t, Summed> work(
        workers + 2, numbers_below(kSlices), [&](Summed summed) -> Result<bool> {
            if (summed.part) {
                EDGE_CHECK(take(*std::move(summed.part)));
            } else {
                EDGE_CHECK(sum_large_slice(tuples_.ranges(summed.slice), sum_options, room, take));
            }
            return true;
        });
    return work.run(workers, [&](unsigned) {
        while (const auto taken = work.take()) {
            const auto slice = static_cast<size_t>(taken->number);
            Summed summed{slice, std::nullopt};
            if (tuples_.slice_size(slice) <= room) {
                std::vector<TreeTuple> tuples = tuples_.gather(slice);
                summed.part.emplace().edges.reserve(tuples.size());
                sum_tuples(tuples, sum_options, *summed.part);
            }
            work.put(slice, std::move(summed));
        }
    });
}

Result<TreeSummary> TreeBuilder::write(const TreeOptions& options) {
    TreeSummary summary;
    summary.tuples = tuples_.size();
    summary.spilled_bytes = tuples_.spilled_bytes();

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

}  // namespace edge::tree
