// POST /tree: what is played from one position or from many, in all games or in a set of them.
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "asked_games.h"
#include "query/expr.h"
#include "query/headers/name_aliases.h"
#include "query/lang/text.h"
#include "routes.h"
#include "wire/explore/explore_json.h"
#include "wire/explore/explore_request.h"

namespace edge::server {
namespace {

// More positions than this may take longer than a moment.
constexpr size_t kQuickPositions = 100;
constexpr size_t kMostPositions = 10'000;
// So may more moves than this in the lines of boards.
constexpr size_t kQuickMoves = 1'000;

using AskedTree = AskedGames<wire::ExploreRequest>;

size_t line_moves(const wire::ExploreRequest& request) {
    size_t moves = 0;
    for (const PlayedLine& line : request.lines) moves += line.moves.size();
    return moves;
}

// Whether the answer comes at once when the tree has it.
bool may_be_quick(const AskedTree& asked) {
    const wire::ExploreRequest& request = asked.request;
    return !asked.has_query() && asked.set_id.empty() && !request.games && !request.details &&
           !request.continued && request.positions.size() <= kQuickPositions &&
           line_moves(request) <= kQuickMoves;
}

Result<Response> explore(const AskedTree& asked, const query::RunOptions& options) {
    return json_response(EDGE_TRY(wire::answer_explore_request(
        asked.open->corpus, asked.request, asked.set ? &asked.set->chosen : nullptr, options)));
}

// The set of the request's query: kept from an earlier request, or made now. Null when the request
// is about all games and the tree knows the answer.
Result<std::shared_ptr<const KeptSet>> choose(Service& service, const AskedTree& asked,
                                              const query::RunOptions& options) {
    const query::Expr& expr = asked.request.asked.expr;
    // The canonical text, without preparing the query to run.
    const std::string text = asked.has_query() ? query::to_text(query::normalized(expr)) : "";
    if (!query::has_spellings(expr)) {
        if (auto known = service.sets().find_query(*asked.open, text)) return known;
    }
    auto chosen = EDGE_TRY(wire::choose_games(asked.open->corpus, asked.request, options));
    if (!chosen) return std::shared_ptr<const KeptSet>();
    return service.sets().keep(asked.open, expr, std::move(*chosen));
}

// A position that the tree does not hold is scanned for only on request. Without a tree, or one
// that knows the games behind its moves, only a scan gives an answer.
bool needs_scan(const AskedTree& asked) {
    const wire::ExploreRequest& request = asked.request;
    const corpus::Corpus& corpus = asked.open->corpus;
    const bool is_filtered = asked.set || asked.has_query() || request.details || request.games;
    return request.deep || !corpus.has_tree() || (is_filtered && !corpus.has_tree_games());
}

Result<Work> explore_work(Service& service, AskedTree asked) {
    asked.request.scans = needs_scan(asked);
    const auto length =
        asked.request.scans || asked.has_query() ? Work::Length::Scan : Work::Length::Lookup;
    const auto run = [&service, asked = std::move(asked)](
                         const Cancellation& cancellation) mutable -> Result<Response> {
        const auto options = run_options(service, cancellation);
        if (!asked.set) asked.set = EDGE_TRY(choose(service, asked, options));
        return explore(asked, options);
    };
    return Work{run, length};
}

Result<Reply> tree(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({"set"}));
    AskedTree asked;
    asked.request = EDGE_TRY(wire::parse_explore_request(request.body));
    asked.request.openings = service.options().openings.get();
    EDGE_CHECK(check_no_paths(asked.request.asked.expr));
    if (asked.request.positions.size() > kMostPositions) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("found {} positions, expected at most {}",
                                asked.request.positions.size(), kMostPositions));
    }
    asked.set_id = std::string(request.parameter("set").value_or(""));
    if (!asked.set_id.empty() && asked.has_query()) {
        return fail(ErrorCode::InvalidArgument, "found both a set and a query, expected one");
    }
    if (may_be_quick(asked)) {
        asked.open = service.corpora().find_open(asked.request.corpus);
        asked.request.scans = false;
        if (asked.open && !needs_scan(asked)) return Reply(EDGE_TRY(explore(asked, {})));
    }
    return work_over_games(service, std::move(asked), explore_work);
}

}  // namespace

void add_explore_routes(Router& router, Service& service) {
    router.add({Method::Post, "/tree", Access::Read, handler(service, tree)});
}

}  // namespace edge::server
