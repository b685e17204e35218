#include "wire/query/query_answer.h"

#include <cassert>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "bitmap/bitmap_file.h"
#include "bitmap/bitmap_name.h"
#include "core/atomic_file.h"
#include "core/directory.h"
#include "corpus/bitmap_layout.h"
#include "corpus/collections.h"
#include "query/answers/answer_file.h"
#include "query/answers/group_file.h"
#include "query/answers/heatmap_file.h"
#include "query/answers/heatmap_picture.h"
#include "query/answers/position_file.h"
#include "query/collections/collection.h"

namespace edge::wire {
namespace {

// Answers one request. Whether its files can be written is checked before the scan, so that nobody
// waits for an answer that cannot be kept.
class AnswerMaker {
public:
    AnswerMaker(const query::Query& query, const QueryRequest& request,
                const query::RunOptions& options)
        : query_(query), request_(request), options_(options) {}

    Result<QueryAnswer> count();
    Result<QueryAnswer> collection();
    Result<QueryAnswer> matches();
    Result<QueryAnswer> heatmap();
    Result<QueryAnswer> groups();
    Result<QueryAnswer> positions(const query::PositionSink& on_position);
    Result<QueryAnswer> partition();

private:
    const corpus::Corpus& corpus() const { return query_.corpus(); }
    // Where the answer is kept; nothing when it is not.
    Result<std::optional<std::string>> output_path(std::string_view extension) const;
    // For write_bitmap: the corpus's id when the sets go into it and may be sparse.
    std::optional<ContentHash> sparse_for() const {
        if (!request_.output.starts_with('@') || request_.dense) return std::nullopt;
        return corpus::bitmap_corpus_id(corpus());
    }
    query::StoreOptions store() const { return {.force = request_.force, .dense = request_.dense}; }
    Status check_free(const std::string& path) const {
        return corpus().at(
            path, [&](const std::string& free) { return AtomicFile::check(free, request_.force); });
    }
    // The answer so far: the games that match.
    Result<QueryAnswer> find_games() const;
    QueryAnswer with_games(Bitmap games) const;
    QueryAnswer with_games(query::MatchingGames matching) const;

