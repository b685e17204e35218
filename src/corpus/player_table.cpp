#include "corpus/player_table.h"

#include <algorithm>

#include "core/hash.h"
#include "corpus/corpus.h"

namespace edge::corpus {
namespace {

constexpr uint32_t kBetweenChecks = 1U << 16;
constexpr uint32_t kNobody = UINT32_MAX;

Status check(const std::function<bool()>& is_cancelled) {
    if (is_cancelled && is_cancelled()) return fail(ErrorCode::Cancelled, "cancelled");
    return {};
}

// Adds the games of one colour. Indices that name nobody, as only a damaged shard has them, are
// left out.
Status add_games(const HeaderColumns& columns, std::span<const uint32_t> names,
                 std::span<const uint16_t> elos, std::span<const uint32_t> players,
                 std::span<PlayerTotals> totals, const std::function<bool()>& is_cancelled) {
    for (size_t game = 0; game < names.size(); ++game) {
        if (game % kBetweenChecks == 0) EDGE_CHECK(check(is_cancelled));
        const uint32_t name = names[game];
        if (name >= players.size() || players[name] == kNobody) continue;
        totals[players[name]].add_game(columns.date[game] & 0xFFF, elos[game]);
    }
    return {};
}

// 0 stands for "unknown" and is less than nothing.
uint16_t lesser(uint16_t a, uint16_t b) { return a == 0 || (b != 0 && b < a) ? b : a; }

}  // namespace

void PlayerTotals::add_game(uint32_t year, uint16_t elo) {
    ++games;
    first_year = lesser(first_year, static_cast<uint16_t>(year));
    last_year = std::max(last_year, static_cast<uint16_t>(year));
    min_elo = lesser(min_elo, elo);
    max_elo = std::max(max_elo, elo);
}

PlayerTotals& PlayerTotals::operator+=(const PlayerTotals& other) {
    games += other.games;
    first_year = lesser(first_year, other.first_year);
    last_year = std::max(last_year, other.last_year);
    min_elo = lesser(min_elo, other.min_elo);
    max_elo = std::max(max_elo, other.max_elo);
    return *this;
}

std::optional<uint32_t> PlayerTable::find(std::string_view name) const {
    return numbers_.find(hash_bytes(name), [&](uint32_t number) { return names_[number] == name; });
}

uint32_t PlayerTable::add(std::string_view name) {
    const uint64_t hash = hash_bytes(name);
    const auto is_same = [&](uint32_t number) { return names_[number] == name; };
    if (const auto known = numbers_.find(hash, is_same)) return *known;
    names_.push_back(name);
    append_name_words(name, text_, words_);
    first_words_.push_back(words_.size());
    return numbers_.add(hash);
}

Result<PlayerTable> PlayerTable::make(const Corpus& corpus,
                                      const std::function<bool()>& is_cancelled) {
    PlayerTable table;
    std::vector<std::vector<uint32_t>> players(corpus.shard_count());  // by shard and index
    bool has_columns = true;
    for (uint32_t number = 0; number < corpus.shard_count(); ++number) {
        const Shard& shard = corpus.shard(number);
        has_columns = has_columns && shard.columns() != nullptr;
        const NameList names = shard.names();
        players[number].reserve(names.size());
        for (uint32_t i = 0; i < names.size(); ++i) {
            if (i % kBetweenChecks == 0) EDGE_CHECK(check(is_cancelled));
            const std::string_view name = names[i];
            const bool is_known = !name.empty() && name != "?";
            players[number].push_back(is_known ? table.add(name) : kNobody);
        }
    }
    if (!has_columns) return table;
    table.totals_.resize(table.size());
    for (uint32_t number = 0; number < corpus.shard_count(); ++number) {
        const HeaderColumns& columns = *corpus.shard(number).columns();
        EDGE_CHECK(add_games(columns, columns.white_name, columns.white_elo, players[number],
                             table.totals_, is_cancelled));
        EDGE_CHECK(add_games(columns, columns.black_name, columns.black_elo, players[number],
                             table.totals_, is_cancelled));
    }
    return table;
}

}  // namespace edge::corpus
