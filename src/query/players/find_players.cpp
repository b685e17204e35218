#include "query/players/find_players.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "query/players/name_match.h"

namespace edge::query {
namespace {

using corpus::PlayerTable;

constexpr uint32_t kBetweenChecks = 1U << 16;

struct Candidate {
    uint32_t cost;
    uint32_t player;
};

// Those who lack a word are left out as soon as somebody has all of them.
Result<std::vector<Candidate>> candidates(const PlayerTable& table, std::string_view text,
                                          const std::function<bool()>& is_cancelled) {
    const TypedName typed(text);
    const bool asks_for_all = text.find_first_not_of(' ') == std::string_view::npos;
    std::vector<Candidate> found;
    bool has_whole = false;
    for (uint32_t player = 0; player < table.size(); ++player) {
        if (player % kBetweenChecks == 0 && is_cancelled && is_cancelled()) {
            return fail(ErrorCode::Cancelled, "cancelled");
        }
        const auto cost =
            asks_for_all ? std::optional(0U) : typed.cost(table.words(player), table.text());
        if (!cost || (has_whole && *cost >= TypedName::kMissingWord)) continue;
        if (!has_whole && *cost < TypedName::kMissingWord) {
            has_whole = true;
            found.clear();
        }
        found.push_back({*cost, player});
    }
    return found;
}

}  // namespace

Result<std::vector<FoundPlayer>> find_players(const corpus::Corpus& corpus, std::string_view text,
                                              size_t limit,
                                              const std::function<bool()>& is_cancelled) {
    const PlayerTable& table = *EDGE_TRY(corpus.players(is_cancelled));
    auto found = EDGE_TRY(candidates(table, text, is_cancelled));
    const auto order = [&table](const Candidate& candidate) {
        const auto totals = table.totals(candidate.player);
        return std::tuple(candidate.cost, totals ? ~totals->games : 0,
                          table.name(candidate.player));
    };
    const size_t kept = std::min(limit, found.size());
    std::ranges::partial_sort(
        found, found.begin() + static_cast<std::ptrdiff_t>(kept),
        [&order](const Candidate& a, const Candidate& b) { return order(a) < order(b); });
    std::vector<FoundPlayer> players;
    players.reserve(kept);
    for (size_t i = 0; i < kept; ++i) {
        const uint32_t player = found[i].player;
        players.push_back({std::string(table.name(player)), table.totals(player)});
    }
    return players;
}

}  // namespace edge::query
