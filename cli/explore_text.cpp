#include "explore_text.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "corpus/tag_text.h"
#include "output.h"

namespace edge::cli {
namespace {

constexpr int kBarWidth = 30;

// White's share is solid, draws are shaded, Black's is light; on a terminal the colours suit any
// background.
std::string score_bar(const corpus::Score& score, bool colored) {
    const uint64_t total = score.total();
    if (total == 0) return "";
    const auto cells = [total](uint64_t games) {
        return static_cast<int>((games * kBarWidth + total / 2) / total);
    };
    const int white = cells(score.white);
    const int black = std::min(cells(score.black), kBarWidth - white);
    const int draws = kBarWidth - white - black;
    std::string bar;
    const auto add = [&bar, colored](int count, const char* cell, const char* color) {
        if (colored) bar += color;
        for (int i = 0; i < count; ++i) bar += cell;
    };
    add(white, "█", "\033[97m");
    add(draws, "▒", "\033[90m");
    add(black, "░", "\033[34m");
    if (colored) bar += "\033[0m";
    return bar;
}

double percent(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string source_text(const explorer::Answer& answer) {
    if (answer.source == explorer::Source::Scan) return "scan of all games";
    if (!answer.tree_plies) return "tree";
    if (*answer.tree_plies == 0) return "tree of all plies";
    return fmt::format("tree of the first {} plies", *answer.tree_plies);
}

template <class T>
std::string or_dash(const std::optional<T>& value) {
    return value ? fmt::format("{}", *value) : "-";
}

std::string details_text(const corpus::Details& details) {
    return fmt::format("{:>8}{:>8}{:>6}{:>6}", or_dash(details.average_rating),
                       or_dash(details.performance), or_dash(details.average_year),
                       or_dash(details.last_year));
}

}  // namespace

std::string answer_table(const explorer::Answer& answer, const Opening* opening, bool colored) {
    std::string text = answer.fen + '\n';
    if (opening != nullptr) text += fmt::format("{} {}\n", opening->eco, opening->name);
    text += fmt::format("{} games ({})\n", grouped(answer.score.total()), source_text(answer));
    if (answer.moves.empty()) return text;
    const bool has_details = answer.moves.front().details.has_value();
    const bool has_continued = answer.has_continued;
    text += fmt::format("\n{:<8}{:<7}{:>12}{:>8}{:>8}{:>8}{:>8}", "move", "uci", "games", "share",
                        "white", "draw", "black");
    if (has_details) text += fmt::format("{:>8}{:>8}{:>6}{:>6}", "rating", "perf", "year", "last");
    if (has_continued) text += fmt::format("{:>12}", "continued");
    text += '\n';
    const auto row = [&](std::string_view san, std::string_view uci, const corpus::Score& score,
                         std::string_view more) {
        const uint64_t total = score.total();
        text += fmt::format("{:<8}{:<7}{:>12}{:>7.1f}%{:>7.1f}%{:>7.1f}%{:>7.1f}%{}  {}\n", san,
                            uci, grouped(total), percent(total, answer.score.total()),
                            percent(score.white, total), percent(score.draws, total),
                            percent(score.black, total), more, score_bar(score, colored));
    };
    for (const explorer::MoveRow& move : answer.moves) {
        std::string more;
        if (move.details) more += details_text(*move.details);
        if (has_continued) {
            more += fmt::format("{:>12}", move.continued ? grouped(*move.continued) : "-");
        }
        row(move.san, move.uci, move.score, more);
    }
    const size_t width = (has_details ? 28U : 0U) + (has_continued ? 12U : 0U);
    row("all", "", answer.score, std::string(width, ' '));
    return text;
}

std::string book_table(const explorer::BookAnswer& answer) {
    std::string text =
        fmt::format("{}\n{} moves (book)\n", answer.fen, grouped(answer.moves.size()));
    if (answer.moves.empty()) return text;
    text += fmt::format("\n{:<8}{:<7}{:>8}{:>8}\n", "move", "uci", "weight", "share");
    for (const explorer::BookMove& move : answer.moves) {
        text += fmt::format("{:<8}{:<7}{:>8}{:>7.1f}%\n", move.san, move.uci, grouped(move.weight),
                            100 * move.share);
    }
    return text;
}

std::string games_table(const wire::ListedGames& list) {
    const auto player = [](const std::string& name, uint32_t elo) {
        return elo == 0 ? name : fmt::format("{} ({})", name, elo);
    };
    std::string text =
        fmt::format("{:>10}  {:<10}  {:<7}  {}\n", "game_id", "date", "result", "white - black");
    for (const games::SelectedGame& selected : list.games) {
        const corpus::GameHeader& header = selected.game.header;
        text += fmt::format("{:>10}  {:<10}  {:<7}  {} - {}\n", selected.game.id,
                            corpus::date_text(header.date), corpus::result_text(header.result),
                            player(selected.game.white, header.white_elo),
                            player(selected.game.black, header.black_elo));
    }
    text +=
        fmt::format("{} of {} games\n", grouped(list.games.size()), grouped(list.games_matched));
    if (list.next_cursor) text += fmt::format("next_cursor: {}\n", *list.next_cursor);
    return text;
}

}  // namespace edge::cli
