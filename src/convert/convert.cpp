#include "convert/convert.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "codec/scid4/base_files.h"
#include "codec/scid4/base_reader.h"
#include "convert/book_maker.h"
#include "convert/game_pipeline.h"
#include "convert/training_writer.h"
#include "core/atomic_file.h"
#include "core/io_error.h"
#include "core/output_dir.h"
#include "core/parallel.h"
#include "corpus/corpus.h"
#include "formats/wanted_games.h"
#include "games/corpus_games.h"
#include "index/indexer.h"
#include "index/reader_issues.h"
#include "query/query.h"

namespace edge::convert {

namespace fs = std::filesystem;

namespace {

// ---- before the work

// The files of a source or a target of that kind.
std::vector<fs::path> files_of(const std::string& path, formats::GameKind kind) {
    std::error_code error;
    if (kind != formats::GameKind::Scid4) return {fs::weakly_canonical(path, error)};
    const scid4::BaseFiles files = scid4::base_files(path);
    return {fs::weakly_canonical(files.index, error), fs::weakly_canonical(files.names, error),
            fs::weakly_canonical(files.games, error)};
}

// Whether `path` is `other` or below it, even under another name.
bool is_within(const fs::path& path, const fs::path& other) {
    std::error_code error;
    return std::mismatch(other.begin(), other.end(), path.begin(), path.end()).first ==
               other.end() ||
           fs::equivalent(path, other, error);
}

// Pipes and standard input cannot be overwritten.
Status check_not_a_source(const std::string& out, formats::GameKind to,
                          const std::vector<formats::GameSource>& sources) {
    if (out == "-") return {};
    for (const formats::GameSource& source : sources) {
        std::error_code error;
        if (!fs::is_regular_file(source.path, error) && !fs::is_directory(source.path, error) &&
            source.kind == formats::GameKind::Pgn) {
            continue;  // a pipe
        }
        for (const fs::path& used : files_of(source.path, source.kind)) {
            for (const fs::path& written : files_of(out, to)) {
                if (!is_within(written, used) && !is_within(used, written)) continue;
                return fail(ErrorCode::Io,
                            fmt::format("{} is what the games are read from; expected another "
                                        "output",
                                        out));
            }
        }
    }
    return {};
}

// The options that choose among positions.
Status check_positions(const TrainingChoice& choice, formats::GameKind to) {
    if (!formats::holds_positions(to)) {
        if (choice == TrainingChoice{}) return {};
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("a choice of positions is for bullet, text and epd, found {} as "
                                "the target",
                                formats::kind_name(to)));
    }
    if (choice.seed && !choice.sample && !choice.shuffle) {
        return fail(ErrorCode::InvalidArgument,
                    "a seed is for a sample or a shuffle, found neither");
    }
    if (choice.memory && !needs_sorting(choice)) {
        return fail(ErrorCode::InvalidArgument,
                    "a bound on memory is for unique positions or a shuffle, found neither");
    }
    return {};
}

Status check_together(const ConvertOptions& options, formats::GameKind to) {
    if (options.inputs.empty()) {
        return fail(ErrorCode::InvalidArgument, "nothing to convert: expected at least one input");
    }
    const bool is_text = to == formats::GameKind::Pgn || to == formats::GameKind::Text ||
                         to == formats::GameKind::Epd;
    if (options.out == "-" && !is_text) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("standard output takes PGN, text and EPD, found {}; give a file",
                                formats::kind_name(to)));
    }
    const auto only_for = [to](bool is_given, formats::GameKind kind,
                               std::string_view what) -> Status {
        if (!is_given || to == kind) return {};
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} is for {}, found {} as the target", what,
                                formats::kind_name(kind), formats::kind_name(to)));
    };
    const bool has_scores = options.scores.view.has_value() ||
                            options.scores.source != viriformat::ScoreOptions{}.source;
    EDGE_CHECK(only_for(options.min_games.has_value(), formats::GameKind::Polyglot,
                        "a least number of games"));
    EDGE_CHECK(only_for(options.max_ply.has_value(), formats::GameKind::Polyglot, "a last ply"));
    EDGE_CHECK(
        only_for(options.color.has_value(), formats::GameKind::Polyglot, "a choice of side"));
    EDGE_CHECK(only_for(options.drop_site, formats::GameKind::Scid4, "leaving out sites"));
    if (!formats::holds_positions(to)) {
        EDGE_CHECK(only_for(has_scores, formats::GameKind::Viriformat, "a choice of scores"));
    }
    EDGE_CHECK(check_positions(options.positions, to));
    std::error_code error;
    if (to == formats::GameKind::Scoredb && !options.force && fs::exists(options.out, error)) {
        return exists_already(options.out);
    }
    return {};
}

