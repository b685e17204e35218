// What a corpus contains about a repertoire: the games that entered each line, where each left it,
// and which of those moves had not been played before.
//
// A game enters a line when it reaches a position of the repertoire at least one move deep. It is
// reported under the line of the last such position it reached, and leaves it by the move it played
// there; at the end of a line that move is not a deviation. Transpositions back into the repertoire
// count.
//
// Where it is known whose repertoire it is, games that the owner's side left by a deviation are
// counted and otherwise left out: a Sicilian is not about the games with 1...e5. What is left are
// the games in which the owner's side followed it until the opponent deviated or it ended.
//
// That move is a novelty when no game of the whole corpus that may be earlier has played it in that
// position: none with an earlier date, none with the same date and a lower id, none without a date,
// and none with a date too incomplete to decide (2015 against 2015.06.30). It checks all plies of
// all games, never the tree, so a move is not new merely because a tree ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chess/move.h"
#include "chess/types.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "explorer/explorer.h"
#include "explorer/repertoire.h"
#include "query/query.h"

namespace edge::explorer {

// The filters choose which games are reported, not which count as earlier.
struct NewsOptions {
    std::optional<corpus::Date> since =
        {};                           // on or after; games without a sufficient date are left out
    uint32_t min_elo = 0;             // of both players
    std::optional<Color> color = {};  // whose repertoire it is
    size_t games_per_line = 0;        // how many games of each line to list
};

// A game that is listed.
struct NewsGame {
    uint64_t game_id = 0;
    std::string white = {}, black = {};
    uint32_t white_elo = 0, black_elo = 0;  // 0: unknown
    corpus::Date date;
    corpus::GameResult result = corpus::GameResult::Unknown;
    uint32_t ply = 0;  // of the last position of the repertoire, in this game
};

// A move by which games left a line.
struct Departure {
    uint32_t entry = 0;  // of the repertoire, where it was played
    Move move;
    uint64_t games = 0;  // including those without a result
    corpus::Score score;
    std::optional<NewsGame> novelty = {};  // the game that played it first
};

// A game and how it left; no move when it ended in the repertoire.
struct LeftGame {
    uint32_t entry = 0;
    Move move;
    NewsGame game;
};

// The games of one line. Each that entered continued into another line or is in one of the next
// four.
struct LineNews {
    uint64_t entered = 0;
    uint64_t went_on = 0;
    uint64_t left_by_white = 0;  // by a move that is not in the repertoire
    uint64_t left_by_black = 0;
    uint64_t past_the_end = 0;  // of the line, by any move
    uint64_t ended = 0;         // the game, with a position of the repertoire
    // By the number of games, most first, then in the order of the line. Where the owner is known,
    // deviations come before moves after the end of a line.
    std::vector<Departure> departures;
    std::vector<LeftGame> games;  // the latest first; as many as asked for
};

struct News {
    uint64_t games = 0;           // of the corpus
    uint64_t chosen = 0;          // by the filters
    uint64_t without_date = 0;    // left out by `since` for lack of a date
    uint64_t entered = 0;         // of the chosen, without the next
    uint64_t left_by_owner = 0;   // that entered and were left by a deviation of the owner's side
    uint64_t lines_entered = 0;   // lines that some of these entered
    uint64_t novelties = 0;       // of all lines
    std::vector<LineNews> lines;  // as the repertoire has them
    std::vector<std::string> warnings;
};

// The departures of a line that are novelties, the latest first. Valid as long as `line` is.
std::vector<const Departure*> novelties_of(const LineNews& line);

// One pass over all games, on all threads of `run`; the answer does not depend on their number.
Result<News> find_news(const corpus::Corpus& corpus, const Repertoire& repertoire,
                       const NewsOptions& options, const query::RunOptions& run);

}  // namespace edge::explorer
