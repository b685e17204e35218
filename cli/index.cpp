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
#include "field_options.h"
#include "index/add_columns.h"
#include "index/indexer.h"
#include "interrupt.h"
#include "output.h"
#include "tree/add_tree_games.h"
#include "wire/index/index_json.h"
#include "wire/index/index_request.h"

namespace edge::cli {
namespace {

struct IndexArguments {
    wire::IndexRequest request;
    std::string report;
    std::string add_cols;
    std::string add_tree_games;
    bool json = false;
};

std::string counts_text(
    const std::map<std::string, ConversionReport::Tally, std::less<>>& tallies) {
    std::string text;
    for (const auto& [kind, tally] : tallies) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(tally.count), kind);
    }
    return text;
}

std::string reasons_text(const indexing::IndexReport& report, bool skips) {
    std::string text;
    if (skips) text = counts_text(report.reading.skipped);
    for (size_t i = 0; i < formats::kIssueReasons; ++i) {
        const auto reason = static_cast<formats::IssueReason>(i);
        if (is_skip(reason) != skips || report.issue_counts[i] == 0) continue;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(report.issue_counts[i]),
                            reason_name(reason));
    }
    return text.empty() ? text : fmt::format(" ({})", text);
}

// Empty when no game was left out.
std::string left_out_text(const indexing::IndexReport& report) {
    uint64_t total = 0;
    std::string reasons;
    for (size_t i = 0; i < indexing::kLeftOutReasons; ++i) {
        if (report.left_out[i] == 0) continue;
        total += report.left_out[i];
        reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", grouped(report.left_out[i]),
                               reason_name(static_cast<indexing::LeftOut>(i)));
    }
    return total == 0 ? "" : fmt::format("  left out    {} ({})\n", grouped(total), reasons);
}

std::string report_text(const indexing::IndexReport& report) {
    const uint64_t skipped = report.games_read - report.games;
    std::string text = fmt::format("{}\n", report.corpus.string());
    text += fmt::format("  games read  {}\n", grouped(report.games_read));
    text +=
        fmt::format("  kept        {}, {} plies\n", grouped(report.games), grouped(report.plies));
    text +=
        fmt::format("  truncated   {}{}\n", grouped(report.truncated), reasons_text(report, false));
    text += fmt::format("  skipped     {}{}\n", grouped(skipped), reasons_text(report, true));
    text += left_out_text(report);
    if (!report.reading.lost.empty()) {
        text += fmt::format("  lost        {}\n", counts_text(report.reading.lost));
    }
    if (report.has_tree) {
        text += fmt::format(
            "  tree        {} edges over {}\n", grouped(report.tree.edges),
            report.tree_plies == 0 ? "all plies" : fmt::format("{} plies", report.tree_plies));
    }
    if (report.tree.games) {
        text += fmt::format("  tree games  {} lists, {}\n", grouped(report.tree.games->lists),
                            format_size(report.tree.games->bytes));
    }
    text +=
        fmt::format("  size        {} in {} shard{}, from {}\n", format_size(report.corpus_bytes),
                    report.shards, report.shards == 1 ? "" : "s", format_size(report.input_bytes));
    const double seconds = std::max(report.seconds, 1e-6);
    text += fmt::format(
        "  time        {:.2f} s, {} games/s, {:.0f} MB/s\n", report.seconds,
        grouped(static_cast<uint64_t>(static_cast<double>(report.games_read) / seconds)),
        static_cast<double>(report.input_bytes) / 1e6 / seconds);
    if (!report.first_issues.empty()) {
        text += "First games that were not kept whole (--report FILE lists all):\n";
        for (const auto& located : report.first_issues) {
            text += fmt::format("  {}\n", indexing::to_text(located));
        }
    }
    return text;
}

// The inputs that --report could overwrite. Only the PGN files of a folder are read, so a report
// with another ending may be in it.
std::vector<std::string> inputs_at_risk(const IndexArguments& arguments) {
    const bool is_pgn = arguments.report.find(".pgn") != std::string::npos;
    std::vector<std::string> at_risk;
    for (const std::string& input : arguments.request.inputs) {
        std::error_code ignored;
        if (is_pgn || !std::filesystem::is_directory(input, ignored)) at_risk.push_back(input);
    }
    return at_risk;
}

Status run_add_cols(const IndexArguments& arguments) {
    const auto report = EDGE_TRY(indexing::add_columns(arguments.add_cols));
    if (arguments.json) return print(wire::add_columns_json(report) + "\n");
    return print(fmt::format(
        "{}\n  games       {} in {} shard{}\n  columns     {}\n", report.corpus.string(),
        grouped(report.games), report.shards, report.shards == 1 ? "" : "s",
        report.written == 0 ? "up to date, nothing written"
                            : fmt::format("written for {} shard{}", report.written,
                                          report.written == 1 ? "" : "s")));
}

