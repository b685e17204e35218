// edge collection: the stored queries of a corpus, what they found, and whether that still holds.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"
#include "core/progress.h"
#include "corpus/corpus.h"
#include "corpus_lock.h"
#include "field_options.h"
#include "open_corpus.h"
#include "output.h"
#include "scan_options.h"
#include "wire/collections/collection_answer.h"
#include "wire/collections/collection_request.h"
#include "wire/json/asked_query.h"

namespace edge::cli {
namespace {

using query::CollectionState;
using wire::CollectionAction;

struct CollectionArguments {
    wire::CollectionRequest request;
    std::vector<std::string> names;
    bool is_whole = false;  // everything about each collection
    bool no_wait = false;
    bool json = false;
    unsigned threads = 0;
};

std::string games_text(const CollectionState& state) {
    if (!state.games) return "?";
    return fmt::format("{} game{}", grouped(*state.games), *state.games == 1 ? "" : "s");
}

// "2026-11-15 20:55 UTC" for 20261115-205529.
std::string time_text(const std::string& stamp) {
    if (stamp.size() != 15) return stamp;
    const auto part = [&stamp](size_t at) { return stamp.substr(at, 2); };
    return fmt::format("{}{}-{}-{} {}:{} UTC", part(0), part(2), part(4), part(6), part(9),
                       part(11));
}

std::string doubts_text(const CollectionState& state) {
    std::string text;
    for (const std::string& reason : state.stale) text += fmt::format("    stale: {}\n", reason);
    if (!state.error.empty()) text += fmt::format("    {}\n", state.error);
    return text;
}

std::string state_text(const CollectionState& state, bool is_whole) {
    std::string text = fmt::format("@{}  {}\n    {}\n", state.name, games_text(state), state.query);
    if (is_whole) {
        text += fmt::format("    asked {}\n", time_text(state.made_at));
        if (!state.takes_aliases) text += "    names only as they are spelled\n";
        if (!state.refers_to.empty()) {
            text += fmt::format("    refers to {}\n", fmt::join(state.refers_to, ", "));
        }
    }
    return text + doubts_text(state);
}

std::string answer_text(const CollectionArguments& arguments,
                        const std::vector<CollectionState>& states) {
    std::string text;
    switch (arguments.request.action) {
        case CollectionAction::List:
            for (const CollectionState& state : states) {
                text += state_text(state, arguments.is_whole);
            }
            return text;
        case CollectionAction::Refresh:
            for (const CollectionState& state : states) {
                text +=
                    fmt::format("@{}  {}\n", state.name, games_text(state)) + doubts_text(state);
            }
            return states.empty() ? "nothing is stale\n" : text;
        case CollectionAction::Delete:
            break;
    }
    for (const CollectionState& state : states) text += fmt::format("deleted @{}\n", state.name);
    return text;
}

Status run_collection(CollectionArguments& arguments) {
    wire::CollectionRequest& request = arguments.request;
    for (const std::string& name : arguments.names) {
        request.names.push_back(EDGE_TRY(wire::parse_collection_name(name)));
    }
    request.lock = lock_options(request.corpus, arguments.no_wait);
    const auto corpus = EDGE_TRY(open_corpus(request.corpus));
    for (const std::string& warning : corpus.warnings()) warn(warning);
    ProgressBar bar("scanning", stderr_is_terminal());
    const auto states =
        wire::run_collection_request(corpus, request, scan_options(corpus, arguments.threads, bar));
    bar.finish();
    if (!states) return tl::unexpected(states.error());
    if (arguments.json) return print(wire::collections_json(corpus, request, *states) + '\n');
    EDGE_CHECK(print(answer_text(arguments, *states)));
    const auto failed = std::ranges::count_if(
        *states, [](const CollectionState& state) { return !state.error.empty(); });
    if (request.action != CollectionAction::Refresh || failed == 0) return {};
    return fail(ErrorCode::Io,
                fmt::format("{} of {} collections could not be refreshed", failed, states->size()));
}

// One of the subcommands.
struct Action {
    CollectionAction action;
    const char* name;
    const char* help;
    bool is_whole = false;
    bool needs_names = false;
};

void add_action(CLI::App& collection, Command& chosen, const Action& action) {
    auto arguments = std::make_shared<CollectionArguments>();
    wire::CollectionRequest& request = arguments->request;
    request.action = action.action;
    arguments->is_whole = action.is_whole;
    CLI::App* const sub = collection.add_subcommand(action.name, action.help);
    sub->add_option("CORPUS", request.corpus, "A .scoredb directory")->required();
    const bool lists_all = action.action == CollectionAction::List && !action.is_whole;
    if (!lists_all) {
        CLI::Option* const names =
            sub->add_option("NAME", arguments->names,
                            action.action == CollectionAction::Refresh
                                ? "Collections, each an @NAME (default: those that are stale)"
                                : "Collections, each an @NAME");
        if (action.needs_names) names->required();
    }
    if (action.action == CollectionAction::Delete) {
        add_field(*sub, wire::collection_fields(), "force", request);
    }
    if (action.action == CollectionAction::Refresh) {
        sub->add_option("--threads", arguments->threads, "Threads (default: all cores)")
            ->check(CLI::Range(1, kMaxThreads));
    }
    if (action.action != CollectionAction::List) add_no_wait(*sub, arguments->no_wait);
    sub->add_flag("--json", arguments->json, "One JSON object instead of text");
    sub->callback(
        [arguments, &chosen] { chosen = [arguments] { return run_collection(*arguments); }; });
}

}  // namespace

void add_collection(CLI::App& app, Command& chosen) {
    CLI::App* const sub =
        app.add_subcommand("collection", "Stored queries, which adding games keeps up");
    sub->require_subcommand(1);
    add_action(
        *sub, chosen,
        {CollectionAction::List, "list", "The collections of a corpus, and which are stale"});
    add_action(*sub, chosen,
               {CollectionAction::List, "show", "Everything about some collections", true, true});
    add_action(*sub, chosen,
               {CollectionAction::Refresh, "refresh", "Ask queries again, of all games"});
    add_action(
        *sub, chosen,
        {CollectionAction::Delete, "delete", "Delete collections with their sets", false, true});
    sub->footer(
        "edge query CORPUS ... --save-as NAME makes a collection. @NAME is its set, wherever a set "
        "is\n"
        "taken; games that edge add adds are asked, too. It is stale when players.tsv, the names "
        "of\n"
        "openings or a set that it refers to have changed since.\n"
        "\n"
        "Examples:\n"
        "  edge query games.scoredb --query 'player = \"Carlsen,M\" and result = W' --save-as "
        "wins\n"
        "  edge collection list games.scoredb\n"
        "  edge collection refresh games.scoredb @wins\n"
        "  edge collection delete games.scoredb @wins");
}

}  // namespace edge::cli
