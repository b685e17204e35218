// edge games: the games of a corpus, as text.
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"
#include "corpus/corpus.h"
#include "ingest/games_export.h"
#include "ingest/original_text.h"
#include "ingest/stored_game.h"
#include "output.h"
#include "wire/game_json.h"

namespace edge::cli {
namespace {

struct GamesArguments {
    std::string corpus;
    std::string format = "pgn";
    bool original = false;
    std::optional<uint64_t> game;
    uint64_t skip = 0;
    uint64_t limit = std::numeric_limits<uint64_t>::max();
    std::string output;
};

constexpr size_t kFlushBytes = size_t{1} << 16;

Status append_game(const GamesArguments& arguments, const corpus::Corpus& corpus,
                   const ingest::StoredGame& game, ingest::OriginalText& originals,
                   std::string& out) {
    if (arguments.original) {
        out += EDGE_TRY(originals.text_of(game));
        out += "\n\n";
        return {};
    }
    if (arguments.format == "uci") return ingest::append_uci(corpus, game, out);
    if (arguments.format == "csv") return ingest::append_csv(corpus, game, out);
    if (arguments.format == "pgn") return ingest::append_pgn(corpus, game, out);
    out += EDGE_TRY(wire::game_json(corpus, game));
    out += '\n';
    return {};
}

Status run_games(const GamesArguments& arguments) {
    if (arguments.original && arguments.format != "pgn") {
        return fail(ErrorCode::InvalidArgument, "--original goes with --format pgn only");
    }
    const auto corpus = EDGE_TRY(corpus::Corpus::open(arguments.corpus));
    for (const std::string& warning : corpus.warnings()) warn(warning);
    uint64_t begin = std::min(arguments.skip, corpus.game_count());
    uint64_t end = begin + std::min(arguments.limit, corpus.game_count() - begin);
    if (arguments.game) {
        begin = *arguments.game;
        end = begin + 1;
    }
    // Before the output is opened, so that a wrong number empties no file.
    if (arguments.game) EDGE_TRY(corpus.game(begin));

    std::vector<std::string> in_use = {arguments.corpus};
    for (const corpus::MetaSource& source : corpus.meta().sources) in_use.push_back(source.path);
    EDGE_CHECK(check_not_in_use(arguments.output, in_use));
    Output output = EDGE_TRY(Output::open(arguments.output));
    ingest::GameLoader loader(corpus);
    ingest::OriginalText originals(corpus);
    std::string text;
    if (arguments.format == "csv") text += ingest::csv_header();
    for (uint64_t id = begin; id < end; ++id) {
        const auto game = EDGE_TRY(loader.load(id));
        EDGE_CHECK(append_game(arguments, corpus, game, originals, text));
        if (text.size() < kFlushBytes) continue;
        EDGE_CHECK(output.write(text));
        text.clear();
    }
    EDGE_CHECK(output.write(text));
    return output.close();
}

}  // namespace

void add_games(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<GamesArguments>();
    CLI::App* const sub = app.add_subcommand("games", "The games of a corpus, as text");
    sub->add_option("CORPUS", arguments->corpus, "A .scoredb directory")->required();
    sub->add_option("--format", arguments->format, "pgn (default), uci, jsonl or csv")
        ->check(CLI::IsMember({"pgn", "uci", "jsonl", "csv"}));
    sub->add_flag("--original", arguments->original,
                  "The text of the source file, when it is still the one that was indexed");
    auto* const game = sub->add_option("--game", arguments->game, "One game, by its number from 0")
                           ->check(CLI::Range(int64_t{0}, INT64_MAX));
    auto* const skip = sub->add_option("--skip", arguments->skip, "Pass over the first N games")
                           ->check(CLI::Range(int64_t{0}, INT64_MAX));
    auto* const limit = sub->add_option("--limit", arguments->limit, "At most N games")
                            ->check(CLI::Range(int64_t{0}, INT64_MAX));
    game->excludes(skip)->excludes(limit);
    sub->add_option("-o,--output", arguments->output, "Write to a file (default: standard output)");
    sub->footer(
        "Examples:\n"
        "  edge games games.scoredb --limit 10\n"
        "  edge games games.scoredb --game 41 --original\n"
        "  edge games games.scoredb --format csv --output games.csv");
    sub->callback([arguments, &chosen] { chosen = [arguments] { return run_games(*arguments); }; });
}

}  // namespace edge::cli
