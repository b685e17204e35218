#include "index/new_duplicates.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "core/for_each_number.h"
#include "index/game_families.h"

namespace edge::indexing {
namespace {

constexpr size_t kTaskHashes = 64;

struct FoundNew {
    Status status;
    std::vector<Duplicate> duplicates;
};

}  // namespace

Result<std::vector<Duplicate>> find_new_duplicates(const ShardList& shards,
                                                   const corpus::PlayerAliases& aliases,
                                                   const NewDuplicatesOptions& options) {
    const NewOpenings openings = EDGE_TRY(
        NewOpenings::make(shards, options.first_new, options.threads, options.is_cancelled));
    std::vector<FoundNew> tasks((openings.hash_count() + kTaskHashes - 1) / kTaskHashes);
    std::vector<std::unique_ptr<DuplicateGroups>> of_thread(std::max(1U, options.threads));
    for_each_number(tasks.size(), options.threads, [&](unsigned thread, uint64_t number) {
        auto& groups = of_thread[thread];
        if (!groups) {
            groups = std::make_unique<DuplicateGroups>(shards, aliases, false, options.threads);
        }
        const size_t begin = number * kTaskHashes;
        const size_t end = std::min(begin + kTaskHashes, openings.hash_count());
        FoundNew& found = tasks[number];
        for (size_t hash = begin; hash < end && found.status; ++hash) {
            if (options.is_cancelled && options.is_cancelled()) {
                found.status = fail(ErrorCode::Cancelled, "looking for duplicates was cancelled");
                break;
            }
            found.status =
                openings.for_each_family(shards, hash, [&](std::span<const FamilyGame> family) {
                    return groups->add_new_games(family, options.first_new);
                });
        }
        found.duplicates = std::exchange(groups->duplicates, {});
        return found.status.has_value();
    });
    // Whichever thread was first: the error of the first task that failed.
    for (const FoundNew& found : tasks) EDGE_CHECK(found.status);
    std::vector<Duplicate> duplicates;
    for (const FoundNew& found : tasks) {
        duplicates.insert(duplicates.end(), found.duplicates.begin(), found.duplicates.end());
    }
    std::ranges::sort(duplicates, {}, &Duplicate::dropped);
    return duplicates;
}

}  // namespace edge::indexing
