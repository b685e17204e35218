// edge compact: a corpus that has grown, as if it had been indexed at once, or without some games.
#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"
#include "core/size_text.h"
#include "corpus_lock.h"
#include "index/compact.h"
#include "interrupt.h"
#include "output.h"
#include "run_merge.h"
#include "wire/index/index_json.h"

namespace edge::cli {
namespace {

struct CompactArguments {
    std::string corpus;
    indexing::CompactOptions options;
    MergeRun run;  // of --drop; its memory and json also count for --tree
    std::string drop;
    bool tree = false;
    bool no_wait = false;
};

std::string compact_text(const indexing::CompactReport& report) {
    if (report.segments_before <= 1) {
        return fmt::format("{}\n  tree        one file already, nothing written\n",
                           report.corpus.string());
    }
    return fmt::format("{}\n  games       {}\n  tree        {} edges in one file, were {} files\n",
                       report.corpus.string(), grouped(report.games), grouped(report.edges),
                       report.segments_before);
}

Status run_compact_tree(const CompactArguments& arguments) {
    indexing::CompactOptions options = arguments.options;
    options.corpus = arguments.corpus;
    if (!arguments.run.memory.empty()) {
        options.memory = EDGE_TRY(parse_size(arguments.run.memory));
    }
    options.lock = lock_options(arguments.corpus, arguments.no_wait);
    catch_interrupts();
    options.is_cancelled = is_interrupted;
    const auto report = EDGE_TRY(indexing::compact_tree(options));
    return print(arguments.run.json ? wire::compact_json(report) + "\n" : compact_text(report));
}

Status run_compact_drop(const CompactArguments& arguments) {
    MergeRun run = arguments.run;
    run.options.sources = {{arguments.corpus, arguments.drop}};
    run.options.threads = arguments.options.threads;
    return run_merge(run);
}

Status run_compact(const CompactArguments& arguments) {
    if (arguments.tree) return run_compact_tree(arguments);
    if (!arguments.drop.empty()) return run_compact_drop(arguments);
    return fail(ErrorCode::InvalidArgument, "nothing to compact; expected --tree or --drop");
}

}  // namespace

void add_compact(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<CompactArguments>();
    CLI::App* const sub = app.add_subcommand(
        "compact", "Join what adding games has split, or write a corpus without some games");
    sub->add_option("CORPUS", arguments->corpus, "The corpus")->required();
    CLI::Option* const tree =
        sub->add_flag("--tree", arguments->tree, "Make one file of the parts of the opening tree");
    CLI::Option* const drop =
        sub->add_option("--drop", arguments->drop,
                        "Write a corpus without the games of this set, an @NAME or a file")
            ->type_name("SET")
            ->excludes(tree);
    CLI::Option* const out =
        sub->add_option("--out", arguments->run.options.out, "The corpus that --drop writes")
            ->needs(drop);
    drop->needs(out);
    add_merge_options(*sub, arguments->run);
    for (const char* const name : {"--ids", "--force"}) sub->get_option(name)->needs(drop);
    sub->add_option("--memory", arguments->run.memory,
                    "Bound on memory, such as 512M or 4G (default: a quarter of the machine's)")
        ->type_name("SIZE");
    sub->add_option("--threads", arguments->options.threads, "Threads (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    add_no_wait(*sub, arguments->no_wait);
    sub->get_option("--no-wait")->needs(tree);
    sub->add_flag("--json", arguments->run.json, "Print the report as one JSON object");
    sub->footer(
        "The corpus can be read all the time. With --tree the ids of its games stay as they are; "
        "--drop leaves it alone and writes another one, whose games are numbered anew.\n\n"
        "Examples:\n"
        "  edge compact all.scoredb --tree\n"
        "  edge compact all.scoredb --drop @duplicates --out clean.scoredb --ids ids.csv");
    sub->callback(
        [arguments, &chosen] { chosen = [arguments] { return run_compact(*arguments); }; });
}

}  // namespace edge::cli
