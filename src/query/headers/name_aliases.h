// Other spellings of the names in a query.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/expr.h"

namespace edge::query {

// A name as the query has it, and the other spellings that count as well.
struct NameAliases {
    std::string name;
    std::vector<std::string> others;
    friend bool operator==(const NameAliases&, const NameAliases&) = default;
};

// The query with the other spellings that the corpus's players.tsv has of its exact names, but for
// those that are meant as spelled. The file is read only when there is such a name.
Result<Expr> with_aliases(Expr expr, const corpus::Corpus& corpus);

// The query with exactly these spellings of its exact names, each a name and its other spellings,
// whatever players.tsv says.
Expr with_spellings(Expr expr, std::span<const std::vector<std::string>> names);

// The query with all its exact names meant as spelled.
Expr without_aliases(Expr expr);
// Whether some are.
bool has_spellings(const Expr& expr);

// The names of a query that have other spellings, in its order.
std::vector<NameAliases> aliases_in(const Expr& expr);

}  // namespace edge::query