// A query about positions takes two passes, and a pipe allows only one.
Status check_readable_twice(const std::vector<formats::GameSource>& sources) {
    for (const formats::GameSource& source : sources) {
        std::error_code error;
        const bool is_file = source.kind != formats::GameKind::Pgn && source.path != "-";
        if (is_file || fs::is_regular_file(source.path, error)) continue;
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: a question about positions reads the games twice, expected a "
                                "file",
                                source.path == "-" ? "standard input" : source.path));
    }
    return {};
}

bool refers_to_bitmap(const query::Expr& query) {
    if (std::holds_alternative<query::BitmapRef>(query.node)) return true;
    const auto* combination = std::get_if<query::Combination>(&query.node);
    return combination != nullptr && std::ranges::any_of(combination->operands, refers_to_bitmap);
}

// ---- one conversion

class Conversion {
public:
    Conversion(const ConvertOptions& options, std::vector<formats::GameSource> sources,
               formats::GameKind to)
        : options_(options),
          sources_(std::move(sources)),
          to_(to),
          threads_(options.threads != 0 ? options.threads : default_threads()) {}

    Result<ConvertReport> run();

private:
    bool is_one_corpus() const {
        return sources_.size() == 1 && sources_.front().kind == formats::GameKind::Scoredb;
    }
    // A folder for a corpus that only this conversion uses; it is removed with the Conversion.
    Result<fs::path> workspace();
    indexing::IndexOptions index_options(const fs::path& out) const;

    // Which games to keep, with a warning about games that cannot be tested.
    Result<formats::WantedGames> find_wanted();
    Result<formats::WantedGames> ask_corpus(const std::string& path, bool by_offset);

    Status write_games();
    Status write_positions();
    Status pump(const std::vector<OpenSource>& sources, GameWriter& writer, bool number_games);
    void add_warnings(const std::vector<OpenSource>& sources);
    Status write_corpus(const fs::path& out, bool tree);
    Status write_book();
    Result<std::vector<OpenSource>> open_sources() const;

    const ConvertOptions& options_;
    const std::vector<formats::GameSource> sources_;
    const formats::GameKind to_;
    const unsigned threads_;
    std::optional<OutputDir> workspace_;
    ConvertReport report_;
};

Result<fs::path> Conversion::workspace() {
    if (!workspace_) {
        std::error_code error;
        const fs::path target =
            options_.out == "-" ? fs::temp_directory_path(error) / "edge" : fs::path(options_.out);
        workspace_.emplace(EDGE_TRY(OutputDir::create(target.string() + ".games", false)));
    }
    return workspace_->path();
}

indexing::IndexOptions Conversion::index_options(const fs::path& out) const {
    indexing::IndexOptions index;
    index.inputs = options_.inputs;  // not the files of a folder, whose name the corpus keeps
    index.from = options_.from;
    index.keep_deleted = options_.keep_deleted;
    if (options_.fail_on_bad_games) index.bad_games = indexing::BadGames::Fail;
    index.out = out;
    index.threads = threads_;
    index.whole_games = true;
    index.on_progress = options_.on_progress;
    index.is_cancelled = options_.is_cancelled;
    return index;
}

Result<formats::WantedGames> Conversion::find_wanted() {
    if (!options_.query) return formats::WantedGames::all();
    if (is_one_corpus()) return ask_corpus(sources_.front().path, false);
    if (refers_to_bitmap(*options_.query)) {
        return fail(ErrorCode::InvalidArgument,
                    "a stored bitmap belongs to a corpus: expected one corpus to convert from");
    }
    if (auto filter = query::GameFilter::make(*options_.query)) {
        return formats::WantedGames::by_header(std::move(*filter));
    }
    const fs::path corpus = EDGE_TRY(workspace()) / "asked.scoredb";
    indexing::IndexOptions index = index_options(corpus);
    index.number_games = true;
    index.tree = false;
    index.extra = query::has_tag_test(*options_.query);
    const indexing::IndexReport indexed = EDGE_TRY(indexing::index_games(index));
    uint64_t unasked = 0;  // of those that were read
    for (size_t i = 0; i < formats::kIssueReasons; ++i) {
        if (formats::is_skip(static_cast<formats::IssueReason>(i)))
            unasked += indexed.issue_counts[i];
    }
    if (unasked > 0) {
        report_.warnings.push_back(
            fmt::format("{} games cannot be searched by position and are left out: they are of "
                        "another variant, from another start, or without a legal move",
                        unasked));
    }
    auto wanted = EDGE_TRY(ask_corpus(corpus.string(), true));
    std::error_code ignored;
    fs::remove_all(corpus, ignored);
    return wanted;
}

