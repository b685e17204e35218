// The slow twin of the query engine: a game as all its positions, and a query answered from the
// definitions of docs/query_language.md, one ply after the other. It shares no code with the
// engine; the engine must give the same answers.
//
//   oracle_game.cpp       loads games
//   oracle_position.cpp   what an atom says of one position
//   oracle_header.cpp     what a header test says of a game
//   query_oracle.cpp      conditions, windows, sequences and combinations
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/expr.h"

namespace edge::query::oracle {

struct OracleGame {
    uint64_t id = 0;
    corpus::GamePlace place{};
    corpus::GameHeader header;
    std::optional<std::string> white, black;  // nothing when unknown
    std::vector<std::pair<std::string, std::string>> tags;
    std::set<std::string> bitmaps;  // the stored sets it is in, as queries spell them: "@name"

    std::vector<Move> moves;
    std::vector<Position> positions;  // before each move, and the last one
    std::vector<std::string> sans;    // of the moves, without check marks
};

// Fills in what follows from the moves: plies, positions and sans.
void set_moves(OracleGame& game, std::vector<Move> moves);

// Every game of the corpus, with the bitmaps stored there. Made for a few thousand games.
Result<std::vector<OracleGame>> load_games(const corpus::Corpus& corpus);

// ---- the parts

// Who "the side" is. With `whoever_moves`, in_check and its like are about the side to move of
// either colour.
struct Asked {
    Color side = Color::White;
    bool whoever_moves = false;
};

// All atoms hold at the position of that ply.
bool holds(const AtomList& atoms, Asked asked, const OracleGame& game, uint32_t ply);
bool holds(const HeaderTest& test, const OracleGame& game);

// ---- the whole; queries are normalised

bool matches(const Expr& query, const OracleGame& game);

// The positions an aggregate folds over, in a game that matches or, with `ignore_windows`, in any
// game. Windows' quantifiers do not choose positions; a negation is pushed to the leaves, where it
// means a ply of the range at which the condition does not hold; a sequence holds at the plies of
// its match.
std::vector<uint32_t> matching_plies(const Expr& query, const OracleGame& game,
                                     bool ignore_windows = false);

// Where the game matched, as GameMatch of query/query.h has it; nothing when it does not match.
std::optional<std::vector<uint32_t>> witness(const Expr& query, const OracleGame& game);

}  // namespace edge::query::oracle
