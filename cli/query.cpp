// edge query: which games of a corpus match, and what their matching positions have in common.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"
#include "corpus_lock.h"
#include "field_options.h"
#include "query/answers/group_key.h"
#include "query_run.h"

namespace edge::cli {
namespace {

using wire::AnswerKind;

constexpr const char* kExamples =
    "Examples:\n"
    "  edge query games.scoredb --result W --eco B20-B99 --min-elo 2400\n"
    "  edge query games.scoredb --queens-off --passed-pawn=d --side white --streak 10\n"
    "  edge query games.scoredb --query 'player ~ \"carlsen\" and ever(checkmate)'\n"
    "  edge query games.scoredb --material KRPKR --output @rook-endings\n"
    "  edge query games.scoredb @rook-endings --group-by result\n"
    "  edge query games.scoredb --query 'opening(\"najdorf\")' --save-as najdorf\n"
    "  edge query games.scoredb --at-ply 40 --heatmap=NB --svg minor-pieces.svg\n"
    "  edge query games.scoredb --move O-O-O --then --checkmate --matches --limit 5\n"
    "  edge query games.scoredb --group-by eco --top-n 10 --json";

constexpr const char* kAnswers = "What to answer (one of them; default: how many games match)";

// The options of which a run takes one, and those that go with them.
void add_answers(CLI::App& sub, const std::shared_ptr<QueryOptions>& options) {
    const auto add = [&options](CLI::Option* option, AnswerKind answer) {
        return option->group(kAnswers)->each([options, option, answer](const std::string&) {
            options->request.answer = answer;
            options->answer_flags.push_back(option->get_name());
        });
    };
    const auto field = [&](std::string_view name, const std::string& option) {
        return add_field(sub, wire::query_fields(), name, options->request, option);
    };
    // A value after "=" stays text: CLI11 would turn it into a number if it were bound to a
    // variable.
    const auto plain_flag = [&sub](const char* name, const std::string& help) {
        return sub.add_flag(name, help);
    };
    add(plain_flag("--heatmap",
                   "Where the pieces stand in matching positions; =PIECES chooses kinds"),
        AnswerKind::Heatmap);
    sub.add_option("--svg", options->request.svg, "The heatmap as a picture")
        ->type_name("FILE")
        ->group(kAnswers);
    add(field("key", "--group-by"), AnswerKind::Groups)
        ->description(fmt::format("Matching positions by {}", query::listed_group_keys()));
    add(field("positions", "--positions"), AnswerKind::Positions);
    sub.add_flag("--jsonl", options->jsonl, "The list as JSON lines on standard output")
        ->group(kAnswers);
    add(field("key", "--partition"), AnswerKind::Partition)
        ->description("A bitmap for each value of KEY");
    add(plain_flag("--matches", "Where each game matched, as JSON lines"), AnswerKind::Matches);
    add(plain_flag("--explain", "How the query was read and will be run; runs nothing"),
        AnswerKind::Explain);
    const auto others = add_fields(sub, wire::query_fields(), options->request,
                                   {"corpus", "query", "no_aliases", "bitmap", "answer", "key",
                                    "pieces", "positions", "output", "save_as", "force"});
    for (const auto& [name, option] : others) option->group(kAnswers);
}

}  // namespace

void add_query(CLI::App& app, Command& chosen) {
    auto options = std::make_shared<QueryOptions>();
    CLI::App* const sub = app.add_subcommand("query", "Which games match, and what they share");
    sub->add_option("CORPUS", options->request.corpus, "A .scoredb directory")->required();
    options->query.add_set_to(*sub);
    add_field(*sub, wire::query_fields(), "output", options->request, "-o,--output");
    add_field(*sub, wire::query_fields(), "save_as", options->request);
    add_field(*sub, wire::query_fields(), "force", options->request);
    add_no_wait(*sub, options->no_wait);
    sub->add_flag("--json", options->json, "One JSON object instead of text");
    sub->add_option("--threads", options->threads, "Threads (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    add_answers(*sub, options);
    options->query.add_to(*sub);
    sub->footer(kExamples);
    sub->callback([options, sub, &chosen] {
        if (const auto* heatmap = sub->get_option("--heatmap"); heatmap->count() > 0) {
            options->pieces = heatmap->results().back();
            if (options->pieces == "true") options->pieces.clear();
        }
        chosen = [options] { return run_query(*options); };
    });
}

}  // namespace edge::cli
