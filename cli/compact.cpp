// edge compact: a corpus that has grown, as if it had been indexed at once, or without some games.
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"
#include "core/overloaded.h"
#include "core/size_text.h"
#include "corpus_lock.h"
#include "field_options.h"
#include "interrupt.h"
#include "merge_text.h"
#include "output.h"
#include "wire/compact/compact_answer.h"
#include "wire/compact/compact_request.h"

namespace edge::cli {
namespace {

struct CompactArguments {
    wire::CompactRequest request;
    unsigned threads = 0;
    bool no_wait = false;
    bool json = false;
};

std::string tree_text(const indexing::CompactReport& report) {
    if (report.segments_before <= 1) {
        return fmt::format("{}\n  tree        one file already, nothing written\n",
                           report.corpus.string());
    }
    return fmt::format("{}\n  games       {}\n  tree        {} edges in one file, were {} files\n",
                       report.corpus.string(), grouped(report.games), grouped(report.edges),
                       report.segments_before);
}

std::string shards_text(const indexing::CompactShardsReport& report) {
    if (report.shards == report.shards_before) {
        return fmt::format("{}\n  shards      {}, as few as they should be, nothing written\n",
                           report.corpus.string(), report.shards);
    }
    return fmt::format("{}\n  games       {}\n  size        {} in {} shard{}, were {}\n",
                       report.corpus.string(), grouped(report.games),
                       format_size(report.corpus_bytes), report.shards,
                       report.shards == 1 ? "" : "s", report.shards_before);
}

std::string text_of(const wire::CompactAnswer& answer) {
    return std::visit(
        Overloaded{[](const indexing::CompactReport& report) { return tree_text(report); },
                   [](const indexing::CompactShardsReport& report) { return shards_text(report); },
                   [](const indexing::MergeReport& report) { return merge_text(report); }},
        answer);
}

void show_warnings(const wire::CompactAnswer& answer) {
    const auto show = [](const auto& report) {
        for (const std::string& warning : report.warnings) warn(warning);
    };
    std::visit(Overloaded{[](const indexing::CompactReport&) {}, show}, answer);
}

Status run_compact(const CompactArguments& arguments) {
    const wire::CompactRequest& request = arguments.request;
    if (!check(request)) {
        return fail(ErrorCode::InvalidArgument,
                    "nothing to compact; expected --tree, --shards or --drop");
    }
    LockOptions lock = lock_options(request.corpus, arguments.no_wait);
    catch_interrupts();
    lock.is_cancelled = is_interrupted;
    const auto answer = EDGE_TRY(wire::run_compact_request(request, arguments.threads, lock));
    show_warnings(answer);
    return print(arguments.json ? wire::compact_json(answer) + "\n" : text_of(answer));
}

}  // namespace

void add_compact(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<CompactArguments>();
    wire::CompactRequest& request = arguments->request;
    CLI::App* const sub = app.add_subcommand(
        "compact", "Join what adding games has split, or write a corpus without some games");
    sub->add_option("CORPUS", request.corpus, "The corpus")->required();
    FieldOptions fields = add_fields(*sub, wire::compact_fields(), request, {"corpus"});
    CLI::Option* const drop = fields["drop"];
    drop->excludes(fields["tree"])->excludes(fields["shards"])->needs(fields["out"]);
    fields["shards"]->excludes(fields["tree"])->excludes(fields["memory"]);
    for (const std::string_view name : {"out", "ids", "force"}) fields[name]->needs(drop);
    sub->add_option("--threads", arguments->threads, "Threads (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    add_no_wait(*sub, arguments->no_wait);
    sub->get_option("--no-wait")->excludes(drop);
    sub->add_flag("--json", arguments->json, "Print the report as one JSON object");
    sub->footer(
        "The corpus can be read all the time. With --tree and --shards the ids of its games stay "
        "as they are; --drop leaves it alone and writes another one, whose games are numbered "
        "anew.\n\n"
        "Examples:\n"
        "  edge compact all.scoredb --tree\n"
        "  edge compact all.scoredb --shards\n"
        "  edge compact all.scoredb --drop @duplicates --out clean.scoredb --ids ids.csv");
    sub->callback(
        [arguments, &chosen] { chosen = [arguments] { return run_compact(*arguments); }; });
}

}  // namespace edge::cli
