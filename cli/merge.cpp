// edge merge: one corpus of the games of several.
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "commands.h"
#include "run_merge.h"

namespace edge::cli {

void add_merge(CLI::App& app, Command& chosen) {
    struct MergeArguments {
        MergeRun run;
        std::vector<std::string> corpora;
    };
    auto arguments = std::make_shared<MergeArguments>();
    CLI::App* const sub = app.add_subcommand("merge", "Make one corpus of several");
    sub->add_option("CORPUS", arguments->corpora, "The corpora, in the order of their games")
        ->required();
    sub->add_option("--out", arguments->run.options.out, "The corpus to write")->required();
    add_merge_options(*sub, arguments->run);
    sub->add_option("--threads", arguments->run.options.threads, "Threads (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    sub->add_option("--memory", arguments->run.memory,
                    "Bound on memory, such as 512M or 4G (default: a quarter of the machine's)")
        ->type_name("SIZE");
    sub->add_flag("--json", arguments->run.json, "Print the report as one JSON object");
    sub->footer(
        "The corpora stay as they are. Stored sets are carried over.\n\n"
        "Examples:\n"
        "  edge merge twic.scoredb lichess.scoredb --out all.scoredb\n"
        "  edge merge 2024.scoredb 2025.scoredb --out both.scoredb --ids ids.csv");
    sub->callback([arguments, &chosen] {
        for (const std::string& corpus : arguments->corpora) {
            arguments->run.options.sources.push_back({corpus});
        }
        chosen = [arguments] { return run_merge(arguments->run); };
    });
}

}  // namespace edge::cli
