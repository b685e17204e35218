// Random valid queries for property tests, deterministic by the state of the engine. They are
// biased towards what is true now and then in real games: counts near real counts, patterns cut out
// of positions that were reached, moves that were played, names that occur.
//
//   gen_atoms.cpp     atoms
//   gen_headers.cpp   header tests
//   query_gen.cpp     vocabulary, conditions, windows, sequences and combinations
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "query/expr.h"
#include "support/gen_random.h"
#include "support/query_oracle.h"

namespace edge::query::gen {

struct PlayedMove {
    Position position;
    Move move;
};

// The parts that queries are made from. No list may be empty but `bitmaps`.
struct GenVocabulary {
    std::vector<Position> positions;
    std::vector<PlayedMove> moves;
    std::vector<std::string> names;
    std::vector<std::pair<std::string, std::string>> tags;
    std::vector<std::string> bitmaps;  // as queries spell them: "@name"
};

// A few opening lines, endings, names and tags; for tests that have no corpus.
const GenVocabulary& standard_vocabulary();

// Samples of what is in the games, on top of the standard one, whose bitmaps are left out.
GenVocabulary vocabulary_of(const std::vector<oracle::OracleGame>& games, std::mt19937_64& engine);

// Any query, not normalised; `size` is about how many leaves it may have. A window is left to its
// default only where the text language can leave it out: without range and transition.
Expr random_query(std::mt19937_64& engine, const GenVocabulary& vocabulary, unsigned size = 4);

// A query that the flags of the command line can express: header tests that all hold, and groups of
// conditions or sequences, each perhaps negated.
Expr random_flag_query(std::mt19937_64& engine, const GenVocabulary& vocabulary);

// The same for rc::check. The vocabulary must outlive the generator.
rc::Gen<Expr> query(const GenVocabulary& vocabulary);
rc::Gen<Expr> flag_query(const GenVocabulary& vocabulary);

// ---- the parts

// Which front ends must be able to express it.
enum class Surface : uint8_t { Any, Flags };

Atom random_atom(Random& random, const GenVocabulary& vocabulary, Surface surface);
AtomList random_atoms(Random& random, const GenVocabulary& vocabulary, Surface surface);
HeaderTest random_header_test(Random& random, const GenVocabulary& vocabulary, Surface surface);

}  // namespace edge::query::gen