// Games are numbered by their order in the corpus, or by their offsets, which are their numbers in
// the sources that it was made from.
Result<formats::WantedGames> Conversion::ask_corpus(const std::string& path, bool by_offset) {
    const auto corpus = EDGE_TRY(corpus::Corpus::open(path));
    const auto query = EDGE_TRY(query::Query::prepare(corpus, *options_.query));
    query::RunOptions run{.threads = threads_, .on_progress = {}};
    if (options_.is_cancelled) {
        run.on_progress = [this](uint64_t) { return !options_.is_cancelled(); };
    }
    const Bitmap found = EDGE_TRY(query::find_games(query, run));
    std::ranges::copy(query.warnings(), std::back_inserter(report_.warnings));
    std::vector<bool> numbers;
    const auto add = [&numbers](uint64_t number) {
        if (numbers.size() <= number) numbers.resize(number + 1);
        numbers[number] = true;
    };
    for (uint32_t shard = 0; shard < corpus.shard_count(); ++shard) {
        Status status;
        found.for_each(shard, [&](uint32_t game) {
            const uint64_t id = corpus.first_id(shard) + game;
            if (!by_offset) return add(id);
            const auto view = corpus.game(id);
            if (view) return add(view->header().pgn_offset);
            status = tl::unexpected(view.error());
        });
        EDGE_CHECK(status);
    }
    return formats::WantedGames::by_number(std::move(numbers));
}

Result<std::vector<OpenSource>> Conversion::open_sources() const {
    const formats::ReadOptions read{.keep_deleted = options_.keep_deleted, .threads = threads_};
    std::vector<OpenSource> opened;
    opened.reserve(sources_.size());
    for (const formats::GameSource& source : sources_) {
        opened.push_back({source.path, EDGE_TRY(formats::open_games(source, read))});
    }
    return opened;
}

Status Conversion::write_games() {
    const auto sources = EDGE_TRY(open_sources());
    formats::WriteOptions write{
        .overwrite = options_.force, .drop_site = options_.drop_site, .scores = options_.scores};
    // A base converted to a base keeps its description and the names of its flags.
    const auto* base = dynamic_cast<const scid4::BaseReader*>(sources.front().reader.get());
    if (base != nullptr) write.base_info = base->info();
    const auto writer = EDGE_TRY(formats::create_games(to_, options_.out, write));
    return pump(sources, *writer, false);
}

Status Conversion::write_positions() {
    const auto sources = EDGE_TRY(open_sources());
    TrainingOutput output{.kind = to_,
                          .path = options_.out,
                          .overwrite = options_.force,
                          .scores = options_.scores,
                          .is_cancelled = options_.is_cancelled};
    if (needs_sorting(options_.positions)) output.spill_folder = EDGE_TRY(workspace());
    const auto writer = EDGE_TRY(TrainingWriter::create(options_.positions, std::move(output)));
    EDGE_CHECK(pump(sources, *writer, true));
    report_.positions = writer->table();
    return {};
}

Status Conversion::pump(const std::vector<OpenSource>& sources, GameWriter& writer,
                        bool number_games) {
    const formats::WantedGames wanted = EDGE_TRY(find_wanted());
    const PipelineOptions pipeline{.threads = threads_,
                                   .fail_on_damage = options_.fail_on_bad_games,
                                   .number_games = number_games,
                                   .on_progress = options_.on_progress,
                                   .is_cancelled = options_.is_cancelled};
    report_.games = EDGE_TRY(pump_games(sources, wanted, writer, pipeline));
    add_warnings(sources);
    for (const OpenSource& source : sources) EDGE_CHECK(source.reader->check_unchanged());
    return writer.finish();
}

void Conversion::add_warnings(const std::vector<OpenSource>& sources) {
    for (const OpenSource& source : sources) {
        std::ranges::copy(source.reader->warnings(), std::back_inserter(report_.warnings));
    }
    const std::string name = sources.size() == 1 ? sources.front().name : "the sources";
    if (auto warning = indexing::damage_warning(report_.games, name)) {
        report_.warnings.push_back(*std::move(warning));
    }
    const auto unscored = report_.games.skipped.find("no_scores");
    if (unscored != report_.games.skipped.end()) {
        report_.warnings.push_back(
            fmt::format("{} games have no scores and are left out; score zero writes them with 0",
                        unscored->second.count));
    }
}

