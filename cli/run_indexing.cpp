#include "run_indexing.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

#include "core/progress.h"
#include "core/size_text.h"
#include "corpus_lock.h"
#include "index/indexer.h"
#include "interrupt.h"
#include "open_corpus.h"
#include "output.h"
#include "wire/index/index_json.h"

namespace edge::cli {
namespace {

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

std::string known_sources_text(const indexing::IndexReport::Added& added) {
    std::string text;
    for (const std::string& source : added.known_sources) {
        text += fmt::format("  known       {} is in the corpus already\n", source);
    }
    return text;
}

std::string added_text(const indexing::IndexReport::Added& added, uint64_t games) {
    std::string text;
    if (games > 0) text += fmt::format("  ids         {}", grouped(added.first_game));
    if (games > 1) text += fmt::format(" to {}", grouped(added.first_game + games - 1));
    if (games > 0) text += '\n';
    text += fmt::format("  corpus now  {} games in {} shard{}", grouped(added.total_games),
                        added.total_shards, added.total_shards == 1 ? "" : "s");
    if (added.tree_segments > 1) text += fmt::format(", {} tree segments", added.tree_segments);
    return text + "\n";
}

std::string report_text(const indexing::IndexReport& report) {
    const uint64_t skipped = report.games_read - report.games;
    std::string text = fmt::format("{}\n", report.corpus.string());
    if (report.added) text += known_sources_text(*report.added);
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
    if (report.added) text += added_text(*report.added, report.games);
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
std::vector<std::string> inputs_at_risk(const IndexRun& run) {
    const bool is_pgn = run.report.find(".pgn") != std::string::npos;
    std::vector<std::string> at_risk;
    for (const std::string& input : run.request.inputs) {
        std::error_code ignored;
        if (is_pgn || !std::filesystem::is_directory(input, ignored)) at_risk.push_back(input);
    }
    return at_risk;
}

}  // namespace

Status run_indexing(const IndexRun& run) {
    if (run.report == "-" && run.json) {
        return fail(ErrorCode::InvalidArgument,
                    "--report - and --json both write to standard output; give --report a file");
    }
    indexing::IndexOptions options = run.request;
    options.lock = lock_options(run.request.append.string(), run.no_wait);
    std::optional<Output> issues;
    bool has_issues = false;
    if (!run.report.empty()) {
        EDGE_CHECK(check_not_in_use(run.report, inputs_at_risk(run)));
        issues = EDGE_TRY(Output::open(run.report));
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
    if (!report && !options.append.empty()) EDGE_CHECK(check_is_not_games(options.append.string()));
    // The issues found are useful even when the run failed; without any, an existing file stays.
    if (issues && (report || has_issues)) EDGE_CHECK(issues->close());
    if (!report) return tl::unexpected(report.error());
    for (const std::string& warning : report->warnings) warn(warning);
    if (report->added && report->added->has_many_shards()) {
        warn(fmt::format("the corpus has {} shards; edge compact {} --shards joins them",
                         report->added->total_shards, options.append.string()));
    }
    const bool chose = std::ranges::any_of(report->left_out, [](uint64_t n) { return n > 0; });
    const bool all_known = report->added && !report->added->known_sources.empty();
    if (report->games_read == 0 && !chose && !all_known) {
        warn("no game was found; expected PGN, plain or compressed with gzip, bzip2 or zstd");
    }
    return print(run.json ? wire::index_json(*report) + "\n" : report_text(*report));
}

}  // namespace edge::cli
