// edge convert: games from one kind of file to another.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"
#include "core/progress.h"
#include "ingest/convert.h"
#include "interrupt.h"
#include "output.h"
#include "query_arguments.h"
#include "wire/asked_query.h"
#include "wire/convert_json.h"

namespace edge::cli {
namespace {

struct ConvertArguments {
    ingest::ConvertOptions options;  // but for what stands below, which is still text
    std::vector<std::string> paths;  // the inputs and, last, the output
    std::string from;
    std::string to;
    std::string score = "auto";
    std::string score_pov;
    std::string bad_games = "keep";
    QueryArguments query;
    bool json = false;
};

viriformat::ScoreSource score_source(const std::string& word) {
    if (word == "eval") return viriformat::ScoreSource::Eval;
    if (word == "engine") return viriformat::ScoreSource::Engine;
    if (word == "zero") return viriformat::ScoreSource::Zero;
    return viriformat::ScoreSource::Auto;
}

Result<std::optional<ingest::GameKind>> kind_of(const char* option, const std::string& name) {
    if (name.empty()) return std::nullopt;
    const auto kind = ingest::parse_game_kind(name);
    if (!kind) return fail(kind.error().code, fmt::format("{}: {}", option, kind.error().message));
    return *kind;
}

Result<ingest::ConvertOptions> options_of(const ConvertArguments& arguments) {
    ingest::ConvertOptions options = arguments.options;
    options.inputs.assign(arguments.paths.begin(), arguments.paths.end() - 1);
    options.out = arguments.paths.back();
    options.from = EDGE_TRY(kind_of("--from", arguments.from));
    options.to = EDGE_TRY(kind_of("--to", arguments.to));
    options.fail_on_bad_games = arguments.bad_games == "fail";
    options.scores.source = score_source(arguments.score);
    if (!arguments.score_pov.empty()) {
        options.scores.view = arguments.score_pov == "white" ? ScoreView::White : ScoreView::Mover;
    }
    AskedQuery asked = EDGE_TRY(arguments.query.read());
    if (asked.skip || asked.limit) {
        return fail(ErrorCode::InvalidArgument,
                    "--scoutfish: all games that match are converted; leave out skip and limit");
    }
    if (!wire::asks_for_all(asked.expr)) options.query = std::move(asked.expr);
    return options;
}

// ---- the closing report

std::string kinds_text(const std::vector<ingest::GameKind>& kinds) {
    std::string text;
    for (const ingest::GameKind kind : kinds) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", kind_name(kind));
    }
    return text;
}

// How far the lines of a book go.
std::string plies_text(uint32_t plies) {
    return plies == 0 ? "of all plies" : fmt::format("of the first {} plies", plies);
}

template <class Tallies>
std::string tallies_text(const char* title, const Tallies& tallies) {
    if (tallies.empty()) return "";
    std::string text = fmt::format("{}:\n", title);
    for (const auto& [kind, tally] : tallies) {
        text += fmt::format("  {:<20}{}\n", kind, grouped(tally.count));
        for (const std::string& example : tally.examples) text += fmt::format("    {}\n", example);
    }
    return text;
}

std::string report_text(const ingest::ConvertReport& report) {
    std::string text = fmt::format("{}\n  from        {}\n  to          {}\n", report.output,
                                   kinds_text(report.from), kind_name(report.to));
    text += fmt::format("  games read  {}\n  written     {}\n", grouped(report.games.games_read),
                        grouped(report.games.games_written));
    if (report.book_positions) {
        text += fmt::format(
            "  book        {} positions, {} moves, {}\n", grouped(*report.book_positions),
            grouped(report.book_entries.value_or(0)), plies_text(report.book_plies.value_or(0)));
    }
    const double seconds = std::max(report.seconds, 1e-6);
    text += fmt::format(
        "  time        {:.2f} s, {} games/s\n", report.seconds,
        grouped(static_cast<uint64_t>(static_cast<double>(report.games.games_read) / seconds)));
    text += tallies_text("Games left out", report.games.skipped);
    text += tallies_text("Parts of games left out", report.games.lost);
    return text;
}

// ---- the command

Status run_convert(const ConvertArguments& arguments) {
    ingest::ConvertOptions options = EDGE_TRY(options_of(arguments));
    const bool to_stdout = options.out == "-";
    if (to_stdout && arguments.json) {
        return fail(ErrorCode::InvalidArgument,
                    "--json and the output - both write to standard output; give a file");
    }
    EDGE_CHECK(check_free(options.out, options.force));
    ProgressBar bar("converting", stderr_is_terminal());
    options.on_progress = [&bar](uint64_t done, std::optional<uint64_t> total, uint64_t games) {
        bar.update(done, total, games);
    };
    catch_interrupts();
    options.is_cancelled = is_interrupted;
    const auto report = ingest::convert(options);
    bar.finish();
    if (!report) return tl::unexpected(report.error());
    for (const std::string& warning : report->warnings) warn(warning);
    if (report->games.games_read == 0) warn("no game was found");
    if (arguments.json) return print(wire::convert_json(*report) + '\n');
    if (!to_stdout) return print(report_text(*report));
    fmt::print(stderr, "{}", report_text(*report));
    return {};
}

constexpr const char* kExamples =
    "Kinds: pgn, scoredb, scid4, viriformat, fbpgn; polyglot can only be written. A source is\n"
    "recognised by its content, a target by its ending: .pgn, .pgn.zst, .scoredb, .si4, .vf,\n"
    ".fbpgn, .bin.\n"
    "\n"
    "Examples:\n"
    "  edge convert twic.pgn twic.si4\n"
    "  edge convert base.si4 sicilians.si4 --query 'eco = B20..B99 and elo >= 2500'\n"
    "  edge convert base.si4 - --query 'streak(5, Q=q=0 R>=1 r>=1)' | less\n"
    "  edge convert engine.pgn.zst train.vf --score engine\n"
    "  edge convert games.scoredb book.bin --min-games 5 --max-ply 30";

}  // namespace

