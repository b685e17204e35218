#include "query_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "output.h"
#include "query/openings.h"

namespace edge::cli {
namespace {

// More rows than fit a screen are for --top-n, --json and --output.
constexpr size_t kShownRows = 20;

double percent(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::string head_text(const wire::AnswerHead& head) {
    std::string text =
        fmt::format("{} of {} games match ({:.1f} %)\nquery: {}\n", grouped(head.games_matched),
                    grouped(head.games_scanned), percent(head.games_matched, head.games_scanned),
                    head.query.text());
    text += spellings_text(head.aliases);
    if (const uint64_t without = head.games_without_position.value_or(0); without > 0) {
        text += fmt::format("{} of them {} no position where the whole query holds\n",
                            grouped(without), without == 1 ? "has" : "have");
    }
    for (const std::string& file : head.files) text += fmt::format("wrote {}\n", file);
    return text;
}

std::string spellings_text(const std::vector<query::NameAliases>& aliases) {
    std::string text;
    for (const query::NameAliases& name : aliases) {
        text += fmt::format("{} is also spelled: {}\n", name.name, fmt::join(name.others, "; "));
    }
    return text;
}

std::string positions_line(uint64_t matched) {
    return fmt::format("{} positions match\n", grouped(matched));
}

std::string listed_line(const query::PositionListTotals& totals) {
    return fmt::format("{} positions match, {} listed\n", grouped(totals.matched),
                       grouped(totals.listed));
}

std::string groups_text(const query::GroupTable& table, const Openings* openings) {
    const auto shown_value = [&](const query::GroupValue& value) {
        std::string text = query::value_text(table.by, value);
        if (openings == nullptr || table.by.key != query::GroupKey::Eco) return text;
        const std::string_view name = query::name_of_code(*openings, text);
        return name.empty() ? text : fmt::format("{}  {}", text, name);
    };
    const bool by_player = table.by.key == query::GroupKey::Player;
    const size_t shown =
        table.top_n != 0 ? table.rows.size() : std::min(table.rows.size(), kShownRows);
    std::string text = fmt::format("{:>14}{:>12}{:>8}{:>8}{:>8}  {}\n", "positions", "games",
                                   by_player ? "won" : "white", "draw",
                                   by_player ? "lost" : "black", to_text(table.by));
    for (size_t i = 0; i < shown; ++i) {
        const query::GroupRow& row = table.rows[i];
        const uint64_t decided = uint64_t{row.white} + row.draws + row.black;
        text += fmt::format("{:>14}{:>12}{:>7.1f}%{:>7.1f}%{:>7.1f}%  {}\n", grouped(row.positions),
                            grouped(row.games), percent(row.white, decided),
                            percent(row.draws, decided), percent(row.black, decided),
                            shown_value(row.value));
    }
    if (shown < table.distinct_groups) {
        text += fmt::format("{} more groups\n", grouped(table.distinct_groups - shown));
    }
    return text;
}

std::string partition_text(const query::Grouping& by,
                           const std::vector<query::PartitionFile>& parts) {
    std::string text = fmt::format("\n{:>12}  {:<20}  file\n", "games", to_text(by));
    for (const query::PartitionFile& part : parts) {
        text += fmt::format("{:>12}  {:<20}  {}\n", grouped(part.games),
                            query::value_text(by, part.value), part.path.string());
    }
    return text;
}

}  // namespace edge::cli
