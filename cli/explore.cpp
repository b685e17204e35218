// edge explore: the moves played from a position and how they scored.
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"
#include "core/parallel.h"
#include "corpus/corpus.h"
#include "explorer/explorer.h"
#include "explorer/position_text.h"
#include "output.h"
#include "wire/explore_json.h"

namespace edge::cli {
namespace {

struct ExploreArguments {
    std::string corpus;
    std::string fen;
    std::string moves;
    std::string batch;
    bool deep = false;
    bool json = false;
    unsigned threads = 0;
};

constexpr int kBarWidth = 30;

// White's share full, draws shaded, Black's light; on a terminal in colours that do not depend on
// the background.
std::string score_bar(const explorer::Score& score, bool colored) {
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

std::string answer_table(const explorer::Answer& answer, bool colored) {
    std::string text = fmt::format("{}\n{} games ({})\n", answer.fen, grouped(answer.score.total()),
                                   source_text(answer));
    if (answer.moves.empty()) return text;
    text += fmt::format("\n{:<8}{:<7}{:>12}{:>8}{:>8}{:>8}{:>8}\n", "move", "uci", "games", "share",
                        "white", "draw", "black");
    const auto row = [&](std::string_view san, std::string_view uci, const explorer::Score& score) {
        const uint64_t total = score.total();
        text += fmt::format("{:<8}{:<7}{:>12}{:>7.1f}%{:>7.1f}%{:>7.1f}%{:>7.1f}%  {}\n", san, uci,
                            grouped(total), percent(total, answer.score.total()),
                            percent(score.white, total), percent(score.draws, total),
                            percent(score.black, total), score_bar(score, colored));
    };
    for (const explorer::MoveRow& move : answer.moves) row(move.san, move.uci, move.score);
    row("all", "", answer.score);
    return text;
}

Result<std::vector<Position>> read_batch(const std::string& path) {
    std::ifstream file;
    if (path != "-") {
        file.open(path);
        if (!file) return fail(ErrorCode::Io, fmt::format("{}: cannot open it for reading", path));
    }
    std::istream& in = path == "-" ? std::cin : file;
    std::vector<Position> positions;
    std::string line;
    for (size_t number = 1; std::getline(in, line); ++number) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.empty() || line.front() == '#') continue;
        auto position = explorer::parse_position_text(line);
        if (!position) {
            return fail(ErrorCode::Corrupt,
                        fmt::format("{}, line {}: {}", path, number, position.error().message));
        }
        positions.push_back(*position);
    }
    if (in.bad()) return fail(ErrorCode::Io, fmt::format("{}: cannot read", path));
    return positions;
}

Result<Position> asked_position(const ExploreArguments& arguments) {
    if (!arguments.fen.empty()) return explorer::parse_position_text(arguments.fen);
    return explorer::play_moves(Position::start(), arguments.moves);
}

Status run_explore(const ExploreArguments& arguments) {
    const auto corpus = EDGE_TRY(corpus::Corpus::open(arguments.corpus));
    for (const std::string& warning : corpus.warnings()) warn(warning);
    std::vector<Position> positions;
    if (!arguments.batch.empty()) {
        positions = EDGE_TRY(read_batch(arguments.batch));
    } else {
        positions.push_back(EDGE_TRY(asked_position(arguments)));
    }
    const explorer::ExploreOptions options{
        .deep = arguments.deep,
        .threads = arguments.threads == 0 ? default_threads() : arguments.threads};
    const auto answers = EDGE_TRY(explorer::explore_batch(corpus, positions, options));
    for (const explorer::Answer& answer : answers) {
        for (const std::string& warning : answer.warnings) warn(warning);
    }
    if (arguments.json) {
        return print((arguments.batch.empty() ? wire::explore_json(answers.front())
                                              : wire::explore_batch_json(answers)) +
                     '\n');
    }
    std::string text;
    for (const explorer::Answer& answer : answers) {
        if (!text.empty()) text += '\n';
        text += answer_table(answer, stdout_is_terminal());
    }
    return print(text);
}

}  // namespace

void add_explore(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<ExploreArguments>();
    CLI::App* const sub = app.add_subcommand("explore", "What is played here, and how it scores");
    sub->add_option("CORPUS", arguments->corpus, "A .scoredb directory")->required();
    auto* const fen = sub->add_option("--fen", arguments->fen, "The position, as FEN");
    auto* const moves = sub->add_option("--moves", arguments->moves,
                                        "The position, as moves from the start (SAN or UCI)");
    auto* const batch =
        sub->add_option("--batch", arguments->batch,
                        "Many positions, one a line: FEN, 'startpos [moves ...]', 'moves ...'");
    fen->excludes(moves)->excludes(batch);
    moves->excludes(batch);
    sub->add_flag("--deep", arguments->deep,
                  "Scan every ply of every game, also where the tree answers");
    sub->add_flag("--json", arguments->json, "One JSON object instead of a table");
    sub->add_option("--threads", arguments->threads, "Threads for scans (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    sub->footer(
        "Examples:\n"
        "  edge explore games.scoredb\n"
        "  edge explore games.scoredb --moves \"e4 c5 Nf3\"\n"
        "  edge explore games.scoredb --fen \"8/8/4k3/8/4P3/4K3/8/8 w - - 0 1\" --json\n"
        "  edge explore games.scoredb --batch positions.txt --json");
    sub->callback(
        [arguments, &chosen] { chosen = [arguments] { return run_explore(*arguments); }; });
}

}  // namespace edge::cli
