#include "query/headers/player_names.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/fold.h"

namespace edge::query {
namespace {

constexpr uint32_t kNamesBetweenChecks = 4096;

struct Found {
    std::string_view name;
    bool begins = false;  // with the part
    uint64_t games = 0;
};

// A name has a different index in each shard.
class Search {
public:
    Search(std::string_view part, const std::function<bool()>& is_cancelled)
        : part_(folded(part)), is_cancelled_(is_cancelled) {}

    Status add(const corpus::Shard& shard) {
        const uint32_t names = shard.name_count();
        std::vector<Found*> by_index(names);
        for (uint32_t i = 0; i < names; ++i) {
            if (i % kNamesBetweenChecks == 0) EDGE_CHECK(check());
            const std::string_view name = EDGE_TRY(shard.name(i));
            const size_t at = folded(name).find(part_);
            if (at == std::string::npos) continue;
            by_index[i] = &found_.try_emplace(name, Found{name, at == 0}).first->second;
        }
        const corpus::HeaderColumns* const columns = shard.columns();
        is_counted_ = is_counted_ && columns != nullptr;
        if (!is_counted_) return {};
        for (const auto column : {columns->white_name, columns->black_name}) {
            EDGE_CHECK(check());
            for (const uint32_t index : column) {
                if (index < names && by_index[index] != nullptr) ++by_index[index]->games;
            }
        }
        return {};
    }

    std::vector<PlayerName> best(size_t limit) const {
        std::vector<Found> list;
        list.reserve(found_.size());
        for (const auto& [name, found] : found_) list.push_back(found);
        const size_t kept = std::min(limit, list.size());
        std::ranges::partial_sort(
            list, list.begin() + static_cast<std::ptrdiff_t>(kept),
            [this](const Found& a, const Found& b) {
                const auto order = [this](const Found& found) {
                    return std::tuple(!found.begins, is_counted_ ? ~found.games : 0, found.name);
                };
                return order(a) < order(b);
            });
        std::vector<PlayerName> names;
        names.reserve(kept);
        for (size_t i = 0; i < kept; ++i) {
            names.push_back({std::string(list[i].name),
                             is_counted_ ? std::optional(list[i].games) : std::nullopt});
        }
        return names;
    }

private:
    Status check() const {
        if (is_cancelled_()) return fail(ErrorCode::Cancelled, "cancelled");
        return {};
    }

    const std::string part_;
    const std::function<bool()>& is_cancelled_;
    std::unordered_map<std::string_view, Found> found_;  // its values do not move
    bool is_counted_ = true;
};

}  // namespace

Result<std::vector<PlayerName>> find_player_names(const corpus::Corpus& corpus,
                                                  std::string_view part, size_t limit,
                                                  const std::function<bool()>& is_cancelled) {
    Search search(part, is_cancelled);
    for (uint32_t number = 0; number < corpus.shard_count(); ++number) {
        EDGE_CHECK(search.add(corpus.shard(number)));
    }
    return search.best(limit);
}

}  // namespace edge::query
