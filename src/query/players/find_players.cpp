#include "query/players/find_players.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <unordered_map>

#include "query/players/name_match.h"

namespace edge::query {
namespace {

using corpus::PlayerTable;

constexpr uint32_t kBetweenChecks = 1U << 16;

// The players of a table, of whom several are one by players.tsv; the first of them stands for all.
class Persons {
public:
    Persons(const PlayerTable& table, const corpus::PlayerAliases& aliases) : table_(table) {
        for (const std::vector<std::string>& names : aliases.lines()) {
            std::vector<uint32_t> players;
            for (const std::string& name : names) {
                if (const auto player = table.find(name)) players.push_back(*player);
            }
            if (players.empty()) continue;
            const uint32_t first = players.front();
            for (const uint32_t player : players) first_of_[player] = first;
            lines_[first] = {names.front(), std::move(players)};
        }
    }

    uint32_t first_of(uint32_t player) const {
        if (first_of_.empty()) return player;
        const auto found = first_of_.find(player);
        return found == first_of_.end() ? player : found->second;
    }

    // Here and below, of the player who stands for all.
    std::string_view name(uint32_t first) const {
        const Line* const line = line_of(first);
        return line == nullptr ? table_.name(first) : std::string_view(line->name);
    }

    std::optional<corpus::PlayerTotals> totals(uint32_t first) const {
        auto totals = table_.totals(first);
        const Line* const line = line_of(first);
        if (!totals || line == nullptr) return totals;
        for (size_t i = 1; i < line->players.size(); ++i)
            *totals += *table_.totals(line->players[i]);
        return totals;
    }

    FoundPlayer found(uint32_t first) const {
        FoundPlayer found{std::string(name(first)), {}, totals(first)};
        const Line* const line = line_of(first);
        if (line == nullptr) return found;
        for (const uint32_t player : line->players) {
            const std::string_view other = table_.name(player);
            if (other != found.name) found.other_names.emplace_back(other);
        }
        return found;
    }

private:
    struct Line {
        std::string name;
        std::vector<uint32_t> players;  // that the corpus has
    };
    const Line* line_of(uint32_t first) const {
        const auto found = lines_.find(first);
        return found == lines_.end() ? nullptr : &found->second;
    }

    const PlayerTable& table_;
    std::unordered_map<uint32_t, uint32_t> first_of_;
    std::unordered_map<uint32_t, Line> lines_;  // by their first player
};

struct Candidate {
    uint32_t cost;
    uint32_t player;
};

// Those who lack a word are left out as soon as somebody has all of them.
Result<std::vector<Candidate>> candidates(const PlayerTable& table, std::string_view text,
                                          const std::function<bool()>& is_cancelled) {
    const TypedName typed(text);
    const bool refers_to_all = text.find_first_not_of(' ') == std::string_view::npos;
    std::vector<Candidate> found;
    bool has_whole = false;
    for (uint32_t player = 0; player < table.size(); ++player) {
        if (player % kBetweenChecks == 0 && is_cancelled && is_cancelled()) {
            return fail(ErrorCode::Cancelled, "cancelled");
        }
        const auto cost =
            refers_to_all ? std::optional(0U) : typed.cost(table.words(player), table.text());
        if (!cost || (has_whole && *cost >= TypedName::kMissingWord)) continue;
        if (!has_whole && *cost < TypedName::kMissingWord) {
            has_whole = true;
            found.clear();
        }
        found.push_back({*cost, player});
    }
    return found;
}

// Each person once, with the least cost.
void join(std::vector<Candidate>& candidates, const Persons& persons) {
    for (Candidate& candidate : candidates) candidate.player = persons.first_of(candidate.player);
    std::ranges::sort(candidates, {}, [](const Candidate& candidate) {
        return std::tuple(candidate.player, candidate.cost);
    });
    const auto rest = std::ranges::unique(candidates, {}, &Candidate::player);
    candidates.erase(rest.begin(), rest.end());
}

}  // namespace

Result<std::vector<FoundPlayer>> find_players(const corpus::Corpus& corpus, std::string_view text,
                                              size_t limit,
                                              const std::function<bool()>& is_cancelled) {
    const PlayerTable& table = *EDGE_TRY(corpus.players(is_cancelled));
    const corpus::PlayerAliases& aliases = *EDGE_TRY(corpus.aliases());
    const Persons persons(table, aliases);
    auto found = EDGE_TRY(candidates(table, text, is_cancelled));
    if (!aliases.lines().empty()) join(found, persons);
    const auto order = [&persons](const Candidate& candidate) {
        const auto totals = persons.totals(candidate.player);
        return std::tuple(candidate.cost, totals ? ~totals->games : 0,
                          persons.name(candidate.player));
    };
    const size_t kept = std::min(limit, found.size());
    std::ranges::partial_sort(
        found, found.begin() + static_cast<std::ptrdiff_t>(kept),
        [&order](const Candidate& a, const Candidate& b) { return order(a) < order(b); });
    std::vector<FoundPlayer> players;
    players.reserve(kept);
    for (size_t i = 0; i < kept; ++i) players.push_back(persons.found(found[i].player));
    return players;
}

}  // namespace edge::query
