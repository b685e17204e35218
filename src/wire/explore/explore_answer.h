// Running an ExploreRequest: the values of its answer, for surfaces that show them themselves.
// wire/explore/explore_json.h makes the JSON of it.
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

// The games that requests are about. Making it takes a scan or a look at all headers; with it,
// answers take micro- to milliseconds, so a surface that serves many requests keeps it.
struct ChosenGames {
    std::string query;  // canonical; empty for all games
    Bitmap bitmap;
    corpus::GameSet games;  // the same, ready to be counted
};

// Nothing when the request is about all games and asks for counts only, which the tree knows.
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
        uint64_t games = 0;  // that it selects
    };
    std::optional<Filter> filter;
    bool is_batch = false;
    std::vector<explorer::Answer> positions;
    std::vector<explorer::Board> boards;  // of the positions; none when not asked for
    std::optional<ListedGames> games;
    std::vector<std::string> warnings;  // about the corpus, not about one position
};

// `chosen` is what choose_games gave for the request's query; null when that was nothing.
Result<ExploreAnswer> run_explore_request(const corpus::Corpus& corpus,
                                          const ExploreRequest& request, const ChosenGames* chosen,
                                          const query::RunOptions& options);

}  // namespace edge::wire
