// edge merge: one corpus of the games of several.
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "commands.h"
#include "field_options.h"
#include "interrupt.h"
#include "merge_text.h"
#include "output.h"
#include "wire/merge/merge_answer.h"
#include "wire/merge/merge_request.h"

namespace edge::cli {
namespace {

struct MergeArguments {
    wire::MergeRequest request;
    unsigned threads = 0;
    bool json = false;
};

Status run_merge(const MergeArguments& arguments) {
    catch_interrupts();
    const auto report =
        EDGE_TRY(wire::run_merge_request(arguments.request, arguments.threads, is_interrupted));
    for (const std::string& warning : report.warnings) warn(warning);
    return print(arguments.json ? wire::merge_json(report) + "\n" : merge_text(report));
}

}  // namespace

void add_merge(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<MergeArguments>();
    wire::MergeRequest& request = arguments->request;
    CLI::App* const sub = app.add_subcommand("merge", "Make one corpus of several");
    sub->add_option("CORPUS", request.corpora, "The corpora, in the order of their games")
        ->required();
    add_field(*sub, wire::merge_fields(), "out", request)->required();
    add_fields(*sub, wire::merge_fields(), request, {"corpora", "out"});
    sub->add_option("--threads", arguments->threads, "Threads (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    sub->add_flag("--json", arguments->json, "Print the report as one JSON object");
    sub->footer(
        "The corpora stay as they are. Stored sets are carried over.\n\n"
        "Examples:\n"
        "  edge merge twic.scoredb lichess.scoredb --out all.scoredb\n"
        "  edge merge 2024.scoredb 2025.scoredb --out both.scoredb --ids ids.csv");
    sub->callback([arguments, &chosen] { chosen = [arguments] { return run_merge(*arguments); }; });
}

}  // namespace edge::cli
