// Runs an ExploreRequest: the values of its answer, for surfaces that display them in their own
// way. wire/explore/explore_json.h turns them into JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bitmap/bitmap.h"
#include "corpus/corpus.h"
#include "corpus/game_set.h"
#include "edge/result.h"
#include "explorer/board_facts.h"
#include "explorer/explorer.h"
#include "query/query.h"
#include "wire/explore/explore_request.h"

namespace edge::wire {

// The games that a request chooses. Finding them takes a scan or a pass over all headers; after
// that, answers take micro- to milliseconds, so a surface that serves many requests keeps this.
struct ChosenGames {
    std::string query;  // canonical; empty for all games
    Bitmap bitmap;
    corpus::GameSet games;                   // the same, ready to be counted
    std::vector<std::string> warnings = {};  // about the query
    std::vector<query::NameAliases> aliases = {};
};

// Nothing when the request asks only for counts over all games, which the tree knows.
Result<std::optional<ChosenGames>> choose_games(const corpus::Corpus& corpus,
                                                const ExploreRequest& request,
                                                const query::RunOptions& options);

struct ListedGames {
    const corpus::Corpus* corpus = nullptr;
    uint64_t games_matched = 0;
    std::optional<std::string> next_cursor;
    std::vector<games::SelectedGame> games;  // of the page
};

struct ExploreAnswer {
    struct Filter {
        std::string query;
        uint64_t games = 0;  // how many it selects
        std::vector<std::string> warnings = {};
        std::vector<query::NameAliases> aliases = {};
    };
    std::optional<Filter> filter;
    bool is_batch = false;
    std::vector<explorer::Answer> positions;
    std::vector<explorer::Board> boards;  // one for each position, or none
    std::optional<ListedGames> games;
    std::vector<std::string> warnings;  // about the corpus, not about one position
};

// `chosen` is what choose_games returned for the request's query; null when that was nothing.
Result<ExploreAnswer> run_explore_request(const corpus::Corpus& corpus,
                                          const ExploreRequest& request, const ChosenGames* chosen,
                                          const query::RunOptions& options);

}  // namespace edge::wire
