// edge games: the games of a corpus that answer a query, as text.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "bitmap/bitmap_file.h"
#include "commands.h"
#include "core/progress.h"
#include "corpus/corpus.h"
#include "ingest/game_columns.h"
#include "ingest/game_selection.h"
#include "ingest/games_export.h"
#include "ingest/original_text.h"
#include "output.h"
#include "query_arguments.h"
#include "query_text.h"
#include "scan_options.h"
#include "wire/game_json.h"

namespace edge::cli {
namespace {

struct GamesArguments {
    std::string corpus;
    std::string bitmap;
    QueryArguments query;
    std::string format;  // empty when not given
    std::string columns;
    std::string sort;
    bool descending = false;
    bool original = false;
    bool json = false;
    std::optional<uint64_t> game;
    std::optional<uint64_t> skip, limit;
    std::string cursor;
    std::string output;
    bool force = false;
    unsigned threads = 0;
};

Status check_options(const GamesArguments& arguments, const query::Expr& expr) {
    const auto wrong = [](std::string message) {
        return fail(ErrorCode::InvalidArgument, std::move(message));
    };
    const bool has_rows =
        arguments.json || arguments.format == "jsonl" || arguments.format == "csv";
    if (arguments.original && (has_rows || arguments.format == "uci")) {
        return wrong("--original goes with --format pgn only");
    }
    if (arguments.json && !arguments.format.empty() && arguments.format != "jsonl") {
        return wrong(fmt::format("--json does not go with --format {}", arguments.format));
    }
    if (!arguments.columns.empty() && !has_rows) {
        return wrong("--columns goes with --format jsonl, --format csv or --json");
    }
    if (arguments.descending && (arguments.sort.empty() || arguments.sort == "none")) {
        return wrong("--desc goes with --sort elo, date or plies");
    }
    const bool asks = !std::holds_alternative<query::All>(expr.node);
    if (arguments.game && (asks || !arguments.sort.empty() || !arguments.cursor.empty())) {
        return wrong("--game names one game; it does not go with a query, --sort or --cursor");
    }
    return {};
}

// The query, with the stored set of games that stands beside it.
Result<query::Expr> with_bitmap(query::Expr asked, const std::string& bitmap) {
    if (bitmap.empty()) return asked;
    if (!bitmap.starts_with('@') && !bitmap.ends_with(kBitmapExtension)) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("found '{}', expected @NAME, a file {} or the flags of a query",
                                bitmap, kBitmapExtension));
    }
    query::Expr stored{query::BitmapRef{bitmap}};
    if (std::holds_alternative<query::All>(asked.node)) return stored;
    return query::Expr{
        query::Combination{query::BoolOp::And, {std::move(stored), std::move(asked)}}};
}

ingest::GameSort sort_of(const std::string& word) {
    if (word == "elo") return ingest::GameSort::Elo;
    if (word == "date") return ingest::GameSort::Date;
    return word == "plies" ? ingest::GameSort::Plies : ingest::GameSort::None;
}

Result<ingest::GameSelection> select(const GamesArguments& arguments, const query::Query& query,
                                     const query::Page& page, const query::RunOptions& work) {
    if (arguments.game) {
        EDGE_TRY(query.corpus().game(*arguments.game));
        return ingest::GameSelection{1, {*arguments.game}, std::nullopt};
    }
    return ingest::select_games(query,
                                {.sort = sort_of(arguments.sort),
                                 .descending = arguments.descending,
                                 .page = page,
                                 .cursor = arguments.cursor},
                                work);
}

// None unless games are written as rows.
Result<std::vector<ingest::GameColumn>> columns_of(const GamesArguments& arguments,
                                                   const query::Query& query) {
    const bool is_csv = arguments.format == "csv";
    if (!is_csv && arguments.format != "jsonl" && !arguments.json) {
        return std::vector<ingest::GameColumn>();
    }
    const auto rows = is_csv ? ingest::RowFormat::Csv : ingest::RowFormat::Json;
    if (arguments.columns.empty()) return ingest::default_columns(rows, !query.is_header_only());
    auto columns = ingest::parse_columns(arguments.columns, rows);
    if (columns) return columns;
    return fail(columns.error().code, fmt::format("--columns: {}", columns.error().message));
}

// Writes the games of a list one after the other in the form that was asked for.
class ListWriter {
public:
    ListWriter(const GamesArguments& arguments, const query::Query& query,
               std::vector<ingest::GameColumn> columns, Output output)
        : arguments_(arguments),
          query_(query),
          columns_(std::move(columns)),
          originals_(query.corpus()),
          output_(std::move(output)) {}

    Status write(const ingest::GameSelection& selection, const query::RunOptions& work);

private:
    static constexpr size_t kFlushBytes = size_t{1} << 16;
    Status append(const ingest::SelectedGame& selected);

    const GamesArguments& arguments_;
    const query::Query& query_;
    const std::vector<ingest::GameColumn> columns_;
    ingest::OriginalText originals_;
    Output output_;
    std::string text_;
    bool is_first_ = true;
};

Status ListWriter::write(const ingest::GameSelection& selection, const query::RunOptions& work) {
    if (arguments_.json) text_ += wire::open_games_json(query_, selection);
    if (arguments_.format == "csv") ingest::append_csv_header(columns_, text_);
    const auto load = columns_.empty() ? ingest::LoadOptions{.tags = true, .match_plies = false}
                                       : ingest::load_for(columns_);
    const auto write_game = [this](const ingest::SelectedGame& selected) -> Status {
        EDGE_CHECK(append(selected));
        if (text_.size() < kFlushBytes) return {};
        EDGE_CHECK(output_.write(text_));
        text_.clear();
        return {};
    };
    EDGE_CHECK(ingest::visit_games(query_, selection.game_ids, load, work, write_game));
    if (arguments_.json) text_ += wire::close_games_json() + '\n';
    EDGE_CHECK(output_.write(text_));
    return output_.close();
}

