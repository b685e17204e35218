// edge query: which games of a corpus match, and what their matching positions have in common.
#include <cstdint>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "commands.h"
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
    "  edge query games.scoredb --at-ply 40 --heatmap=NB --svg minor-pieces.svg\n"
    "  edge query games.scoredb --move O-O-O --then --checkmate --matches --limit 5\n"
    "  edge query games.scoredb --group-by eco --top-n 10 --json";

constexpr const char* kAnswers = "What to answer (one of them; default: how many games match)";

// CLI11 lets a negative number wrap around. The description would crowd the help.
CLI::Validator not_below(int64_t least, int64_t most) {
    return CLI::Range(least, most).description("");
}

// The options of which a run takes one, and those that go with them.
void add_answers(CLI::App& sub, const std::shared_ptr<QueryOptions>& options) {
    const auto add = [&options](CLI::Option* option, AnswerKind answer) {
        return option->group(kAnswers)->each([options, option, answer](const std::string&) {
            options->request.answer = answer;
            options->answer_flags.push_back(option->get_name());
        });
    };
    // A value after "=" stays text: CLI11 would make a number of it for a variable.
    const auto plain_flag = [&sub](const char* name, const std::string& help) {
        return sub.add_flag(name, help);
    };
    add(plain_flag("--heatmap", "Where the men stand in matching positions; =PIECES chooses kinds"),
        AnswerKind::Heatmap);
    sub.add_option("--svg", options->request.svg, "The heatmap as a picture")
        ->type_name("FILE")
        ->group(kAnswers);
    add(sub.add_option("--group-by", options->key,
                       "Matching positions by pawn-structure, eco, year, result, white, black, "
                       "player, tc, speed, final-material or plies"),
        AnswerKind::Groups)
        ->type_name("KEY");
    sub.add_option(
           "--top-n", options->request.top_n,
           "Only the N largest groups (default: all); with --partition, at most N bitmaps (1000)")
        ->type_name("N")
        ->check(not_below(1, UINT32_MAX))
        ->group(kAnswers);
    add(sub.add_option("--positions", options->positions,
                       "List matching positions as game and ply, as FEN, or both"),
        AnswerKind::Positions)
        ->type_name("ref|fen|both");
    sub.add_flag("--positions-unique", options->request.unique, "Each position once")
        ->group(kAnswers);
    sub.add_flag("--jsonl", options->jsonl, "The list as JSON lines on standard output")
        ->group(kAnswers);
    add(sub.add_option("--partition", options->key, "A bitmap for each value of KEY"),
        AnswerKind::Partition)
        ->type_name("KEY");
    add(plain_flag("--matches", "Where each game matched, as JSON lines"), AnswerKind::Matches);
    sub.add_option("--skip", options->request.skip, "Pass over the first N matches")
        ->type_name("N")
        ->check(not_below(0, INT64_MAX))
        ->group(kAnswers);
    sub.add_option("--limit", options->request.limit, "At most N matches or positions")
        ->type_name("N")
        ->check(not_below(0, INT64_MAX))
        ->group(kAnswers);
    add(plain_flag("--explain", "How the query was read and will be run; runs nothing"),
        AnswerKind::Explain);
}

}  // namespace

void add_query(CLI::App& app, Command& chosen) {
    auto options = std::make_shared<QueryOptions>();
    CLI::App* const sub = app.add_subcommand("query", "Which games match, and what they share");
    sub->add_option("CORPUS", options->request.corpus, "A .scoredb directory")->required();
    sub->add_option("-o,--output", options->request.output,
                    "Keep the answer: @NAME in the corpus, or a file (.bm .hm .gb .ps .fen)")
        ->type_name("@NAME|FILE");
    sub->add_flag("--force", options->request.force, "Replace existing files");
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
