#include "run_merge.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "core/size_text.h"
#include "interrupt.h"
#include "output.h"
#include "wire/index/merge_json.h"

namespace edge::cli {
namespace {

std::string merge_text(const indexing::MergeReport& report) {
    std::string text = fmt::format("{}\n  games       {}, {} plies\n", report.corpus.string(),
                                   grouped(report.games), grouped(report.plies));
    if (report.left_out > 0) text += fmt::format("  left out    {}\n", grouped(report.left_out));
    if (report.edges) text += fmt::format("  tree        {} edges\n", grouped(*report.edges));
    for (const indexing::MergeReport::Set& set : report.sets) {
        text += fmt::format("  set         @{} of {}{}\n", set.name, set.corpus,
                            set.name == set.new_name ? "" : ", now @" + set.new_name);
    }
    return text + fmt::format("  size        {} in {} shard{}\n", format_size(report.corpus_bytes),
                              report.shards, report.shards == 1 ? "" : "s");
}

}  // namespace

void add_merge_options(CLI::App& sub, MergeRun& run) {
    sub.add_option("--ids", run.options.ids,
                   "Write the old and the new id of every game into this file, as CSV");
    sub.add_flag("--force", run.options.force, "Replace files and a corpus that are there");
}

Status run_merge(const MergeRun& run) {
    indexing::MergeOptions options = run.options;
    if (!run.memory.empty()) options.memory = EDGE_TRY(parse_size(run.memory));
    catch_interrupts();
    options.is_cancelled = is_interrupted;
    const auto report = EDGE_TRY(indexing::merge_corpora(options));
    for (const std::string& warning : report.warnings) warn(warning);
    return print(run.json ? wire::merge_json(report) + "\n" : merge_text(report));
}

}  // namespace edge::cli
