// The games that match a query, as a list: sorted, cut into pages, and loaded page by page.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edge/result.h"
#include "games/stored_game.h"
#include "query/query.h"

namespace edge::games {

// None is the order of the corpus. Elo is the mean of the ratings that are known. Unknown values
// come last in either direction, and equal games come in the order of the corpus.
enum class GameSort : uint8_t { None, Elo, Date, Plies };

struct SelectionOptions {
    GameSort sort = GameSort::None;
    bool descending = false;  // not with None
    query::Page page = {};
    // Where to continue: GameSelection::next_cursor of a page of the same list. Then page.skip is
    // 0.
    std::string cursor = {};
};

struct GameSelection {
    uint64_t games_matched = 0;              // in the whole list
    std::vector<uint64_t> game_ids;          // of the page, in its order
    std::optional<std::string> next_cursor;  // when games follow
    // About the query.
    std::vector<std::string> warnings = {};
    std::vector<query::NameAliases> aliases = {};
};

// Needs 16 bytes for each game that matches when they are sorted, 8 for each of the page.
// InvalidArgument for a malformed cursor, or one of another query, another order, or a corpus or
// bitmap that has changed since.
Result<GameSelection> select_games(const query::Query& query, const SelectionOptions& options,
                                   const query::RunOptions& run);

// The same for games that are known already. `origin` identifies the list: a cursor is valid for
// the same games of the same origin.
Result<GameSelection> select_from(const corpus::Corpus& corpus, const Bitmap& games,
                                  std::string_view origin, const SelectionOptions& options);

// A game of an answer.
struct SelectedGame {
    StoredGame game;
    corpus::GamePlace place{};
    std::vector<uint32_t> match_plies = {};  // as in query::GameMatch
};

struct LoadOptions {
    bool tags = true;         // otherwise only those of the header; much faster
    bool match_plies = true;  // otherwise left empty
};

// Calls visit(game) for the games of the list in order, until one returns an error.
Status visit_games(const query::Query& query, const std::vector<uint64_t>& game_ids,
                   const LoadOptions& load, const query::RunOptions& run,
                   const std::function<Status(const SelectedGame&)>& visit);

}  // namespace edge::games
