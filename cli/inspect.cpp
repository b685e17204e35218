// edge inspect: what a corpus or another file of games holds, and whether it is sound.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"
#include "core/parallel.h"
#include "core/size_text.h"
#include "corpus/corpus_inspection.h"
#include "corpus/verify.h"
#include "field_options.h"
#include "formats/file_inspection.h"
#include "formats/game_kinds.h"
#include "inspect_file.h"
#include "open_corpus.h"
#include "output.h"
#include "query/lang/text.h"
#include "wire/inspect/file_inspection_json.h"
#include "wire/inspect/inspect_json.h"
#include "wire/inspect/inspect_request.h"

namespace edge::cli {
namespace {

struct InspectArguments {
    wire::InspectRequest request;
    std::string from;
    std::optional<std::string> where;
    uint64_t limit = formats::InspectFileOptions().limit;
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
        std::string size;
        if (source.size) size = fmt::format(" ({})", format_size(*source.size));
        if (source.games) size = fmt::format(" ({} games)", grouped(*source.games));
        text += fmt::format("  source      {}{}\n", source.path, size);
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
    const std::string plies = !meta.tree_plies        ? "unknown"
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
    if (tree.segments.size() == 1) return text;
    for (const corpus::TreeInspection::Segment& segment : tree.segments) {
        text += fmt::format("  {}: from game {} on, {} edges, {}\n", segment.file,
                            grouped(segment.first_game), grouped(segment.edges),
                            format_size(segment.bytes));
    }
    return text;
}

std::string bitmaps_text(const corpus::Inspection& inspection) {
    if (inspection.bitmaps.empty()) return "bitmaps: none\n";
    std::string text = "bitmaps:\n";
    for (const corpus::BitmapInspection& bitmap : inspection.bitmaps) {
        text += fmt::format("  @{}  {}, {}\n", bitmap.name, format_size(bitmap.bytes),
                            bitmap.error.empty()
                                ? fmt::format("version {}, {} games set", *bitmap.version,
                                              grouped(*bitmap.games_set))
                                : bitmap.error);
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

// A path that does not exist is taken for a corpus, which gives the best message.
Result<formats::GameKind> kind_of(const InspectArguments& arguments) {
    if (!arguments.from.empty()) return formats::parse_game_kind(arguments.from);
    std::error_code error;
    if (std::filesystem::is_directory(arguments.request.corpus, error))
        return formats::GameKind::Scoredb;
    auto kind = formats::kind_of_source(arguments.request.corpus);
    if (!kind && kind.error().code == ErrorCode::NotFound) return formats::GameKind::Scoredb;
    return kind;
}

Status run_inspect_file(const InspectArguments& arguments, formats::GameKind kind) {
    if (arguments.request.verify) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("--verify: expected a corpus, found {}", kind_name(kind)));
    }
    if (kind == formats::GameKind::Pgn) EDGE_CHECK(check_is_not_games(arguments.request.corpus));
    formats::InspectFileOptions options{.where = {}, .limit = arguments.limit};
    if (arguments.where) {
        auto asked = EDGE_TRY(query::parse_text(*arguments.where));
        options.where = EDGE_TRY(query::GameFilter::make(std::move(asked)));
    }
    const auto inspection =
        EDGE_TRY(formats::inspect_file(arguments.request.corpus, kind, options));
    if (arguments.json) {
        return print(wire::file_inspection_json(arguments.request.corpus, kind, inspection) + '\n');
    }
    return print(file_inspection_text(arguments.request.corpus, kind, inspection));
}

corpus::VerifyOptions verify_options(const InspectArguments& arguments) {
    return {.threads = arguments.threads == 0 ? default_threads() : arguments.threads};
}

// Whoever asks whether a corpus is sound gets an answer, also where it cannot be opened.
Status print_unreadable(const InspectArguments& arguments, const Error& error) {
    std::error_code ignored;
    const std::filesystem::path path = arguments.request.corpus;
    const bool is_corpus = std::filesystem::exists(path / "meta", ignored);
    if (!is_corpus || !arguments.request.verify) return {};
    const auto report =
        corpus::verify_unreadable(arguments.request.corpus, error, verify_options(arguments));
    return print(arguments.json ? wire::inspect_json(arguments.request.corpus, report) + '\n'
                                : verify_text(report));
}

Status run_inspect(const InspectArguments& arguments) {
    const formats::GameKind file_kind = EDGE_TRY(kind_of(arguments));
    if (file_kind != formats::GameKind::Scoredb) return run_inspect_file(arguments, file_kind);
    if (arguments.where) {
        return fail(ErrorCode::InvalidArgument,
                    "--where: expected an FBPGN file with its index; edge query searches a corpus");
    }
    auto opened = open_corpus(arguments.request.corpus);
    if (!opened) EDGE_CHECK(print_unreadable(arguments, opened.error()));
    const auto corpus = EDGE_TRY(std::move(opened));
    const corpus::Inspection inspection = corpus::inspect(corpus);
    for (const std::string& warning : inspection.warnings) warn(warning);
    std::optional<corpus::VerifyReport> report;
    if (arguments.request.verify) {
        report = EDGE_TRY(corpus::verify(corpus, verify_options(arguments)));
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
    sub->add_option(
           "CORPUS", arguments->request.corpus,
           "A .scoredb directory, a Scid base, a viriformat or FBPGN file, or a Polyglot book")
        ->required();
    sub->add_option("--from", arguments->from, "The kind of the file (default: by content)")
        ->type_name("KIND");
    sub->add_option("--where", arguments->where,
                    "In FBPGN: find the games that match a query about headers, using the index")
        ->type_name("TEXT");
    sub->add_option("--limit", arguments->limit, "List at most N of them (default: 10)")
        ->type_name("N")
        ->check(CLI::Range(int64_t{0}, INT64_MAX).description(""));
    add_fields(*sub, wire::inspect_fields(), arguments->request, {"corpus"});
    sub->add_flag("--json", arguments->json, "One JSON object instead of text");
    sub->add_option("--threads", arguments->threads, "Threads for --verify (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    sub->footer(
        "Examples:\n"
        "  edge inspect games.scoredb\n"
        "  edge inspect games.scoredb --verify\n"
        "  edge inspect games.scoredb --json\n"
        "  edge inspect train.vf\n"
        "  edge inspect games.fbpgn --where 'white ~ \"carlsen\" and result = W'");
    sub->callback(
        [arguments, &chosen] { chosen = [arguments] { return run_inspect(*arguments); }; });
}

}  // namespace edge::cli
