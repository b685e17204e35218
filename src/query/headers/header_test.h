// Header tests of one game in memory, for a choice among games that are not in a corpus yet. It
// gives the answers that a scan of the corpus would give (query/headers/header_filter.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corpus/format.h"
#include "edge/result.h"
#include "query/expr.h"

namespace edge::query {

struct GameFacts {
    const corpus::GameHeader& header;  // the numbers of names are not looked at
    std::string_view white, black;     // empty when unknown
    std::span<const std::pair<std::string_view, std::string>> tags;  // names and texts
};

bool holds(const HeaderTest& test, const GameFacts& game);

// Whether some test of the query looks at tags that the header of a game does not hold.
bool has_tag_test(const Expr& query);

// Whether some test of the query asks for the number of plies, which tags do not tell.
bool has_plies_test(const Expr& query);

// A query that asks about headers only. Safe to use from many threads.
class GameFilter {
public:
    // InvalidArgument when the query has a condition about positions or a stored bitmap in it,
    // which only a corpus can answer.
    static Result<GameFilter> make(Expr query);

    // Whether tests look at GameFacts::tags, which need not be filled otherwise.
    bool wants_tags() const { return wants_tags_; }
    bool wants_plies() const { return has_plies_test(query_); }
    bool accepts(const GameFacts& game) const;

private:
    explicit GameFilter(Expr query) : query_(std::move(query)) {}

    Expr query_;
    bool wants_tags_ = false;
};

}  // namespace edge::query