void add_convert(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<ConvertArguments>();
    ingest::ConvertOptions& options = arguments->options;
    CLI::App* const sub =
        app.add_subcommand("convert", "Games from one kind of file to another, whole");
    sub->add_option("PATH", arguments->paths,
                    "Files, folders and corpora to read, then the file to write; - for standard "
                    "input and output")
        ->required()
        ->type_name("IN... OUT")
        ->expected(2, -1);
    sub->add_option("--from", arguments->from, "The kind of all inputs (default: by content)")
        ->type_name("KIND");
    sub->add_option("--to", arguments->to, "The kind of the output (default: by its ending)")
        ->type_name("KIND");
    sub->add_flag("--deleted", options.keep_deleted,
                  "Keep the games of a Scid base that are marked as deleted");
    sub->add_option("--bad-games", arguments->bad_games,
                    "A game that cannot be read whole: keep what can be read, or fail (default: "
                    "keep)")
        ->type_name("WHAT")
        ->check(CLI::IsMember({"keep", "fail"}).description(""));
    sub->add_flag("--drop-site", options.drop_site,
                  "Leave Site out of a Scid base where it is a web address");
    sub->add_option("--score", arguments->score,
                    "Where the scores of viriformat come from: auto (default), eval, engine, zero")
        ->type_name("SOURCE")
        ->check(CLI::IsMember({"auto", "eval", "engine", "zero"}).description(""));
    sub->add_option("--score-pov", arguments->score_pov,
                    "Whose side engines' scores are, white or mover (default: by their form)")
        ->type_name("SIDE")
        ->check(CLI::IsMember({"white", "mover"}).description(""));
    sub->add_option("--min-games", options.min_games,
                    "Leave moves that fewer games played out of a book (default: 3)")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000'000).description(""));
    sub->add_option("--max-ply", options.max_ply,
                    "Put only moves of the first so many plies into a book")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000).description(""));
    sub->add_flag("--force", options.force, "Replace the output when it exists");
    sub->add_flag("--json", arguments->json, "Print the closing report as one JSON object");
    sub->add_option("--threads", options.threads, "Threads (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    arguments->query.add_to(*sub);
    sub->footer(kExamples);
    sub->callback(
        [arguments, &chosen] { chosen = [arguments] { return run_convert(*arguments); }; });
}

}  // namespace edge::cli
