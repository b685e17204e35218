#include "wire/explore/explore_answer.h"

#include <utility>

#include <fmt/format.h>

#include "chess/fen.h"
#include "chess/position_text.h"
#include "corpus/bitmap_layout.h"
#include "games/game_columns.h"
#include "games/game_selection.h"

namespace edge::wire {
namespace {

Result<ListedGames> list_games(const corpus::Corpus& corpus, const ExploreRequest& request,
                               const explorer::ExploreOptions& explore,
                               const query::RunOptions& options) {
    const GamesBehind& wanted = *request.games;
    const Position& position = request.positions.front();
    std::optional<Move> move;
    if (!wanted.move.empty()) move = EDGE_TRY(parse_move_text(position, wanted.move));
    const Bitmap games = EDGE_TRY(explorer::games_from(corpus, position, move, explore));
    auto selection =
        EDGE_TRY(games::select_from(corpus, games, to_fen(position) + ' ' + wanted.move,
                                    {.sort = wanted.sort,
                                     .descending = wanted.descending,
                                     .page = {.skip = 0, .limit = wanted.limit},
                                     .cursor = wanted.cursor}));
    ListedGames list;
    list.corpus = &corpus;
    list.games_matched = selection.games_matched;
    list.next_cursor = std::move(selection.next_cursor);
    const auto all = EDGE_TRY(query::Query::prepare(corpus, query::Expr{query::All{}}));
    list.games.reserve(selection.game_ids.size());
    EDGE_CHECK(games::visit_games(all, selection.game_ids, {.tags = true, .match_plies = false},
                                  options, [&](const games::SelectedGame& game) -> Status {
                                      list.games.push_back(game);
                                      return {};
                                  }));
    return list;
}

Result<ChosenGames> make_chosen(const corpus::Corpus& corpus, std::string query, Bitmap games) {
    auto set = EDGE_TRY(corpus::GameSet::of(corpus, games));
    return ChosenGames{std::move(query), std::move(games), std::move(set)};
}

}  // namespace

Result<std::optional<ChosenGames>> choose_games(const corpus::Corpus& corpus,
                                                const ExploreRequest& request,
                                                const query::RunOptions& options) {
    if (refers_to_all(request.asked.expr)) {
        if (!request.details && !request.games) return std::nullopt;
        Bitmap all(corpus::bitmap_layout(corpus));
        all.complement();
        return make_chosen(corpus, {}, std::move(all));
    }
    const auto query = EDGE_TRY(query::Query::prepare(corpus, request.asked.expr));
    Bitmap games = EDGE_TRY(query::find_games(query, options));
    auto chosen = EDGE_TRY(make_chosen(corpus, query.text(), std::move(games)));
    chosen.warnings = query.warnings();
    chosen.aliases = query.aliases();
    return chosen;
}

Result<ExploreAnswer> run_explore_request(const corpus::Corpus& corpus,
                                          const ExploreRequest& request, const ChosenGames* chosen,
                                          const query::RunOptions& options) {
    if (request.games && request.games->limit > kMostGamesBehind) {
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format("found a limit of {} games, expected at most {}; the cursor gives the rest",
                        request.games->limit, kMostGamesBehind));
    }
    if (request.continued && request.deep) {
        return fail(ErrorCode::InvalidArgument,
                    "how often games continued is known from the tree, not from a deep scan");
    }
    ExploreAnswer answer;
    answer.is_batch = request.is_batch;
    if (chosen != nullptr && !chosen->query.empty()) {
        answer.filter = {chosen->query, chosen->games.size(), chosen->warnings, chosen->aliases};
    }
    // Where the file exists but cannot be used, opening the corpus has already warned.
    if (chosen != nullptr && corpus.has_tree() && !corpus.has_tree_games() &&
        corpus.warnings().empty() && !request.deep) {
        answer.warnings.push_back(
            fmt::format("{}: no tree.games, so every game is scanned; "
                        "add it to the corpus",
                        corpus.path()));
    }
    const explorer::ExploreOptions explore{.games = chosen == nullptr ? nullptr : &chosen->games,
                                           .details = request.details,
                                           .continued = request.continued,
                                           .deep = request.deep,
                                           .scans = request.scans,
                                           .threads = options.threads,
                                           .on_progress = options.on_progress};
    answer.positions = EDGE_TRY(explorer::explore_batch(corpus, request.positions, explore));
    answer.boards.reserve(request.lines.size());
    for (const PlayedLine& line : request.lines) {
        answer.boards.push_back(explorer::describe_board(line, request.openings));
    }
    if (request.games) answer.games = EDGE_TRY(list_games(corpus, request, explore, options));
    return answer;
}

}  // namespace edge::wire
