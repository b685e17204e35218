// edge players: who may be meant by a name, however it is spelled.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"
#include "core/atomic_file.h"
#include "corpus/corpus.h"
#include "corpus/player_aliases.h"
#include "field_options.h"
#include "open_corpus.h"
#include "output.h"
#include "query/players/alias_groups.h"
#include "wire/players/players_answer.h"
#include "wire/players/players_request.h"

namespace edge::cli {
namespace {

struct PlayersArguments {
    wire::PlayersRequest request;
    bool merge = false;
    bool write = false;
    bool force = false;
    bool json = false;
};

// "1998-2022", "2022", or nothing when unknown.
std::string span_text(uint16_t first, uint16_t last) {
    if (first == 0) return "";
    return first == last ? std::to_string(first) : fmt::format("{}-{}", first, last);
}

std::string players_text(const std::vector<query::FoundPlayer>& players) {
    if (players.empty()) return "nobody\n";
    const bool is_counted = players.front().totals.has_value();
    std::string text =
        is_counted ? fmt::format("{:>10}  {:<10}{:<11}{}\n", "games", "years", "rating", "name")
                   : "";
    for (const query::FoundPlayer& player : players) {
        if (is_counted) {
            const corpus::PlayerTotals& totals = *player.totals;
            text += fmt::format("{:>10}  {:<10}{:<11}", grouped(totals.games),
                                span_text(totals.first_year, totals.last_year),
                                span_text(totals.min_elo, totals.max_elo));
        }
        text += player.name;
        if (!player.other_names.empty()) {
            text += fmt::format(" (also {})", fmt::join(player.other_names, "; "));
        }
        text += '\n';
    }
    return text;
}

constexpr std::string_view kHead =
    "# The spellings of each player, separated by tabs; the first one is shown.\n"
    "# Proposed by edge players --merge; remove the lines that are wrong.\n";

Status run_merge(const PlayersArguments& arguments, const corpus::Corpus& corpus) {
    const std::string path = fmt::format("{}/{}", corpus.path(), corpus::kPlayersFile);
    if (arguments.write) EDGE_CHECK(check_free(path, arguments.force));
    const auto groups = EDGE_TRY(query::propose_aliases(corpus, {}));
    const std::string text = std::string(kHead) + corpus::aliases_text(groups);
    std::optional<std::string> output;
    if (arguments.write) {
        auto file = EDGE_TRY(AtomicFile::create(path, arguments.force));
        EDGE_CHECK(file.file().append(text));
        EDGE_CHECK(file.commit());
        output = path;
    }
    if (arguments.json) return print(wire::alias_groups_json(corpus, groups, output) + '\n');
    if (!output) return print(text);
    return print(fmt::format("{} players with several spellings\nwrote {}\n",
                             grouped(groups.size()), *output));
}

Status run_players(const PlayersArguments& arguments) {
    const wire::PlayersRequest& request = arguments.request;
    const auto corpus = EDGE_TRY(open_corpus(request.corpus));
    for (const std::string& warning : corpus.warnings()) warn(warning);
    if (arguments.merge) return run_merge(arguments, corpus);
    const auto answer = EDGE_TRY(wire::run_players_request(corpus, request, {}));
    for (const std::string& warning : answer.warnings) warn(warning);
    if (arguments.json) return print(wire::players_json(corpus, request, answer) + '\n');
    return print(players_text(answer.players));
}

}  // namespace

void add_players(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<PlayersArguments>();
    wire::PlayersRequest& request = arguments->request;
    CLI::App* const sub =
        app.add_subcommand("players", "Who may be meant by a name, however it is spelled");
    sub->add_option("CORPUS", request.corpus, "A .scoredb directory")->required();
    CLI::Option* const text =
        sub->add_option("TEXT", request.text, "A name or a part of one (default: everybody)");
    const auto fields = add_fields(*sub, wire::players_fields(), request, {"corpus", "text"});
    CLI::Option* const merge =
        sub->add_flag("--merge", arguments->merge,
                      "Propose which names are spellings of the same player, as players.tsv");
    merge->excludes(text)->excludes(fields.at("limit"));
    CLI::Option* const write =
        sub->add_flag("--write", arguments->write, "Store that as players.tsv in the corpus");
    write->needs(merge);
    sub->add_flag("--force", arguments->force, "Replace that file if it exists")->needs(write);
    sub->add_flag("--json", arguments->json, "One JSON object instead of text");
    sub->footer(
        "The best come first: those whose words fit best, and among them those with most games.\n"
        "A word fits when it is the same, a beginning or an initial, or one letter off (two in a\n"
        "word of seven or more).\n"
        "\n"
        "Examples:\n"
        "  edge players games.scoredb kasparow\n"
        "  edge players games.scoredb 'magnus carlsen' --json\n"
        "  edge players games.scoredb --limit 100\n"
        "  edge players games.scoredb --merge | less\n"
        "  edge players games.scoredb --merge --write");
    sub->callback(
        [arguments, &chosen] { chosen = [arguments] { return run_players(*arguments); }; });
}

}  // namespace edge::cli
