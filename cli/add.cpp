// edge add: more games for a corpus that is there.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string>

#include "commands.h"
#include "corpus_lock.h"
#include "field_options.h"
#include "run_indexing.h"

namespace edge::cli {

void add_add(CLI::App& app, Command& chosen) {
    auto run = std::make_shared<IndexRun>();
    CLI::App* const sub = app.add_subcommand("add", "Add games to a corpus");
    sub->add_option("CORPUS", run->request.append, "The corpus to add to")->required();
    sub->add_option("PGN", run->request.inputs,
                    "Files (plain, gz, bz2, zst), folders, or - for standard input; also what "
                    "edge convert reads: Scid bases, viriformat, FBPGN, corpora")
        ->required();
    add_fields(
        *sub, wire::index_fields(), run->request,
        {"inputs", "out", "append", "force", "tree", "tree_plies", "tree_min_games", "tree_games"});
    add_no_wait(*sub, run->no_wait);
    sub->add_option("--threads", run->request.threads, "Threads (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    sub->add_option("--report", run->report,
                    "List every game that was not kept whole in this file, as JSON lines");
    sub->add_flag("--json", run->json, "Print the closing report as one JSON object");
    sub->footer(
        "The ids of the games that are there stay as they are, and a file that is in the corpus\n"
        "already adds nothing.\n\n"
        "Examples:\n"
        "  edge add all.scoredb twic1600.pgn\n"
        "  edge add all.scoredb lichess_2026-10.pgn.zst --where 'elo >= 2200'\n"
        "  edge add all.scoredb club.pgn --skip-duplicates\n"
        "  zstdcat huge.pgn.zst | edge add all.scoredb -");
    sub->callback([run, &chosen] { chosen = [run] { return run_indexing(*run); }; });
}

}  // namespace edge::cli
