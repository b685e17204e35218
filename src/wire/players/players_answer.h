// Runs a PlayersRequest, and the JSON of its answer.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/players/find_players.h"
#include "wire/players/players_request.h"

namespace edge::wire {

struct PlayersAnswer {
    std::vector<query::FoundPlayer> players;  // best first
    std::vector<std::string> warnings;
};

// Cancelled when `is_cancelled`, called now and then, returns true.
Result<PlayersAnswer> run_players_request(const corpus::Corpus& corpus,
                                          const PlayersRequest& request,
                                          const std::function<bool()>& is_cancelled);

// {"corpus", "text", "players": [{"name", "games", "first_year", "last_year", "min_elo",
// "max_elo", "other_names": [...] with players.tsv}, ...], "warnings": [...] when there are some};
// null is unknown.
std::string players_json(const corpus::Corpus& corpus, const PlayersRequest& request,
                         const PlayersAnswer& answer);

// Both, which is all that a surface that speaks JSON needs.
Result<std::string> answer_players_request(const corpus::Corpus& corpus,
                                           const PlayersRequest& request,
                                           const std::function<bool()>& is_cancelled);

// {"corpus", "groups": [[name, other spelling, ...], ...], "output"}: what propose_aliases found,
// and the file that it was written to or null.
std::string alias_groups_json(const corpus::Corpus& corpus,
                              const std::vector<std::vector<std::string>>& groups,
                              const std::optional<std::string>& output);

}  // namespace edge::wire
