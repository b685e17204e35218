#include "index/dedup.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include "core/for_each_number.h"
#include "corpus/bitmap_layout.h"
#include "index/game_families.h"

namespace edge::indexing {
namespace {

constexpr uint32_t kTaskBuckets = 256;  // some 10,000 games

// What one task found.
struct Found {
    Status status;
    std::vector<Duplicate> duplicates;
    std::vector<NearMiss> near_misses;
};

Status find_in_buckets(const ShardList& shards, OpeningTable& table, uint32_t begin,
                       DuplicateGroups& groups) {
    const uint32_t end = std::min(begin + kTaskBuckets, table.bucket_count());
    for (uint32_t bucket = begin; bucket < end; ++bucket) {
        EDGE_CHECK(table.for_each_family(shards, bucket, [&](std::span<const FamilyGame> family) {
            return groups.add_family(family);
        }));
    }
    return {};
}

// Empties a vector, and gives its memory back.
template <class T>
void move_to(std::vector<T>& to, std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
    from = {};
}

template <class T>
size_t total(const std::vector<Found>& tasks, std::vector<T> Found::* list) {
    size_t sum = 0;
    for (const Found& found : tasks) sum += (found.*list).size();
    return sum;
}

}  // namespace

Result<DedupReport> find_duplicates(const corpus::Corpus& corpus, const DedupOptions& options) {
    const corpus::PlayerAliases& aliases = *EDGE_TRY(corpus.aliases());
    EDGE_CHECK(check_game_ids(corpus.path(), corpus.game_count()));
    const ShardList shards(corpus);
    std::atomic<uint64_t> games_done = 0;
    const auto is_cancelled = [&] {
        return options.on_progress && !options.on_progress(games_done);
    };
    std::vector<Found> tasks;
    {
        OpeningTable table = EDGE_TRY(OpeningTable::make(shards, options.threads, is_cancelled));
        tasks.resize((table.bucket_count() + kTaskBuckets - 1) / kTaskBuckets);
        std::vector<std::unique_ptr<DuplicateGroups>> of_thread(std::max(1U, options.threads));
        const uint64_t games_of_task = corpus.game_count() / tasks.size();
        for_each_number(tasks.size(), options.threads, [&](unsigned thread, uint64_t number) {
            auto& groups = of_thread[thread];
            if (!groups) {
                groups = std::make_unique<DuplicateGroups>(shards, aliases, options.near_misses,
                                                           options.threads);
            }
            Found& found = tasks[number];
            if (is_cancelled()) {
                found.status = fail(ErrorCode::Cancelled, "cancelled");
                return false;
            }
            found.status = find_in_buckets(shards, table,
                                           static_cast<uint32_t>(number) * kTaskBuckets, *groups);
            found.duplicates = std::exchange(groups->duplicates, {});
            found.near_misses = std::exchange(groups->near_misses, {});
            games_done += games_of_task;
            return found.status.has_value();
        });
    }
    // Whichever thread was first: the error of the first task that failed.
    for (const Found& found : tasks) EDGE_CHECK(found.status);
    DedupReport report;
    report.duplicates.reserve(total(tasks, &Found::duplicates));
    report.near_misses.reserve(total(tasks, &Found::near_misses));
    for (Found& found : tasks) {
        move_to(report.duplicates, found.duplicates);
        move_to(report.near_misses, found.near_misses);
    }
    const auto key = [](const Duplicate& pair) { return std::pair(pair.kept, pair.dropped); };
    std::ranges::sort(report.duplicates, {}, key);
    std::ranges::sort(report.near_misses, {}, [&](const NearMiss& miss) { return key(miss.pair); });
    std::optional<uint32_t> last;
    for (const Duplicate& pair : report.duplicates) {
        if (pair.kept != last) ++report.groups;
        last = pair.kept;
    }
    return report;
}

Bitmap dropped_games(const corpus::Corpus& corpus, const DedupReport& report) {
    Bitmap set(corpus::bitmap_layout(corpus));
    for (const Duplicate& pair : report.duplicates) {
        const corpus::GamePlace place = corpus.locate(pair.dropped);
        set.set(place.shard, place.index);
    }
    return set;
}

}  // namespace edge::indexing
