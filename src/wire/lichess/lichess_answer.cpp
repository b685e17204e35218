#include "wire/lichess/lichess_answer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "chess/position_text.h"
#include "chess/uci.h"

namespace edge::wire {
namespace {

using explorer::PickedGame;

// The most games that an answer shows; top ones come first.
constexpr size_t kMostShown = 8;

std::string uci_of(Move move, const Position& position) {
    return to_uci(move, position, CastlingRule::Chess960);
}

std::optional<Opening> copy_of(const Opening* opening) {
    if (opening == nullptr) return std::nullopt;
    return *opening;
}

explorer::PickOptions pick_options(const LichessRequest& request) {
    explorer::PickOptions options{
        .top = request.top_games, .recent = request.recent_games, .history = request.history};
    if (request.database != LichessDatabase::Lichess) return options;
    const auto least = explorer::least_top_rating(request.filter.rating_groups);
    if (!least) options.top = 0;
    options.least_average_rating = least.value_or(0);
    return options;
}

std::vector<uint64_t> ids_of(const explorer::GamePicks& picks) {
    std::vector<uint64_t> ids;
    for (const auto* const list : {&picks.top, &picks.recent, &picks.only}) {
        for (const PickedGame& game : *list) ids.push_back(game.id);
    }
    return ids;
}

std::vector<ShownGame> shown(const std::vector<PickedGame>& picks, const Position& position,
                             const LichessGames& games) {
    std::vector<ShownGame> list;
    list.reserve(picks.size());
    for (const PickedGame& pick : picks) {
        list.push_back({uci_of(pick.move, position), games.at(pick.id)});
    }
    return list;
}

LichessMove listed_move(const explorer::MoveRow& row, const Position& position,
                        const Openings& openings) {
    Position next = position;
    play(next, row.move);
    return {.uci = uci_of(row.move, position),
            .san = row.san,
            .score = row.score,
            .details = row.details.value_or(corpus::Details{}),
            .game = std::nullopt,
            .opening = copy_of(openings.find(next))};
}

// Only months that are over are listed, and the last one may not be.
void end_history(const LichessRequest& request, std::vector<explorer::MonthScore>& history) {
    if (!request.filter.until && !history.empty()) history.pop_back();
}

}  // namespace

Result<LichessAnswer> run_lichess_request(const corpus::Corpus& corpus,
                                          const LichessRequest& request,
                                          const corpus::GameSet* games, const Openings& openings) {
    LichessAnswer answer;
    answer.database = request.database;
    if (request.history) answer.history.emplace();
    if (!request.is_standard) return answer;
    EDGE_CHECK(corpus.check_tree());
    if (!corpus.has_tree()) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: no tree that can be used, expected one", corpus.path()));
    }
    const Position& position = request.position();
    answer.opening = copy_of(openings.last_named(request.line));

    explorer::ExploreOptions options{
        .games = games, .details = games != nullptr && request.moves != 0, .scans = false};
    if (request.filter.player) options.player = request.filter.player->color;
    auto explored = EDGE_TRY(explorer::explore(corpus, position, options));
    auto& rows = explored.moves;
    answer.score = explored.score;
    rows.resize(std::min(rows.size(), request.moves));

    explorer::GamePicks picks;
    if (games != nullptr) {
        picks = EDGE_TRY(explorer::pick_games(corpus, position, *games, pick_options(request)));
    }
    picks.recent.resize(
        std::min(picks.recent.size(), kMostShown - std::min(kMostShown, picks.top.size())));
    std::erase_if(picks.only, [&](const PickedGame& game) {
        return std::ranges::find(rows, game.move, &explorer::MoveRow::move) == rows.end();
    });
    const auto loaded = EDGE_TRY(load_lichess_games(corpus, request.database, ids_of(picks)));

    answer.moves.reserve(rows.size());
    for (const explorer::MoveRow& row : rows) {
        LichessMove& move = answer.moves.emplace_back(listed_move(row, position, openings));
        const auto only = std::ranges::find(picks.only, row.move, &PickedGame::move);
        if (only != picks.only.end()) move.game = loaded.at(only->id);
    }
    answer.top_games = shown(picks.top, position, loaded);
    answer.recent_games = shown(picks.recent, position, loaded);
    if (answer.history) {
        answer.history = std::move(picks.history);
        end_history(request, *answer.history);
    }
    return answer;
}

}  // namespace edge::wire
