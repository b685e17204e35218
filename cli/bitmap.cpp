// edge bitmap: the algebra of stored sets of games, and what they hold.
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "bitmap/bitmap_file.h"
#include "bitmap/bitmap_name.h"
#include "bitmap/combine.h"
#include "commands.h"
#include "core/size_text.h"
#include "corpus/bitmap_layout.h"
#include "corpus/corpus_inspection.h"
#include "field_options.h"
#include "open_corpus.h"
#include "output.h"
#include "query/collections/stored_set.h"
#include "wire/combine/bitmap_json.h"
#include "wire/combine/combine_request.h"

namespace edge::cli {
namespace {

struct CombineArguments {
    wire::CombineRequest request;
    bool json = false;
};

struct InfoArguments {
    std::string input;
    std::string corpus;
    bool json = false;
};

struct ListArguments {
    std::string corpus;
    bool json = false;
};

std::string games_of(uint64_t set, uint64_t total) {
    return fmt::format("{} of {} games", grouped(set), grouped(total));
}

Result<NamedFile> resolve(const std::string& argument, const std::string& corpus) {
    NamedFile file = EDGE_TRY(resolve_bitmap_name(argument, corpus, kBitmapExtension));
    if (!file.warning.empty()) warn(file.warning);
    return file;
}

// What bitmaps must have in common with the corpus; nothing when none is given.
Result<std::optional<BitmapCorpus>> identity_of(const std::string& corpus) {
    if (corpus.empty()) return std::nullopt;
    return corpus::bitmap_corpus(EDGE_TRY(open_corpus(corpus)));
}

// Of a corpus, or of files alone.
Result<Bitmap> combine(const wire::CombineRequest& request, std::span<const std::string> inputs,
                       const std::string& output) {
    if (request.corpus.empty()) {
        Bitmap result = EDGE_TRY(combine_bitmaps(request.operation, inputs, nullptr));
        EDGE_CHECK(write_bitmap(result, output, request.force));
        return result;
    }
    const auto corpus = EDGE_TRY(open_corpus(request.corpus));
    const auto read = [&](const std::string& name) { return query::read_stored_set(corpus, name); };
    Bitmap result = EDGE_TRY(combine_sets(request.operation, request.inputs, read));
    EDGE_CHECK(query::write_stored_set(corpus, result, request.output,
                                       {.force = request.force, .dense = request.dense}));
    return result;
}

Status run_combine(const CombineArguments& arguments) {
    const wire::CombineRequest& request = arguments.request;
    EDGE_CHECK(check_input_count(request.operation, request.inputs.size()));
    std::vector<std::string> inputs;
    inputs.reserve(request.inputs.size());
    for (const std::string& input : request.inputs) {
        inputs.push_back(EDGE_TRY(resolve(input, request.corpus)).path);
    }
    const NamedFile output = EDGE_TRY(resolve(request.output, request.corpus));
    const Bitmap result = EDGE_TRY(combine(request, inputs, output.path));
    if (arguments.json) {
        return print(wire::bitmap_combine_json(request.operation, inputs, output.path, result) +
                     '\n');
    }
    return print(
        fmt::format("{}: {}\n", output.path, games_of(result.count(), result.layout().total())));
}

std::string info_text(const std::string& path, const BitmapSummary& bitmap) {
    std::string text = fmt::format("{}: {}\nversion {}, {}\n", path,
                                   games_of(bitmap.total_set(), bitmap.layout.total()),
                                   bitmap.version, format_size(bitmap.bytes));
    if (bitmap.corpus_id) text += fmt::format("of the corpus {}\n", to_hex(*bitmap.corpus_id));
    text += fmt::format("\n{:>6}{:>14}{:>14}\n", "shard", "games", "set");
    for (uint32_t shard = 0; shard < bitmap.layout.shard_count(); ++shard) {
        text += fmt::format("{:>6}{:>14}{:>14}\n", shard, grouped(bitmap.layout.shard_games[shard]),
                            grouped(bitmap.games_set[shard]));
    }
    return text;
}

Status run_info(const InfoArguments& arguments) {
    const std::string path = EDGE_TRY(resolve(arguments.input, arguments.corpus)).path;
    const auto identity = EDGE_TRY(identity_of(arguments.corpus));
    BitmapSummary bitmap = EDGE_TRY(read_bitmap_summary(path));
    if (identity) EDGE_CHECK(fit_to_corpus(bitmap, *identity, path));
    return print(arguments.json ? wire::bitmap_info_json(path, bitmap) + '\n'
                                : info_text(path, bitmap));
}

Status run_list(const ListArguments& arguments) {
    const auto corpus = EDGE_TRY(open_corpus(arguments.corpus));
    const auto bitmaps = corpus::inspect_bitmaps(corpus);
    if (arguments.json) return print(wire::bitmap_list_json(corpus.path(), bitmaps) + '\n');
    std::string text;
    for (const corpus::BitmapInspection& bitmap : bitmaps) {
        text += fmt::format("@{}  {}\n", bitmap.name,
                            bitmap.error.empty()
                                ? fmt::format("{}, version {}, {}",
                                              games_of(*bitmap.games_set, corpus.game_count()),
                                              *bitmap.version, format_size(bitmap.bytes))
                                : bitmap.error);
    }
    return print(text);
}

constexpr const char* kCorpusHelp =
    "The corpus that @names are in; the bitmaps must have its layout";

void add_combine(CLI::App& bitmap, Command& chosen, BitmapOperation operation, const char* help) {
    auto arguments = std::make_shared<CombineArguments>();
    wire::CombineRequest& request = arguments->request;
    request.operation = operation;
    CLI::App* const sub = bitmap.add_subcommand(std::string(name_of(operation)), help);
    sub->add_option("IN", request.inputs, "Bitmaps, each an @name or a file")->required();
    add_field(*sub, wire::combine_fields(), "output", request, "-o,--output")->required();
    sub->add_option("--corpus", request.corpus, kCorpusHelp);
    add_field(*sub, wire::combine_fields(), "force", request);
    add_field(*sub, wire::combine_fields(), "dense", request);
    sub->add_flag("--json", arguments->json, "One JSON object instead of text");
    sub->callback(
        [arguments, &chosen] { chosen = [arguments] { return run_combine(*arguments); }; });
}

void add_info(CLI::App& bitmap, Command& chosen) {
    auto arguments = std::make_shared<InfoArguments>();
    CLI::App* const sub = bitmap.add_subcommand("info", "How many games a bitmap holds");
    sub->add_option("IN", arguments->input, "A bitmap, an @name or a file")->required();
    sub->add_option("--corpus", arguments->corpus, kCorpusHelp);
    sub->add_flag("--json", arguments->json, "One JSON object instead of text");
    sub->callback([arguments, &chosen] { chosen = [arguments] { return run_info(*arguments); }; });
}

void add_list(CLI::App& bitmap, Command& chosen) {
    auto arguments = std::make_shared<ListArguments>();
    CLI::App* const sub = bitmap.add_subcommand("list", "The bitmaps of a corpus");
    sub->add_option("CORPUS", arguments->corpus, "A .scoredb directory")->required();
    sub->add_flag("--json", arguments->json, "One JSON object instead of text");
    sub->callback([arguments, &chosen] { chosen = [arguments] { return run_list(*arguments); }; });
}

}  // namespace

void add_bitmap(CLI::App& app, Command& chosen) {
    CLI::App* const sub =
        app.add_subcommand("bitmap", "Combine stored sets of games, or look into them");
    sub->require_subcommand(1);
    add_combine(*sub, chosen, BitmapOperation::And, "The games in all of the bitmaps");
    add_combine(*sub, chosen, BitmapOperation::Or, "The games in any of the bitmaps");
    add_combine(*sub, chosen, BitmapOperation::Xor, "The games in an odd number of the bitmaps");
    add_combine(*sub, chosen, BitmapOperation::Sub,
                "The games of the first that are in none of the others");
    add_combine(*sub, chosen, BitmapOperation::Not, "The games that one bitmap lacks");
    add_info(*sub, chosen);
    add_list(*sub, chosen);
    sub->footer(
        "Examples:\n"
        "  edge bitmap and @sicilian @gm --output @gm-sicilian --corpus games.scoredb\n"
        "  edge bitmap sub all.bm bullet.bm blitz.bm --output slow.bm\n"
        "  edge bitmap info @gm-sicilian --corpus games.scoredb\n"
        "  edge bitmap list games.scoredb");
}

}  // namespace edge::cli
