// edge index: games in, a .scoredb corpus out.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands.h"
#include "core/progress.h"
#include "core/size_text.h"
#include "corpus_lock.h"
#include "field_options.h"
#include "index/add_columns.h"
#include "index/indexer.h"
#include "interrupt.h"
#include "output.h"
#include "run_indexing.h"
#include "tree/add_tree_games.h"
#include "wire/index/index_json.h"
#include "wire/index/index_request.h"

namespace edge::cli {
namespace {

struct IndexArguments {
    IndexRun run;
    std::string add_cols;
    std::string add_tree_games;
};

Status run_add_cols(const IndexArguments& arguments) {
    const auto report = EDGE_TRY(
        indexing::add_columns(arguments.add_cols, lock_options(arguments.add_cols, false)));
    if (arguments.run.json) return print(wire::add_columns_json(report) + "\n");
    return print(fmt::format(
        "{}\n  games       {} in {} shard{}\n  columns     {}\n", report.corpus.string(),
        grouped(report.games), report.shards, report.shards == 1 ? "" : "s",
        report.written == 0 ? "up to date, nothing written"
                            : fmt::format("written for {} shard{}", report.written,
                                          report.written == 1 ? "" : "s")));
}

Status run_add_tree_games(const IndexArguments& arguments) {
    tree::AddTreeGamesOptions options{.corpus = arguments.add_tree_games,
                                      .threads = arguments.run.request.threads,
                                      .memory = arguments.run.request.memory,
                                      .lock = lock_options(arguments.add_tree_games, false)};
    const auto report = EDGE_TRY(tree::add_tree_games(options));
    if (arguments.run.json) return print(wire::add_tree_games_json(report) + "\n");
    return print(
        fmt::format("{}\n  games       {}\n  tree        {} edges\n"
                    "  tree games  {} lists, {}\n",
                    report.corpus.string(), grouped(report.games), grouped(report.edges),
                    grouped(report.lists), format_size(report.bytes)));
}

Status run_index(const IndexArguments& arguments) {
    if (!arguments.add_cols.empty()) return run_add_cols(arguments);
    if (!arguments.add_tree_games.empty()) return run_add_tree_games(arguments);
    return run_indexing(arguments.run);
}

}  // namespace

void add_index(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<IndexArguments>();
    CLI::App* const sub =
        app.add_subcommand("index", "Turn PGN into a corpus with an opening tree");
    sub->add_option("PGN", arguments->run.request.inputs,
                    "Files (plain, gz, bz2, zst), folders, or - for standard input; also what "
                    "edge convert reads: Scid bases, viriformat, FBPGN, corpora");
    FieldOptions fields =
        add_fields(*sub, wire::index_fields(), arguments->run.request, {"inputs", "out"});
    fields["tree"]->excludes(fields["tree_plies"])->excludes(fields["tree_min_games"]);
    CLI::Option* const out =
        add_field(*sub, wire::index_fields(), "out", arguments->run.request)
            ->description(
                "The corpus to write (default: NAME.STAMP.scoredb in the current directory)");
    fields["append"]->excludes(out)->excludes(fields["force"]);
    add_no_wait(*sub, arguments->run.no_wait);
    CLI::Option* const threads =
        sub->add_option("--threads", arguments->run.request.threads, "Threads (default: all cores)")
            ->check(CLI::Range(1, 1024));
    sub->add_option("--report", arguments->run.report,
                    "List every game that was not kept whole in this file, as JSON lines");
    CLI::Option* const add_cols = sub->add_option(
        "--add-cols", arguments->add_cols,
        "Read no PGN, but add columns of the header fields to this corpus where they are missing");
    for (CLI::Option* const other : sub->get_options()) {
        if (other != add_cols && other != sub->get_help_ptr()) add_cols->excludes(other);
    }
    CLI::Option* const add_tree_games =
        sub->add_option("--add-tree-games", arguments->add_tree_games,
                        "Read no PGN, but add the lists of games behind its tree to this corpus");
    for (CLI::Option* const other : sub->get_options()) {
        const bool is_shared =
            other == threads || other == fields["memory"] || other == sub->get_help_ptr();
        if (other != add_tree_games && !is_shared) add_tree_games->excludes(other);
    }
    sub->add_flag("--json", arguments->run.json, "Print the closing report as one JSON object");
    sub->footer(
        "Examples:\n"
        "  edge index games.pgn\n"
        "  edge index twic/ lichess.pgn.zst --out all.scoredb\n"
        "  zstdcat huge.pgn.zst | edge index - --out huge.scoredb --memory 2G\n"
        "  edge index games.pgn --report bad.jsonl --json\n"
        "  edge index base.si4 train.vf --out all.scoredb\n"
        "  edge index --append all.scoredb twic1600.pgn\n"
        "  edge index all.pgn.zst --where 'elo >= 2200 and speed = rapid' --sample 0.1\n"
        "  edge index --add-cols old.scoredb\n"
        "  edge index --add-tree-games old.scoredb");
    sub->callback([arguments, &chosen] {
        if (arguments->run.request.inputs.empty() && arguments->add_cols.empty() &&
            arguments->add_tree_games.empty()) {
            throw CLI::RequiredError("PGN");
        }
        chosen = [arguments] { return run_index(*arguments); };
    });
}

}  // namespace edge::cli
