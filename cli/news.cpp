// edge news: the games of a corpus that entered a repertoire, where they left it, and what is new.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"
#include "core/progress.h"
#include "corpus/corpus.h"
#include "corpus/tag_text.h"
#include "explorer/news.h"
#include "explorer/repertoire.h"
#include "field_options.h"
#include "games/novelty_pgn.h"
#include "open_corpus.h"
#include "output.h"
#include "scan_options.h"
#include "wire/news/news_json.h"

namespace edge::cli {
namespace {

using explorer::Departure;
using explorer::LineNews;
using explorer::News;
using explorer::Repertoire;

struct NewsArguments {
    wire::NewsRequest request;
    std::string pgn;  // to write
    bool force = false;
    bool json = false;
    unsigned threads = 0;
};

// Who moved, from the owner's point of view where one is known.
std::string mover(const wire::NewsRequest& request, Color by) {
    const std::optional<Color> owner = request.options.color;
    if (owner) return by == *owner ? "you" : "them";
    return by == Color::White ? "White" : "Black";
}

// ---- the report for people

std::string counted(uint64_t number, std::string_view what) {
    return fmt::format("{} {}{}", grouped(number), what, number == 1 ? "" : "s");
}

std::string departure_row(const Repertoire& repertoire, const Departure& departure) {
    const Repertoire::Entry& entry = repertoire.entries()[departure.entry];
    const auto percent = [total = departure.score.total()](uint64_t part) {
        return total == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(total);
    };
    return fmt::format("    {:<14}{:>9}{:>7.1f}%{:>7.1f}%{:>7.1f}%{}\n",
                       explorer::numbered_move(entry.position, departure.move),
                       grouped(departure.games), percent(departure.score.white),
                       percent(departure.score.draws), percent(departure.score.black),
                       entry.moves.empty() ? "  after the end" : "");
}

std::string game_row(const Repertoire& repertoire, uint32_t entry_number, Move move,
                     const explorer::NewsGame& game) {
    const Position& position = repertoire.entries()[entry_number].position;
    const std::string left = move.is_none() ? "ended" : explorer::numbered_move(position, move);
    return fmt::format("    {:<14}{}  {} - {}  {}  game {}\n", left, corpus::date_text(game.date),
                       game.white, game.black, corpus::result_text(game.result), game.game_id);
}

std::string line_report(const wire::NewsRequest& request, const Repertoire& repertoire,
                        size_t number, const LineNews& news) {
    std::string text = fmt::format("\n{}\n", explorer::line_text(repertoire.lines()[number]));
    text += "  entered by " + counted(news.entered, "game");
    const auto add = [&text](uint64_t games, std::string_view what) {
        if (games > 0) text += fmt::format(", {} {}", grouped(games), what);
    };
    add(news.went_on, "went on into another line");
    add(news.left_by_white, "left by " + mover(request, Color::White));
    add(news.left_by_black, "left by " + mover(request, Color::Black));
    add(news.past_the_end, "went past its end");
    add(news.ended, "ended in it");
    text += '\n';
    const size_t rows = std::min(request.limit, news.departures.size());
    if (rows > 0) {
        text += fmt::format("  {:<16}{:>9}{:>8}{:>8}{:>8}\n", "left by", "games", "white", "draw",
                            "black");
    }
    for (size_t i = 0; i < rows; ++i) text += departure_row(repertoire, news.departures[i]);
    if (rows > 0 && rows < news.departures.size()) {
        text += fmt::format("    and {}\n", counted(news.departures.size() - rows, "other move"));
    }
    const auto novelties = explorer::novelties_of(news);
    const size_t new_rows = std::min(request.limit, novelties.size());
    if (new_rows > 0) text += fmt::format("  novelties: {}\n", grouped(novelties.size()));
    for (size_t i = 0; i < new_rows; ++i) {
        const Departure& novelty = *novelties[i];
        text += game_row(repertoire, novelty.entry, novelty.move, *novelty.novelty);
    }
    if (!news.games.empty()) text += "  latest games\n";
    for (const explorer::LeftGame& left : news.games) {
        text += game_row(repertoire, left.entry, left.move, left.game);
    }
    return text;
}

std::string report(const wire::NewsRequest& request, const Repertoire& repertoire,
                   const News& news) {
    std::string lines;
    for (size_t i = 0; i < news.lines.size(); ++i) {
        if (news.lines[i].entered == 0) continue;
        lines += line_report(request, repertoire, i, news.lines[i]);
    }
    std::string text =
        fmt::format("{}: {}, {}\n", request.repertoire, counted(news.lines.size(), "line"),
                    counted(repertoire.entries().size(), "position"));
    text += fmt::format("{} of {} entered {}; {} left by a move that was new\n",
                        grouped(news.entered), counted(news.chosen, "game"),
                        counted(news.lines_entered, "line"), grouped(news.novelties));
    if (news.left_by_owner > 0) {
        text += counted(news.left_by_owner, "other game") + " left by your side, not reported\n";
    }
    if (news.chosen < news.games) {
        text += counted(news.games - news.chosen, "game") + " left out by the filters";
        if (news.without_date > 0) {
            text += fmt::format(", {} of them without a date to go by", grouped(news.without_date));
        }
        text += '\n';
    }
    return text + lines;
}

// ---- the command

Status write_pgn(const NewsArguments& arguments, const corpus::Corpus& corpus,
                 const Repertoire& repertoire, const News& news) {
    Output output = EDGE_TRY(Output::open(arguments.pgn));
    const auto write = [&output](std::string_view text) { return output.write(text); };
    EDGE_CHECK(games::write_novelties(corpus, repertoire, news, write));
    return output.close();
}

Status run_news(NewsArguments& arguments) {
    wire::NewsRequest& request = arguments.request;
    if (arguments.pgn == "-") {
        return fail(ErrorCode::InvalidArgument, "--pgn: expected a file, found '-'");
    }
    request.options.games_per_line = request.limit;
    const auto corpus = EDGE_TRY(open_corpus(request.corpus));
    std::vector<std::string> in_use = {request.repertoire, request.corpus};
    for (const corpus::MetaSource& source : corpus.meta().sources) in_use.push_back(source.path);
    EDGE_CHECK(check_not_in_use(arguments.pgn, in_use));
    EDGE_CHECK(check_free(arguments.pgn, arguments.force));
    const auto repertoire = EDGE_TRY(Repertoire::open(request.repertoire));
    for (const std::string& warning : repertoire.warnings()) warn(warning);

    ProgressBar bar("scanning", stderr_is_terminal());
    const auto news = explorer::find_news(corpus, repertoire, request.options,
                                          scan_options(corpus, arguments.threads, bar));
    bar.finish();
    if (!news) return tl::unexpected(news.error());
    for (const std::string& warning : news->warnings) warn(warning);
    if (!arguments.pgn.empty()) EDGE_CHECK(write_pgn(arguments, corpus, repertoire, *news));
    if (arguments.json) return print(wire::news_json(request, repertoire, *news) + '\n');
    return print(report(request, repertoire, *news));
}

}  // namespace

void add_news(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<NewsArguments>();
    wire::NewsRequest& request = arguments->request;
    CLI::App* const sub =
        app.add_subcommand("news", "What the games of a corpus did with a repertoire");
    sub->add_option("REPERTOIRE", request.repertoire,
                    "A PGN file whose games and variations are the lines; - for standard input")
        ->required();
    sub->add_option("CORPUS", request.corpus, "A .scoredb directory")->required();
    add_fields(*sub, wire::news_fields(), request, {"corpus", "repertoire", "pgn"});
    sub->add_option("--pgn", arguments->pgn,
                    "Write the games of all novelties, each marked at its move, to a file")
        ->type_name("FILE");
    sub->add_flag("--force", arguments->force, "Replace the file if it exists");
    sub->add_flag("--json", arguments->json, "One JSON object instead of text");
    sub->add_option("--threads", arguments->threads, "Threads (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    sub->footer(
        "A game enters a line when it reaches one of its positions, by whatever moves, and leaves\n"
        "the repertoire by the move played from the last such position. That move is a novelty\n"
        "when no other game of the corpus can have played it there before; a game without a date\n"
        "can. --since, --min-elo and --color choose the games reported, not those that count as\n"
        "earlier.\n"
        "\n"
        "Examples:\n"
        "  edge news najdorf.pgn games.scoredb --since 2024-01 --min-elo 2500\n"
        "  edge news white.pgn games.scoredb --color white --pgn novelties.pgn\n"
        "  edge news white.pgn games.scoredb --json --limit 20");
    sub->callback([arguments, &chosen] { chosen = [arguments] { return run_news(*arguments); }; });
}

}  // namespace edge::cli
