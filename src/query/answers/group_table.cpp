#include "query/answers/group_table.h"

#include <algorithm>

namespace edge::query {
namespace {

// Joins the rows of each value: a name has a code of its own in every shard.
void join_equal_values(std::vector<GroupRow>& rows) {
    std::ranges::sort(rows, {}, &GroupRow::value);
    size_t kept = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (kept == 0 || rows[kept - 1].value != rows[i].value) {
            if (kept != i) rows[kept] = std::move(rows[i]);
            ++kept;
            continue;
        }
        GroupRow& row = rows[kept - 1];
        row.positions += rows[i].positions;
        row.games += rows[i].games;
        row.white += rows[i].white;
        row.draws += rows[i].draws;
        row.black += rows[i].black;
    }
    rows.resize(kept);
}

}  // namespace

void GroupCounter::add_game(corpus::GamePlace place, const corpus::GameView& game,
                            std::span<const PlySpan> spans) {
    ++games_;
    for (const PlySpan& span : spans) positions_ += uint64_t{span.last} - span.first + 1;
    const std::span<const GroupShare> shares = splitter_.split(place, game, spans);
    for (const GroupShare& share : shares) counts_.prefetch(share.code);
    for (const GroupShare& share : shares) counts_.add(share, games_);
}

void GroupCounter::merge(const GroupCounter& other) {
    counts_.merge(other.counts_,
                  [&](GroupCode code) { return splitter_.code_of(code, other.splitter_); });
    positions_ += other.positions_;
    games_ += other.games_;
}

Result<GroupTable> GroupCounter::table(uint32_t top_n, bool sort_by_games) const {
    EDGE_CHECK(splitter_.status());
    GroupTable table{by_, positions_, 0, top_n, sort_by_games, {}};
    table.rows.reserve(counts_.size());
    Status decoded;
    counts_.for_each([&](const GroupTally& tally) {
        if (!decoded) return;
        auto value = splitter_.decode(tally.code);
        if (!value) {
            decoded = tl::unexpected(std::move(value).error());
            return;
        }
        table.rows.push_back({*std::move(value), tally.positions, tally.games, tally.white,
                              tally.draws, tally.black});
    });
    EDGE_CHECK(std::move(decoded));
    if (has_text_values(by_.key)) join_equal_values(table.rows);
    table.distinct_groups = table.rows.size();

    const auto before = [&](const GroupRow& a, const GroupRow& b) {
        const uint64_t size_a = sort_by_games ? a.games : a.positions;
        const uint64_t size_b = sort_by_games ? b.games : b.positions;
        return size_a != size_b ? size_a > size_b : a.value < b.value;
    };
    if (top_n != 0 && top_n < table.rows.size()) {
        std::ranges::partial_sort(table.rows, table.rows.begin() + top_n, before);
        table.rows.resize(top_n);
    } else {
        std::ranges::sort(table.rows, before);
    }
    return table;
}

Result<GroupTable> fold_groups(const Query& query, const Grouping& by, uint32_t top_n,
                               const PositionChoice& choice, const RunOptions& options,
                               MatchingGames* matching) {
    EDGE_CHECK(check_grouping(query.corpus(), by));
    std::vector<GroupCounter> counters;
    for (unsigned i = 0; i < std::max(1U, options.threads); ++i) {
        counters.emplace_back(query.corpus(), by);
    }
    EDGE_CHECK(visit_positions(
        query, choice, options, matching,
        [&](unsigned thread, corpus::GamePlace place, const corpus::GameView& game,
            std::span<const PlySpan> spans) { counters[thread].add_game(place, game, spans); }));
    GroupCounter& total = counters.front();
    for (size_t i = 1; i < counters.size(); ++i) {
        EDGE_CHECK(counters[i].status());
        total.merge(counters[i]);
        counters[i] = GroupCounter(query.corpus(), by);  // frees its memory
    }
    return total.table(top_n, query.is_header_only());
}

}  // namespace edge::query
