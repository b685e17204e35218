// edge synth: legal games made up from a seed, to try large corpora without a download.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "codec/synth/synth.h"
#include "commands.h"
#include "core/parallel.h"
#include "output.h"

namespace edge::cli {
namespace {

struct SynthArguments {
    synth::Options options;
    std::string output;
    bool force = false;
};

Status run_synth(const SynthArguments& arguments) {
    synth::Options options = arguments.options;
    if (options.threads == 0) options.threads = default_threads();
    EDGE_CHECK(check_free(arguments.output, arguments.force));
    Output output = EDGE_TRY(Output::open(arguments.output));
    EDGE_CHECK(synth::write_games(options,
                                  [&output](std::string_view text) { return output.write(text); }));
    return output.close();
}

}  // namespace

void add_synth(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<SynthArguments>();
    arguments->options.threads = 0;
    // CLI11 would read -1 as the largest number there is.
    const CLI::Range not_negative(int64_t{0}, std::numeric_limits<int64_t>::max());
    CLI::App* const sub = app.add_subcommand("synth", "Make up legal games with realistic tags");
    sub->add_option("N", arguments->options.games, "How many games")
        ->required()
        ->check(not_negative);
    sub->add_option("--seed", arguments->options.seed,
                    "The same seed gives the same bytes, another one other games (default: 1)")
        ->check(not_negative);
    sub->add_option("--output", arguments->output, "The PGN file (default: standard output)");
    sub->add_flag("--force", arguments->force, "Replace an existing file");
    sub->add_flag("--clocks", arguments->options.clocks, "Write a clock comment after every move");
    sub->add_option("--threads", arguments->options.threads,
                    "Threads (default: all cores); the bytes do not depend on it")
        ->check(CLI::Range(1, 1024));
    sub->footer(
        "Examples:\n"
        "  edge synth 1000 > games.pgn\n"
        "  edge synth 1000000 --seed 7 --output games.pgn\n"
        "  edge synth 100000 --clocks | edge index - --out synth.scoredb");
    sub->callback([arguments, &chosen] { chosen = [arguments] { return run_synth(*arguments); }; });
}

}  // namespace edge::cli