Status run_add_tree_games(const IndexArguments& arguments) {
    tree::AddTreeGamesOptions options{.corpus = arguments.add_tree_games,
                                      .threads = arguments.request.threads,
                                      .memory = arguments.request.memory};
    const auto report = EDGE_TRY(tree::add_tree_games(options));
    if (arguments.json) return print(wire::add_tree_games_json(report) + "\n");
    return print(
        fmt::format("{}\n  games       {}\n  tree        {} edges\n"
                    "  tree games  {} lists, {}\n",
                    report.corpus.string(), grouped(report.games), grouped(report.edges),
                    grouped(report.lists), format_size(report.bytes)));
}

Status run_index(const IndexArguments& arguments) {
    if (!arguments.add_cols.empty()) return run_add_cols(arguments);
    if (!arguments.add_tree_games.empty()) return run_add_tree_games(arguments);
    if (arguments.report == "-" && arguments.json) {
        return fail(ErrorCode::InvalidArgument,
                    "--report - and --json both write to standard output; give --report a file");
    }
    indexing::IndexOptions options = arguments.request;
    std::optional<Output> issues;
    bool has_issues = false;
    if (!arguments.report.empty()) {
        EDGE_CHECK(check_not_in_use(arguments.report, inputs_at_risk(arguments)));
        issues = EDGE_TRY(Output::open(arguments.report));
        options.on_issue = [&](const indexing::LocatedIssue& located) {
            has_issues = true;
            return issues->write(wire::issue_json(located) + "\n");
        };
    }
    ProgressBar bar("indexing", stderr_is_terminal());
    options.on_progress = [&bar](uint64_t done, std::optional<uint64_t> total, uint64_t games) {
        bar.update(done, total, games);
    };
    catch_interrupts();
    options.is_cancelled = is_interrupted;
    const auto report = indexing::index_games(options);
    bar.finish();
    // The issues found are useful even when the run failed; without any, an existing file stays.
    if (issues && (report || has_issues)) EDGE_CHECK(issues->close());
    if (!report) return tl::unexpected(report.error());
    for (const std::string& warning : report->warnings) warn(warning);
    const bool chose = std::ranges::any_of(report->left_out, [](uint64_t n) { return n > 0; });
    if (report->games_read == 0 && !chose) {
        warn("no game was found; expected PGN, plain or compressed with gzip, bzip2 or zstd");
    }
    return print(arguments.json ? wire::index_json(*report) + "\n" : report_text(*report));
}

}  // namespace

void add_index(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<IndexArguments>();
    CLI::App* const sub =
        app.add_subcommand("index", "Turn PGN into a corpus with an opening tree");
    sub->add_option("PGN", arguments->request.inputs,
                    "Files (plain, gz, bz2, zst), folders, or - for standard input; also what "
                    "edge convert reads: Scid bases, viriformat, FBPGN, corpora");
    FieldOptions fields =
        add_fields(*sub, wire::index_fields(), arguments->request, {"inputs", "out"});
    fields["tree"]->excludes(fields["tree_plies"])->excludes(fields["tree_min_games"]);
    add_field(*sub, wire::index_fields(), "out", arguments->request)
        ->description("The corpus to write (default: NAME.STAMP.scoredb in the current directory)");
    CLI::Option* const threads =
        sub->add_option("--threads", arguments->request.threads, "Threads (default: all cores)")
            ->check(CLI::Range(1, 1024));
    sub->add_option("--report", arguments->report,
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
    sub->add_flag("--json", arguments->json, "Print the closing report as one JSON object");
    sub->footer(
        "Examples:\n"
        "  edge index games.pgn\n"
        "  edge index twic/ lichess.pgn.zst --out all.scoredb\n"
        "  zstdcat huge.pgn.zst | edge index - --out huge.scoredb --memory 2G\n"
        "  edge index games.pgn --report bad.jsonl --json\n"
        "  edge index base.si4 train.vf --out all.scoredb\n"
        "  edge index all.pgn.zst --where 'elo >= 2200 and speed = rapid' --sample 0.1\n"
        "  edge index --add-cols old.scoredb\n"
        "  edge index --add-tree-games old.scoredb");
    sub->callback([arguments, &chosen] {
        if (arguments->request.inputs.empty() && arguments->add_cols.empty() &&
            arguments->add_tree_games.empty()) {
            throw CLI::RequiredError("PGN");
        }
        chosen = [arguments] { return run_index(*arguments); };
    });
}

}  // namespace edge::cli
