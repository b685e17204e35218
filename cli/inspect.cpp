// edge inspect: what a corpus holds, and whether it keeps to its format.
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"
#include "core/parallel.h"
#include "core/size_text.h"
#include "corpus/inspection.h"
#include "corpus/verify.h"
#include "output.h"
#include "wire/inspect_json.h"

namespace edge::cli {
namespace {

struct InspectArguments {
    std::string corpus;
    bool verify = false;
    bool json = false;
    unsigned threads = 0;
};

constexpr size_t kShardsShown = 16;

std::string meta_text(const corpus::Inspection& inspection) {
    const corpus::Meta& meta = inspection.meta;
    std::string text = fmt::format("{}\n  games       {}\n  plies       {}\n  size        {}\n",
                                   inspection.path, grouped(meta.total_games),
                                   grouped(meta.total_moves), format_size(inspection.total_bytes));
    if (meta.source_pgn_stem) text += fmt::format("  stem        {}\n", *meta.source_pgn_stem);
    if (meta.source_pgn_size) {
        text += fmt::format("  source size {}\n", format_size(*meta.source_pgn_size));
    }
    if (meta.indexed_at) text += fmt::format("  indexed at  {} UTC\n", *meta.indexed_at);
    for (const corpus::MetaSource& source : meta.sources) {
        text += fmt::format("  source      {}{}\n", source.path,
                            source.size ? fmt::format(" ({})", format_size(*source.size)) : "");
    }
    for (const auto& [key, value] : meta.unknown) text += fmt::format("  {}={}\n", key, value);
    return text;
}

std::string shards_text(const corpus::Inspection& inspection) {
    const auto size_or_dash = [](const std::optional<uint64_t>& bytes) {
        return bytes ? format_size(*bytes) : "-";
    };
    std::string text =
        fmt::format("\n{:>6}{:>14}{:>16}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}\n", "shard", "games",
                    "plies", "names", "moves", "index", "dict", "cols", "extra");
    const size_t shown = std::min(inspection.shards.size(), kShardsShown);
    for (size_t i = 0; i < shown; ++i) {
        const corpus::ShardInspection& shard = inspection.shards[i];
        text += fmt::format("{:>6}{:>14}{:>16}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}\n", i,
                            grouped(shard.games), grouped(shard.plies), grouped(shard.names),
                            format_size(shard.moves_bytes), format_size(shard.index_bytes),
                            format_size(shard.dict_bytes), size_or_dash(shard.cols_bytes),
                            size_or_dash(shard.extra_bytes));
    }
    if (shown < inspection.shards.size()) {
        text += fmt::format("   ... {} more (--json has all)\n", inspection.shards.size() - shown);
    }
    return text;
}

std::string tree_text(const corpus::Inspection& inspection) {
    if (!inspection.tree) return "\ntree: none\n";
    const corpus::TreeInspection& tree = *inspection.tree;
    const corpus::Meta& meta = inspection.meta;
    const std::string plies = !meta.tree_plies        ? "not said"
                              : *meta.tree_plies == 0 ? "all"
                                                      : std::to_string(*meta.tree_plies);
    std::string text = fmt::format(
        "\ntree: {} edges, {}, plies {}, games at the start {}\n"
        "  {} buckets, {} empty, the largest of {} edges\n",
        grouped(tree.edges), format_size(tree.bytes), plies, grouped(tree.start_games),
        grouped(tree.buckets), grouped(tree.empty_buckets), grouped(tree.largest_bucket));
    if (tree.games) {
        text += fmt::format("  games behind the edges: {} lists, {}\n", grouped(tree.games->lists),
                            format_size(tree.games->bytes));
    }
    return text;
}

std::string bitmaps_text(const corpus::Inspection& inspection) {
    if (inspection.bitmaps.empty()) return "bitmaps: none\n";
    std::string text = "bitmaps:\n";
    for (const corpus::BitmapInspection& bitmap : inspection.bitmaps) {
        text += fmt::format(
            "  @{}  {}, {}\n", bitmap.name, format_size(bitmap.bytes),
            bitmap.error.empty() ? grouped(*bitmap.games_set) + " games set" : bitmap.error);
    }
    return text;
}

std::string verify_text(const corpus::VerifyReport& report) {
    std::string text = "\n";
    for (const corpus::Finding& finding : report.findings) text += finding.message + '\n';
    for (const auto& [kind, count] : report.counts) {
        if (count > corpus::VerifyReport::kMaxFindings) {
            text += fmt::format("... {} more of kind {}\n",
                                count - corpus::VerifyReport::kMaxFindings, kind);
        }
    }
    if (report.ok()) {
        text += fmt::format("verified: {} games, {} plies, {} edges, no problem found\n",
                            grouped(report.games), grouped(report.plies), grouped(report.edges));
    }
    return text;
}

Status run_inspect(const InspectArguments& arguments) {
    const auto corpus = EDGE_TRY(corpus::Corpus::open(arguments.corpus));
    const corpus::Inspection inspection = corpus::inspect(corpus);
    for (const std::string& warning : inspection.warnings) warn(warning);
    std::optional<corpus::VerifyReport> report;
    if (arguments.verify) {
        const unsigned threads = arguments.threads == 0 ? default_threads() : arguments.threads;
        report = EDGE_TRY(corpus::verify(corpus, threads));
    }
    if (arguments.json) {
        EDGE_CHECK(print(wire::inspect_json(inspection, report ? &*report : nullptr) + '\n'));
    } else {
        EDGE_CHECK(print(meta_text(inspection) + shards_text(inspection) + tree_text(inspection) +
                         bitmaps_text(inspection) + (report ? verify_text(*report) : "")));
    }
    if (!report || report->ok()) return {};
    uint64_t problems = 0;
    for (const auto& [kind, count] : report->counts) problems += count;
    return fail(ErrorCode::Corrupt, fmt::format("{}: {} problems found", corpus.path(), problems));
}

}  // namespace

void add_inspect(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<InspectArguments>();
    CLI::App* const sub =
        app.add_subcommand("inspect", "What a corpus holds, and whether it is sound");
    sub->add_option("CORPUS", arguments->corpus, "A .scoredb directory")->required();
    sub->add_flag("--verify", arguments->verify,
                  "Check every rule of the format: replay all games, rebuild the tree");
    sub->add_flag("--json", arguments->json, "One JSON object instead of text");
    sub->add_option("--threads", arguments->threads, "Threads for --verify (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    sub->footer(
        "Examples:\n"
        "  edge inspect games.scoredb\n"
        "  edge inspect games.scoredb --verify\n"
        "  edge inspect games.scoredb --json");
    sub->callback(
        [arguments, &chosen] { chosen = [arguments] { return run_inspect(*arguments); }; });
}

}  // namespace edge::cli
