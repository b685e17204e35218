#include "query_run.h"

#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "bitmap/bitmap_file.h"
#include "bitmap/bitmap_name.h"
#include "core/progress.h"
#include "corpus/corpus.h"
#include "output.h"
#include "query/answer_file.h"
#include "query/group_file.h"
#include "query/heatmap_file.h"
#include "query/heatmap_picture.h"
#include "query/notation.h"
#include "query/partition.h"
#include "query/position_file.h"
#include "query/query.h"
#include "query_text.h"
#include "scan_options.h"
#include "wire/aggregate_json.h"
#include "wire/query_answer_json.h"

namespace edge::cli {
namespace {

// One run: the query, how to work on it, and the bar that shows how far it is.
class Run {
public:
    Run(const QueryOptions& options, const query::Query& query)
        : options_(options),
          query_(query),
          bar_("scanning", stderr_is_terminal()),
          work_(scan_options(query.corpus(), options.threads, bar_)) {}

    Status count();
    Status heatmap();
    Status groups();
    Status positions();
    Status partition();
    Status matches(query::Page page);

private:
    const corpus::Corpus& corpus() const { return query_.corpus(); }
    // Where --output goes, with nothing in the way; nothing when there is no --output.
    Result<std::optional<std::string>> output_path(std::string_view extension) const;
    Result<wire::AnswerHead> counted();
    Status show(const wire::AnswerHead& head, const std::string& json, const std::string& text);
    Status stream_positions(const query::PositionListOptions& list, bool want_references,
                            query::PositionListTotals& totals);

