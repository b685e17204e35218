// edge convert: games from one kind of file to another.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "bitmap/bitmap_name.h"
#include "commands.h"
#include "convert/convert.h"
#include "core/progress.h"
#include "field_options.h"
#include "interrupt.h"
#include "output.h"
#include "query_arguments.h"
#include "wire/convert/convert_json.h"
#include "wire/convert/convert_request.h"
#include "wire/json/asked_query.h"

namespace edge::cli {
namespace {

struct ConvertArguments {
    wire::ConvertRequest request;    // except for what is below
    std::vector<std::string> paths;  // the inputs and, last, the output
    QueryArguments query;
    bool json = false;
};

// A file called @NAME is given as ./@NAME.
bool names_set(const std::string& path) {
    return path.starts_with('@') ? check_bitmap_name(path.substr(1)).has_value()
                                 : wire::names_bitmap(path);
}

Result<convert::ConvertOptions> options_of(const ConvertArguments& arguments) {
    wire::ConvertRequest request = arguments.request;
    request.asked = EDGE_TRY(arguments.query.read());
    request.options.out = arguments.paths.back();
    for (size_t i = 0; i + 1 < arguments.paths.size(); ++i) {
        const std::string& path = arguments.paths[i];
        if (names_set(path)) {
            request.asked.expr = wire::with_bitmap(std::move(request.asked.expr), path);
        } else {
            request.options.inputs.push_back(path);
        }
    }
    if (request.options.inputs.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("found '{}', a stored set, expected the corpus before it",
                                arguments.paths.front()));
    }
    return at_option("--scoutfish", wire::convert_options(std::move(request)));
}

// ---- the closing report

std::string kinds_text(const std::vector<formats::GameKind>& kinds) {
    std::string text;
    for (const formats::GameKind kind : kinds) {
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

// A line of the closing table, with its share of all positions.
std::string count_text(std::string_view what, uint64_t count, uint64_t all) {
    if (count == 0) return "";
    const double percent = 100.0 * static_cast<double>(count) / static_cast<double>(all);
    return fmt::format("  {:<20}{:>13}{:>7.1f} %\n", what, grouped(count), percent);
}

std::string scores_text(const convert::TrainingTable& table) {
    std::string text;
    for (size_t i = 0; i < table.scores.size(); ++i) {
        const bool is_last = i + 1 == convert::kScoreBands.size();
        const std::string band = is_last ? fmt::format("{} or more", convert::kScoreBands[i])
                                         : fmt::format("{} to {}", convert::kScoreBands[i],
                                                       convert::kScoreBands[i + 1] - 1);
        text += count_text(band, table.scores[i], table.written);
    }
    text += count_text("mate", table.mates, table.written);
    return text + count_text("no score", table.unscored, table.written);
}

std::string pieces_text(const convert::TrainingTable& table) {
    constexpr size_t kBand = 4;
    std::string text;
    for (size_t last = convert::kMostPieces; last > 0; last -= kBand) {
        uint64_t positions = 0;
        for (size_t count = last; count > last - kBand; --count) positions += table.pieces[count];
        text +=
            count_text(fmt::format("{} to {}", last - kBand + 1, last), positions, table.written);
    }
    return text;
}

std::string positions_text(const convert::TrainingTable& table) {
    std::string text;
    for (size_t i = 0; i < table.left_out.size(); ++i) {
        if (text.empty() && table.left_out[i] > 0) text = "Positions left out:\n";
        text += count_text(reason_name(static_cast<convert::LeftOutPosition>(i)), table.left_out[i],
                           table.considered());
    }
    if (table.written == 0) return text;
    text += "Positions by result:\n";
    constexpr std::array<std::string_view, 4> kResults = {"unknown", "1-0", "1/2-1/2", "0-1"};
    for (const size_t result : {1, 2, 3, 0}) {
        text += count_text(kResults[result], table.results[result], table.written);
    }
    text += "By score, in centipawns for either side:\n" + scores_text(table);
    return text + "By number of pieces:\n" + pieces_text(table);
}

std::string report_text(const convert::ConvertReport& report) {
    std::string text = fmt::format("{}\n  from        {}\n  to          {}\n", report.output,
                                   kinds_text(report.from), kind_name(report.to));
    text += fmt::format("  games read  {}\n  written     {}\n", grouped(report.games.games_read),
                        grouped(report.games.games_written));
    if (report.positions) {
        text += fmt::format("  positions   {} of {}\n", grouped(report.positions->written),
                            grouped(report.positions->considered()));
    }
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
    if (report.positions) text += positions_text(*report.positions);
    return text;
}

// ---- the command

Status run_convert(const ConvertArguments& arguments) {
    convert::ConvertOptions options = EDGE_TRY(options_of(arguments));
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
    const auto report = convert::convert(options);
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
    "Kinds: pgn, scoredb, scid4, viriformat, fbpgn; polyglot can only be written, and so can\n"
    "positions as bullet, text and epd. A source is recognised by its content, a target by its\n"
    "ending: .pgn (also .pgn.gz, .pgn.bz2, .pgn.zst), .scoredb, .si4, .vf, .fbpgn, .bin, .bullet,\n"
    ".txt, .epd.\n"
    "\n"
    "Examples:\n"
    "  edge convert twic.pgn twic.si4\n"
    "  edge convert base.si4 sicilians.si4 --query 'eco = B20..B99 and elo >= 2500'\n"
    "  edge convert base.si4 - --query 'streak(5, Q=q=0 R>=1 r>=1)' | less\n"
    "  edge convert engine.pgn.zst train.vf --score engine\n"
    "  edge convert train.vf train.bullet --positions quiet --plies 16.. --unique --shuffle\n"
    "  edge convert lichess.pgn.zst - --to text --positions 'MEN+men<=10' --sample 0.01\n"
    "  edge convert games.scoredb book.bin --min-games 5 --max-ply 30\n"
    "  edge convert games.scoredb black.bin --color black\n"
    "  edge convert games.scoredb @rook-endings endings.pgn";

}  // namespace

void add_convert(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<ConvertArguments>();
    CLI::App* const sub =
        app.add_subcommand("convert", "Convert whole games from one kind of file to another");
    sub->add_option("PATH", arguments->paths,
                    "Files, folders and corpora to read, then the file to write; - for standard "
                    "input and output; after a corpus @NAME or a .bm file, for its games alone")
        ->required()
        ->type_name("IN... [@NAME] OUT")
        ->expected(2, -1);
    add_fields(*sub, wire::convert_fields(), arguments->request,
               {"inputs", "out", "query", "no_aliases", "unique"});
    add_field(*sub, wire::convert_fields(), "unique", arguments->request, "--unique");
    sub->add_flag("--json", arguments->json, "Print the closing report as one JSON object");
    sub->add_option("--threads", arguments->request.options.threads, "Threads (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    arguments->query.add_to(*sub);
    sub->footer(kExamples);
    sub->callback(
        [arguments, &chosen] { chosen = [arguments] { return run_convert(*arguments); }; });
}

}  // namespace edge::cli
