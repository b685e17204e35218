// A game as the Lichess explorer shows it, and the ids by which clients ask for games.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "explorer/lichess_games.h"
#include "games/stored_game.h"
#include "query/query.h"
#include "wire/lichess/lichess_request.h"

namespace edge::wire {

struct LichessGame {
    std::string id;
    corpus::GameHeader header;
    std::string white;
    std::string black;
    explorer::GameMode mode = explorer::GameMode::Unknown;
};

// Games by their game id. In the masters' database `id` is the local one, because clients ask for
// the PGN by it; elsewhere it is the id on lichess.org if the game has one, because they link to
// it.
using LichessGames = std::unordered_map<uint64_t, LichessGame>;
Result<LichessGames> load_lichess_games(const corpus::Corpus& corpus, LichessDatabase database,
                                        std::span<const uint64_t> game_ids);

// The game id as eight letters and digits, the form of ids on lichess.org. It stays the same when
// games are appended.
std::string local_game_id(uint64_t game_id);
std::optional<uint64_t> parse_local_game_id(std::string_view text);

// The game with that local id, or with that id on lichess.org, which takes a search through all
// tags. NotFound when there is none.
Result<games::StoredGame> find_lichess_game(const corpus::Corpus& corpus, std::string_view id,
                                            const query::RunOptions& options);

}  // namespace edge::wire
