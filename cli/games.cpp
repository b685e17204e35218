// edge games: the games of a corpus that answer a query, as text.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"
#include "core/progress.h"
#include "corpus/corpus.h"
#include "field_options.h"
#include "games/game_list_text.h"
#include "open_corpus.h"
#include "output.h"
#include "query_arguments.h"
#include "query_text.h"
#include "scan_options.h"
#include "wire/games/games_answer.h"
#include "wire/games/games_request.h"

namespace edge::cli {
namespace {

struct GamesArguments {
    wire::GamesRequest request;  // except for what is below
    QueryArguments query;
    CLI::Option* format = nullptr;
    bool json = false;
    std::string output;
    bool force = false;
    unsigned threads = 0;
};

// --json is one object with all games; it takes the place of --format.
Result<wire::GamesFormat> format_of(const GamesArguments& arguments) {
    using wire::GamesFormat;
    const GamesFormat format = arguments.request.format;
    const bool is_given = arguments.format->count() > 0;
    if (is_given && format == GamesFormat::Json) {
        return fail(ErrorCode::InvalidArgument, "--format: found json, expected the option --json");
    }
    if (!arguments.json) return is_given ? format : GamesFormat::Pgn;
    if (!is_given || format == GamesFormat::JsonLines) return GamesFormat::Json;
    return fail(ErrorCode::InvalidArgument, fmt::format("--json does not go with --format {}",
                                                        arguments.format->results().front()));
}

// Of lines that go to a terminal.
std::optional<uint32_t> width_of_screen(const GamesArguments& arguments) {
    const bool is_for_screen = arguments.output.empty() || arguments.output == "-";
    const auto width = is_for_screen ? terminal_width() : std::nullopt;
    if (!width) return std::nullopt;
    return std::clamp(*width, games::kMinListWidth, games::kMaxListWidth);
}

Result<wire::GamesRequest> request_of(const GamesArguments& arguments) {
    wire::GamesRequest request = arguments.request;
    request.asked = EDGE_TRY(arguments.query.read());
    request.format = EDGE_TRY(format_of(arguments));
    if (request.format == wire::GamesFormat::Table && !request.width) {
        request.width = width_of_screen(arguments);
    }
    EDGE_CHECK(at_option("--columns", wire::complete_games_request(request)));
    EDGE_CHECK(wire::check_games_request(request, flag_name));
    return request;
}

// Games must not overwrite what they are read from.
Status check_output(const GamesArguments& arguments, const corpus::Corpus& corpus) {
    std::vector<std::string> in_use = {arguments.request.corpus};
    for (const corpus::MetaSource& source : corpus.meta().sources) in_use.push_back(source.path);
    EDGE_CHECK(check_not_in_use(arguments.output, in_use));
    return check_free(arguments.output, arguments.force);
}

Status run_games(const GamesArguments& arguments) {
    const wire::GamesRequest request = EDGE_TRY(request_of(arguments));
    const auto corpus = EDGE_TRY(open_corpus(request.corpus));
    for (const std::string& warning : corpus.warnings()) warn(warning);
    const auto query = EDGE_TRY(query::Query::prepare(corpus, request.asked.expr));
    EDGE_CHECK(check_output(arguments, corpus));

    ProgressBar bar("scanning", stderr_is_terminal());
    const query::RunOptions work = scan_options(corpus, arguments.threads, bar);
    const auto selection = wire::select_games(query, request, work);
    bar.finish();
    if (!selection) return tl::unexpected(selection.error());
    for (const std::string& warning : selection->warnings) warn(warning);
    // Opened this late so that an earlier error does not touch the file.
    Output output = EDGE_TRY(Output::open(arguments.output));
    EDGE_CHECK(wire::write_games(query, request, *selection, work,
                                 [&](std::string_view text) { return output.write(text); }));
    if (arguments.json) EDGE_CHECK(output.write("\n"));
    EDGE_CHECK(output.close());
    if (arguments.json) return {};
    if (!wire::refers_to_all(request.asked.expr)) {
        fmt::print(stderr, "{}",
                   head_text({.query = query,
                              .games_matched = selection->games_matched,
                              .games_scanned = corpus.game_count(),
                              .aliases = selection->aliases}));
    }
    if (selection->next_cursor) fmt::print(stderr, "next_cursor: {}\n", *selection->next_cursor);
    return {};
}

constexpr const char* kExamples =
    "Examples:\n"
    "  edge games games.scoredb --limit 10\n"
    "  edge games games.scoredb --game 41 --original\n"
    "  edge games games.scoredb @rook-endings --format csv --output games.csv\n"
    "  edge games games.scoredb --year 2020.. --sort elo --desc --limit 20 --format table\n"
    "  edge games games.scoredb --player '~carlsen' --checkmate --sort date --desc --limit 20\n"
    "  edge games games.scoredb --query 'eco = B33' --format jsonl --columns white,black,tag:Event";

}  // namespace

void add_games(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<GamesArguments>();
    CLI::App* const sub = app.add_subcommand("games", "The games that match a query, as text");
    sub->add_option("CORPUS", arguments->request.corpus, "A .scoredb directory")->required();
    arguments->query.add_set_to(*sub);
    arguments->format =
        add_field(*sub, wire::games_fields(), "format", arguments->request, "--format")
            ->description("The form of the games: pgn (default), uci, jsonl, csv or table")
            ->type_name("FORMAT");
    sub->add_flag("--json", arguments->json, "One JSON object instead of text");
    add_field(*sub, wire::games_fields(), "width", arguments->request)
        ->description("With table: the longest line (default: the terminal's width, or 100)");
    add_fields(*sub, wire::games_fields(), arguments->request,
               {"corpus", "query", "no_aliases", "bitmap", "format", "width"});
    sub->add_option("-o,--output", arguments->output, "Write to a file (default: standard output)");
    sub->add_flag("--force", arguments->force, "Replace the file if it exists");
    sub->add_option("--threads", arguments->threads, "Threads (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    arguments->query.add_to(*sub);
    sub->footer(kExamples);
    sub->callback([arguments, &chosen] { chosen = [arguments] { return run_games(*arguments); }; });
}

}  // namespace edge::cli