    const query::Query& query_;
    const QueryRequest& request_;
    const query::RunOptions& options_;
};

Result<std::optional<std::string>> AnswerMaker::output_path(std::string_view extension) const {
    if (request_.output.empty()) return std::nullopt;
    const NamedFile file =
        EDGE_TRY(resolve_bitmap_name(request_.output, corpus().path(), extension));
    if (file.in_corpus) EDGE_CHECK(corpus().at(corpus().path(), create_bitmaps_folder));
    return file.path;
}

Result<QueryAnswer> AnswerMaker::find_games() const {
    return with_games(EDGE_TRY(query::find_games(query_, options_)));
}

QueryAnswer AnswerMaker::with_games(Bitmap games) const {
    const uint64_t games_matched = games.count();
    return {{.query = query_,
             .games_matched = games_matched,
             .games_scanned = corpus().game_count(),
             .warnings = query_.warnings(),
             .aliases = query_.aliases()},
            std::move(games),
            CountFound{}};
}

QueryAnswer AnswerMaker::with_games(query::MatchingGames matching) const {
    const uint64_t without_position = matching.without_position;
    QueryAnswer answer = with_games(std::move(matching.games));
    if (!request_.choice.ignore_windows) answer.head.games_without_position = without_position;
    return answer;
}

Result<QueryAnswer> AnswerMaker::count() {
    if (!request_.save_as.empty()) return collection();
    const auto path = EDGE_TRY(output_path(kBitmapExtension));
    if (path) EDGE_CHECK(check_free(*path));
    QueryAnswer answer = EDGE_TRY(find_games());
    if (path) {
        EDGE_CHECK(query::write_stored_set(corpus(), answer.games, request_.output, store()));
        answer.head.files.push_back(*path);
    }
    return answer;
}

Result<QueryAnswer> AnswerMaker::collection() {
    const std::string& name = request_.save_as;
    EDGE_CHECK(query::check_collection(query_, name));
    const std::string set = corpus::set_path(corpus(), name);
    EDGE_CHECK(check_free(set));
    // Whoever does not wait is told before the scan.
    if (!request_.lock.wait) EDGE_TRY(DirectoryLock::take(corpus().path(), request_.lock));
    QueryAnswer answer = EDGE_TRY(find_games());
    const auto lock = EDGE_TRY(DirectoryLock::take(corpus().path(), request_.lock));
    const auto current = EDGE_TRY(Directory::open(corpus().path()));
    if (!current.is_same(corpus().directory())) {
        return fail(ErrorCode::Busy, fmt::format("{}: another corpus has come in its place "
                                                 "meanwhile; ask it again",
                                                 corpus().path()));
    }
    EDGE_CHECK(query::save_collection(query_, answer.games, name, store()));
    answer.head.files = {set, corpus::collection_path(corpus(), name)};
    return answer;
}

Result<QueryAnswer> AnswerMaker::matches() {
    QueryAnswer answer = EDGE_TRY(find_games());
    answer.found = MatchesFound{page_of(request_.asked, request_.skip, request_.limit)};
    return answer;
}

Result<QueryAnswer> AnswerMaker::heatmap() {
    const auto path = EDGE_TRY(output_path(query::kHeatmapExtension));
    if (path) EDGE_CHECK(check_free(*path));
    if (!request_.svg.empty()) EDGE_CHECK(check_free(request_.svg));
    query::MatchingGames matching(corpus());
    query::Heatmap heatmap =
        EDGE_TRY(query::fold_heatmap(query_, request_.choice, options_, &matching));
    QueryAnswer answer = with_games(std::move(matching));
    if (request_.kinds != 0) heatmap.keep_kinds(request_.kinds);
    if (path) {
        EDGE_CHECK(corpus().at(*path, [&](const std::string& file) {
            return query::write_heatmap(heatmap, file, request_.force);
        }));
        answer.head.files.push_back(*path);
    }
    if (!request_.svg.empty()) {
        const std::string picture = query::heatmap_svg(heatmap, request_.kinds, query_.text());
        EDGE_CHECK(
            query::write_answer(request_.svg, picture, "<svg ", "an SVG picture", request_.force));
        answer.head.files.push_back(request_.svg);
    }
    answer.found = HeatmapFound{heatmap, request_.kinds};
    return answer;
}

Result<QueryAnswer> AnswerMaker::groups() {
    const auto path = EDGE_TRY(output_path(query::kGroupsExtension));
    if (path) EDGE_CHECK(check_free(*path));
    query::MatchingGames matching(corpus());
    auto table = EDGE_TRY(query::fold_groups(query_, *request_.by, request_.top_n, request_.choice,
                                             options_, &matching));
    QueryAnswer answer = with_games(std::move(matching));
    if (path) {
        EDGE_CHECK(corpus().at(*path, [&](const std::string& file) {
            return query::write_groups(table, file, request_.force);
        }));
        answer.head.files.push_back(*path);
    }
    answer.found = std::move(table);
    return answer;
}

Result<QueryAnswer> AnswerMaker::positions(const query::PositionSink& on_position) {
    using query::PositionOutput;
    const PositionOutput kind = request_.positions.value_or(PositionOutput::References);
    const auto path = EDGE_TRY(output_path(query::kPositionsExtension));
    std::vector<std::string> files;
    if (path) {
        for (const auto& file : query::position_paths(*path, kind)) files.push_back(file.string());
    }
    for (const std::string& file : files) EDGE_CHECK(check_free(file));
    query::PositionListOptions list{.unique = request_.unique, .choice = request_.choice};
    query::want_texts(kind, list);
    if (request_.limit) list.limit = *request_.limit;
    query::MatchingGames matching(corpus());
    query::PositionListTotals totals;
    if (path) {
        totals = EDGE_TRY(corpus().at(*path, [&](const std::string& base) {
            return query::write_positions(query_, list, options_, kind, base, request_.force,
                                          &matching);
        }));
    } else {
        const auto ignore = [](const query::ListedPosition&) { return true; };
        totals = EDGE_TRY(query::list_positions(
            query_, list, options_, on_position ? on_position : query::PositionSink(ignore),
            &matching));
    }
    QueryAnswer answer = with_games(std::move(matching));
    answer.found = totals;
    answer.head.files = std::move(files);
    return answer;
}

Result<QueryAnswer> AnswerMaker::partition() {
    const auto path = EDGE_TRY(output_path(kBitmapExtension));
    const uint32_t limit = request_.top_n != 0 ? request_.top_n : query::kDefaultPartitionLimit;
    query::MatchingGames matching(corpus());
    const auto parts = EDGE_TRY(
        query::partition_games(query_, *request_.by, limit, request_.choice, options_, matching));
    QueryAnswer answer = query::differs_within_game(request_.by->key)
                             ? with_games(std::move(matching))
                             : with_games(std::move(matching.games));
    auto files = EDGE_TRY(corpus().at(*path, [&](const std::string& stem) {
        return query::write_partition(parts, stem, request_.force, options_, sparse_for());
    }));
    const std::filesystem::path folder = std::filesystem::path(*path).parent_path();
    for (auto& file : files) file.path = folder / file.path.filename();
    answer.found = PartitionFound{*request_.by, std::move(files)};
    return answer;
}

}  // namespace

Result<QueryAnswer> run_query_request(const query::Query& query, const QueryRequest& request,
                                      const query::RunOptions& options,
                                      const query::PositionSink& on_position) {
    AnswerMaker maker(query, request, options);
    switch (request.answer) {
        case AnswerKind::Matches:
            return maker.matches();
        case AnswerKind::Heatmap:
            return maker.heatmap();
        case AnswerKind::Groups:
            return maker.groups();
        case AnswerKind::Positions:
            return maker.positions(on_position);
        case AnswerKind::Partition:
            return maker.partition();
        case AnswerKind::Explain:
            assert(false && "nothing to run");
            break;
        case AnswerKind::Count:
            break;
    }
    return maker.count();
}

}  // namespace edge::wire