    const QueryOptions& options_;
    const query::Query& query_;
    ProgressBar bar_;
    query::RunOptions work_;
};

Result<std::optional<std::string>> Run::output_path(std::string_view extension) const {
    if (options_.output.empty()) return std::nullopt;
    const NamedFile file =
        EDGE_TRY(resolve_bitmap_name(options_.output, corpus().path(), extension));
    if (file.in_corpus) EDGE_CHECK(create_bitmaps_folder(corpus().path()));
    return file.path;
}

// The games that match, which every answer tells; an aggregate's positions are counted apart.
Result<wire::AnswerHead> Run::counted() {
    const Bitmap games = EDGE_TRY(query::find_games(query_, work_));
    return wire::AnswerHead{.query = query_,
                            .games_matched = games.count(),
                            .games_scanned = corpus().game_count(),
                            .warnings = query_.aggregate_warnings()};
}

Status Run::show(const wire::AnswerHead& head, const std::string& json, const std::string& text) {
    bar_.finish();
    if (options_.json) return print(json + '\n');
    return print(head_text(head) + text);
}

Status Run::count() {
    const auto path = EDGE_TRY(output_path(kBitmapExtension));
    if (path) EDGE_CHECK(check_free(*path, options_.force));
    const Bitmap games = EDGE_TRY(query::find_games(query_, work_));
    wire::AnswerHead head{query_, games.count(), corpus().game_count()};
    if (path) {
        EDGE_CHECK(write_bitmap(games, *path, options_.force));
        head.files.push_back(*path);
    }
    return show(head, wire::count_answer_json(head), "");
}

query::ColorDepth color_depth() {
    if (!stdout_is_terminal() || std::getenv("NO_COLOR") != nullptr) {
        return query::ColorDepth::None;
    }
    const char* const colors = std::getenv("COLORTERM");
    const bool is_true_color = colors != nullptr && (std::string_view(colors) == "truecolor" ||
                                                     std::string_view(colors) == "24bit");
    return is_true_color ? query::ColorDepth::TrueColor : query::ColorDepth::Indexed256;
}

// No kinds stand for all of them.
Result<query::KindSet> heatmap_kinds(const std::string& pieces) {
    if (pieces.empty()) return query::KindSet{0};
    auto kinds = query::parse_kinds(pieces);
    if (kinds) return kinds;
    return fail(kinds.error().code, fmt::format("--heatmap={}: {}", pieces, kinds.error().message));
}

Status Run::heatmap() {
    const query::KindSet kinds = EDGE_TRY(heatmap_kinds(options_.pieces));
    const auto path = EDGE_TRY(output_path(query::kHeatmapExtension));
    if (path) EDGE_CHECK(check_free(*path, options_.force));
    if (!options_.svg.empty()) EDGE_CHECK(check_free(options_.svg, options_.force));
    wire::AnswerHead head = EDGE_TRY(counted());
    query::Heatmap heatmap = EDGE_TRY(query::fold_heatmap(query_, work_));
    if (kinds != 0) heatmap.keep_kinds(kinds);
    if (path) {
        EDGE_CHECK(query::write_heatmap(heatmap, *path, options_.force));
        head.files.push_back(*path);
    }
    if (!options_.svg.empty()) {
        EDGE_CHECK(query::write_answer(options_.svg,
                                       query::heatmap_svg(heatmap, kinds, query_.text()), "<svg ",
                                       "an SVG picture", options_.force));
        head.files.push_back(options_.svg);
    }
    return show(head, wire::heatmap_answer_json(head, heatmap, kinds),
                positions_line(heatmap.total_positions) + '\n' +
                    query::heatmap_text(heatmap, kinds, color_depth()));
}

Status Run::groups() {
    const query::GroupKey key = EDGE_TRY(query::parse_group_key(options_.key));
    const auto path = EDGE_TRY(output_path(query::kGroupsExtension));
    if (path) EDGE_CHECK(check_free(*path, options_.force));
    wire::AnswerHead head = EDGE_TRY(counted());
    const auto table = EDGE_TRY(query::fold_groups(query_, key, options_.top_n, work_));
    if (path) {
        EDGE_CHECK(query::write_groups(table, *path, options_.force));
        head.files.push_back(*path);
    }
    return show(head, wire::groups_answer_json(head, table),
                positions_line(table.total_positions) + '\n' + groups_text(table));
}

// The list itself on standard output: JSON lines, or for people FENs or game and ply.
Status Run::stream_positions(const query::PositionListOptions& list, bool want_references,
                             query::PositionListTotals& totals) {
    Output output = Output::standard();
    Status written;
    const auto write = [&](const query::ListedPosition& position) {
        std::string line;
        if (options_.jsonl) {
            line = wire::position_json(position);
        } else {
            if (want_references) line = fmt::format("{} {} ", position.game_id, position.ply);
            line += position.fen;
            if (line.ends_with(' ')) line.pop_back();
        }
        written = output.write(line + '\n');
        return written.has_value();
    };
    totals = EDGE_TRY(query::list_positions(query_, list, work_, write));
    EDGE_CHECK(written);
    return output.close();
}

Result<query::PositionOutput> parse_position_output(const std::string& word) {
    if (word == "ref") return query::PositionOutput::References;
    if (word == "fen") return query::PositionOutput::Fens;
    if (word == "both") return query::PositionOutput::Both;
    return fail(ErrorCode::InvalidArgument,
                fmt::format("--positions {}: expected ref, fen or both", word));
}

Status Run::positions() {
    const query::PositionOutput kind = EDGE_TRY(parse_position_output(options_.positions));
    const auto path = EDGE_TRY(output_path(query::kPositionsExtension));
    const query::PositionListOptions list{
        .unique = options_.unique,
        .limit = options_.limit.value_or(std::numeric_limits<uint64_t>::max()),
        .want_fen = kind != query::PositionOutput::References};
    std::vector<std::string> files;
    if (path && kind != query::PositionOutput::Fens) {
        files.push_back(query::references_path(*path).string());
    }
    if (path && kind != query::PositionOutput::References) {
        files.push_back(query::fens_path(*path).string());
    }
    for (const std::string& file : files) EDGE_CHECK(check_free(file, options_.force));
    wire::AnswerHead head = EDGE_TRY(counted());
    query::PositionListTotals totals;
    if (!path && !options_.json) {
        bar_.finish();
        work_.on_progress = nullptr;  // the list itself shows how far it is
        EDGE_CHECK(stream_positions(list, kind != query::PositionOutput::Fens, totals));
        fmt::print(stderr, "{}{}", head_text(head), listed_line(totals));
        return {};
    }
    if (path) {
        totals = EDGE_TRY(query::write_positions(query_, list, work_, kind, *path, options_.force));
        head.files = std::move(files);
    } else {
        totals =
            EDGE_TRY(query::list_positions(query_, list, work_, [](const auto&) { return true; }));
    }
    return show(head, wire::positions_answer_json(head, totals), listed_line(totals));
}

Status Run::partition() {
    const query::GroupKey key = EDGE_TRY(query::parse_group_key(options_.key));
    const auto path = EDGE_TRY(output_path(kBitmapExtension));
    wire::AnswerHead head = EDGE_TRY(counted());
    const uint32_t limit = options_.top_n != 0 ? options_.top_n : query::kDefaultPartitionLimit;
    const auto parts = EDGE_TRY(query::partition_games(query_, key, limit, work_));
    const auto files = EDGE_TRY(query::write_partition(parts, *path, options_.force));
    return show(head, wire::partition_answer_json(head, key, files), partition_text(key, files));
}

Status Run::matches(query::Page page) {
    const auto found = EDGE_TRY(query::find_matches(query_, page, work_));
    bar_.finish();
    const wire::AnswerHead head{query_, found.games_matched, corpus().game_count()};
    if (options_.json) return print(EDGE_TRY(wire::matches_answer_json(head, found)) + '\n');
    Output output = Output::standard();
    for (const query::GameMatch& match : found.games) {
        EDGE_CHECK(output.write(EDGE_TRY(wire::match_json(corpus(), match)) + '\n'));
    }
    EDGE_CHECK(output.close());
    fmt::print(stderr, "{}", head_text(head));
    return {};
}

// Options that stand beside the answer they do not belong to.
Status check_options(const QueryOptions& options) {
    const auto wrong = [](std::string message) {
        return fail(ErrorCode::InvalidArgument, std::move(message));
    };
    const Answer answer = options.answer;
    const bool has_output = !options.output.empty();
    if (options.answer_flags.size() > 1) {
        return wrong(fmt::format("{} and {} are two answers; a run gives one",
                                 options.answer_flags[0], options.answer_flags[1]));
    }
    if (!options.svg.empty() && answer != Answer::Heatmap)
        return wrong("--svg goes with --heatmap");
    if (options.top_n != 0 && answer != Answer::Groups && answer != Answer::Partition)
        return wrong("--top-n goes with --group-by or --partition");
    if (options.unique && answer != Answer::Positions) {
        return wrong("--positions-unique goes with --positions");
    }
    if (options.jsonl && (answer != Answer::Positions || options.json || has_output)) {
        return wrong("--jsonl goes with --positions, without --json and --output");
    }
    if (options.skip && answer != Answer::Matches) return wrong("--skip goes with --matches");
    if (options.limit && answer != Answer::Matches && answer != Answer::Positions) {
        return wrong("--limit goes with --matches or --positions");
    }
    if (has_output && (answer == Answer::Matches || answer == Answer::Explain)) {
        return wrong("--output does not go with --matches or --explain");
    }
    if (answer == Answer::Partition && !has_output) {
        return wrong("--partition: expected --output @NAME or a file, to name the bitmaps after");
    }
    return {};
}

}  // namespace

Status run_query(const QueryOptions& options) {
    const AskedQuery asked = EDGE_TRY(options.query.read());
    EDGE_CHECK(check_options(options));
    const auto corpus = EDGE_TRY(corpus::Corpus::open(options.corpus));
    for (const std::string& warning : corpus.warnings()) warn(warning);
    const auto query = EDGE_TRY(query::Query::prepare(corpus, asked.expr));
    if (options.answer == Answer::Explain) {
        return print(options.json ? wire::explain_json(query) + '\n' : query.explain());
    }
    const bool is_aggregate = options.answer != Answer::Count && options.answer != Answer::Matches;
    if (is_aggregate && !options.json) {
        for (const std::string& warning : query.aggregate_warnings()) warn(warning);
    }
    Run run(options, query);
    switch (options.answer) {
        case Answer::Heatmap:
            return run.heatmap();
        case Answer::Groups:
            return run.groups();
        case Answer::Positions:
            return run.positions();
        case Answer::Partition:
            return run.partition();
        case Answer::Matches: {
            query::Page page;
            page.skip = options.skip.value_or(asked.skip.value_or(page.skip));
            page.limit = options.limit.value_or(asked.limit.value_or(page.limit));
            return run.matches(page);
        }
        case Answer::Count:
        case Answer::Explain:
            break;
    }
    return run.count();
}

}  // namespace edge::cli
