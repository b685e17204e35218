// Header tests on one game in memory, to choose among games that are not in a corpus yet. The
// answers are those that a scan of the corpus would give (query/headers/header_filter.h).
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
    const corpus::GameHeader& header;  // the indices of its names are not used
    std::string_view white, black;     // empty when unknown
    std::span<const std::pair<std::string_view, std::string>> tags;  // names and texts
};

bool holds(const HeaderTest& test, const GameFacts& game);

// Whether the query has a test of GameFacts::tags.
bool has_tag_test(const Expr& query);

// Whether the query tests the number of plies, which tags do not give.
bool has_plies_test(const Expr& query);

// A query about headers only. Safe to use from many threads.
class GameFilter {
public:
    // InvalidArgument when the query has a condition about positions or a stored bitmap in it,
    // which only a corpus can answer.
    static Result<GameFilter> make(Expr query);

    // Whether tests use GameFacts::tags, which may be empty otherwise.
    bool wants_tags() const { return wants_tags_; }
    bool wants_plies() const { return has_plies_test(query_); }
    bool accepts(const GameFacts& game) const;

private:
    explicit GameFilter(Expr query) : query_(std::move(query)) {}

    Expr query_;
    bool wants_tags_ = false;
};

}  // namespace edge::query