// Runs the indexer, whose report becomes this one's.
Status Conversion::write_corpus(const fs::path& out, bool tree) {
    const formats::WantedGames wanted = EDGE_TRY(find_wanted());
    indexing::IndexOptions index = index_options(out);
    index.force = options_.force;
    index.tree = tree;
    if (to_ == formats::GameKind::Polyglot) {
        index.tree_games = index.extra = index.cols = false;
        if (options_.max_ply) index.tree_plies = options_.max_ply;
    }
    if (wanted.filter() != nullptr) index.choice.where = *wanted.filter();
    if (wanted.numbers() != nullptr) index.wanted = &wanted;
    ConversionReport issues;
    index.on_issue = [&issues](const indexing::LocatedIssue& located) -> Status {
        if (!located.issue.reader_reason.empty()) return {};  // it is in indexed.reading
        const std::string place = fmt::format("{}, {}", located.file, located.issue.place);
        const formats::IssueReason reason = located.issue.reason;
        const std::string& text = located.issue.text;
        const std::string what = text.empty() ? "left out" : fmt::format("found '{}'", text);
        if (formats::is_skip(reason)) {
            issues.skip(reason_name(reason), place, what);
        } else {
            issues.lose(reason_name(reason), place, what);
        }
        return {};
    };
    const indexing::IndexReport indexed = EDGE_TRY(indexing::index_games(index));
    report_.games = indexed.reading;
    report_.games.games_read = report_.games.games_written = 0;
    report_.games.merge(issues);
    report_.games.games_read = indexed.games_read;
    report_.games.games_written = indexed.games;
    if (const uint64_t left_out = indexed.left_out[static_cast<size_t>(indexing::LeftOut::Where)]) {
        report_.games.games_read += left_out;
        report_.games.skipped["no_match"].count = left_out;
    }
    std::ranges::copy(indexed.warnings, std::back_inserter(report_.warnings));
    return {};
}

// From the tree of the corpus, or of one made for this.
Status Conversion::write_book() {
    EDGE_CHECK(AtomicFile::check(options_.out, options_.force));
    std::string path = sources_.front().path;
    auto corpus = std::optional<corpus::Corpus>();
    if (is_one_corpus() && !options_.query) corpus = EDGE_TRY(corpus::Corpus::open(path));
    if (!corpus || !corpus->has_tree()) {
        path = (EDGE_TRY(workspace()) / "book.scoredb").string();
        EDGE_CHECK(write_corpus(path, true));
        corpus = EDGE_TRY(corpus::Corpus::open(path));
    } else {
        report_.games.games_read = report_.games.games_written = corpus->game_count();
    }
    BookOptions book{
        .max_ply = options_.max_ply, .color = options_.color, .overwrite = options_.force};
    if (options_.min_games) book.min_games = *options_.min_games;
    const BookSummary summary = EDGE_TRY(convert::write_book(*corpus, options_.out, book));
    report_.book_positions = summary.positions;
    report_.book_entries = summary.entries;
    report_.book_plies = corpus->meta().tree_plies.value_or(0);
    if (options_.max_ply && (report_.book_plies == 0U || *options_.max_ply < report_.book_plies)) {
        report_.book_plies = options_.max_ply;
    }
    if (summary.never_scored > 0) {
        report_.games.lost["never_scored"].count = summary.never_scored;
    }
    if (summary.out_of_reach > 0) {
        report_.games.lost["out_of_reach"].count = summary.out_of_reach;
    }
    return {};
}

Result<ConvertReport> Conversion::run() {
    const auto begin = std::chrono::steady_clock::now();
    report_.to = to_;
    report_.output = options_.out;
    for (const formats::GameSource& source : sources_) {
        if (std::ranges::find(report_.from, source.kind) == report_.from.end()) {
            report_.from.push_back(source.kind);
        }
    }
    switch (to_) {
        case formats::GameKind::Scoredb:
            EDGE_CHECK(write_corpus(options_.out, true));
            break;
        case formats::GameKind::Polyglot:
            EDGE_CHECK(write_book());
            break;
        case formats::GameKind::Bullet:
        case formats::GameKind::Text:
        case formats::GameKind::Epd:
            EDGE_CHECK(write_positions());
            break;
        default:
            EDGE_CHECK(write_games());
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    report_.seconds = elapsed.count();
    return std::move(report_);
}

}  // namespace

Result<ConvertReport> convert(const ConvertOptions& options) {
    const formats::GameKind to =
        options.to ? *options.to : EDGE_TRY(formats::kind_of_target(options.out));
    EDGE_CHECK(check_together(options, to));
    auto sources = EDGE_TRY(formats::find_game_sources(options.inputs, options.from));
    EDGE_CHECK(check_not_a_source(options.out, to, sources));
    if (options.query && !query::GameFilter::make(*options.query)) {
        EDGE_CHECK(check_readable_twice(sources));
    }
    return Conversion(options, std::move(sources), to).run();
}

}  // namespace edge::convert