Status ListWriter::append(const ingest::SelectedGame& selected) {
    const corpus::Corpus& corpus = query_.corpus();
    if (arguments_.original) {
        text_ += EDGE_TRY(originals_.text_of(selected.game));
        text_ += "\n\n";
        return {};
    }
    if (arguments_.format == "csv") return ingest::append_csv(corpus, selected, columns_, text_);
    if (arguments_.format == "uci") return ingest::append_uci(corpus, selected.game, text_);
    if (columns_.empty()) return ingest::append_pgn(corpus, selected.game, text_);
    if (arguments_.json && !is_first_) text_ += ',';
    is_first_ = false;
    text_ += EDGE_TRY(wire::game_json(corpus, selected, columns_));
    if (!arguments_.json) text_ += '\n';
    return {};
}

Status run_games(const GamesArguments& arguments) {
    AskedQuery asked = EDGE_TRY(arguments.query.read());
    const auto expr = EDGE_TRY(with_bitmap(std::move(asked.expr), arguments.bitmap));
    EDGE_CHECK(check_options(arguments, expr));
    const auto corpus = EDGE_TRY(corpus::Corpus::open(arguments.corpus));
    for (const std::string& warning : corpus.warnings()) warn(warning);
    const auto query = EDGE_TRY(query::Query::prepare(corpus, expr));
    auto columns = EDGE_TRY(columns_of(arguments, query));
    std::vector<std::string> in_use = {arguments.corpus};
    for (const corpus::MetaSource& source : corpus.meta().sources) in_use.push_back(source.path);
    EDGE_CHECK(check_not_in_use(arguments.output, in_use));
    EDGE_CHECK(check_free(arguments.output, arguments.force));

    ProgressBar bar("scanning", stderr_is_terminal());
    const query::RunOptions work = scan_options(corpus, arguments.threads, bar);
    query::Page page;
    page.skip = arguments.skip.value_or(asked.skip.value_or(page.skip));
    page.limit = arguments.limit.value_or(asked.limit.value_or(page.limit));
    const auto selection = select(arguments, query, page, work);
    bar.finish();
    if (!selection) return tl::unexpected(selection.error());
    // Opened this late so that a mistake before empties no file.
    ListWriter writer(arguments, query, std::move(columns),
                      EDGE_TRY(Output::open(arguments.output)));
    EDGE_CHECK(writer.write(*selection, work));
    if (arguments.json) return {};
    if (!std::holds_alternative<query::All>(expr.node)) {
        fmt::print(stderr, "{}", head_text({query, selection->games_matched, corpus.game_count()}));
    }
    if (selection->next_cursor) fmt::print(stderr, "next_cursor: {}\n", *selection->next_cursor);
    return {};
}

// CLI11 lets a negative number wrap around. The description would crowd the help.
CLI::Validator not_negative() { return CLI::Range(int64_t{0}, INT64_MAX).description(""); }

constexpr const char* kExamples =
    "Examples:\n"
    "  edge games games.scoredb --limit 10\n"
    "  edge games games.scoredb --game 41 --original\n"
    "  edge games games.scoredb @rook-endings --format csv --output games.csv\n"
    "  edge games games.scoredb --player '~carlsen' --checkmate --sort date --desc --limit 20\n"
    "  edge games games.scoredb --query 'eco = B33' --format jsonl --columns white,black,tag:Event";

}  // namespace

void add_games(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<GamesArguments>();
    CLI::App* const sub = app.add_subcommand("games", "The games that match a query, as text");
    sub->add_option("CORPUS", arguments->corpus, "A .scoredb directory")->required();
    sub->add_option("BITMAP", arguments->bitmap, "Only the games of this set: @NAME or a .bm file");
    sub->add_option("--format", arguments->format, "pgn (default), uci, jsonl or csv")
        ->check(CLI::IsMember({"pgn", "uci", "jsonl", "csv"}));
    sub->add_flag("--json", arguments->json, "One JSON object instead of text");
    sub->add_option("--columns", arguments->columns,
                    "What jsonl, csv and --json give of each game, in this order")
        ->type_name("NAME,...");
    sub->add_flag("--original", arguments->original,
                  "The text of the source file, when it is still the one that was indexed");
    sub->add_option("--sort", arguments->sort,
                    "By elo (the mean of both), date or plies; none is the order of the corpus")
        ->type_name("KEY")
        ->check(CLI::IsMember({"elo", "date", "plies", "none"}).description(""));
    sub->add_flag("--desc", arguments->descending, "The highest or latest first");
    auto* const game = sub->add_option("--game", arguments->game, "One game, by its number from 0")
                           ->type_name("N")
                           ->check(not_negative());
    auto* const skip = sub->add_option("--skip", arguments->skip, "Pass over the first N games")
                           ->type_name("N")
                           ->check(not_negative());
    auto* const limit = sub->add_option("--limit", arguments->limit, "At most N games")
                            ->type_name("N")
                            ->check(not_negative());
    game->excludes(skip)->excludes(limit);
    sub->add_option("--cursor", arguments->cursor, "Go on where a page with --limit ended")
        ->type_name("TEXT")
        ->excludes(skip);
    sub->add_option("-o,--output", arguments->output, "Write to a file (default: standard output)");
    sub->add_flag("--force", arguments->force, "Replace the file when it exists");
    sub->add_option("--threads", arguments->threads, "Threads (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    arguments->query.add_to(*sub);
    sub->footer(kExamples);
    sub->callback([arguments, &chosen] { chosen = [arguments] { return run_games(*arguments); }; });
}

}  // namespace edge::cli
