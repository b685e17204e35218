// The edge program: reads the command line, runs the one subcommand, maps its failure to a status.
// Called by one of its other names (indexer, explorer, ...), it runs the subcommand of that name.
#include <malloc.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iterator>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"
#include "core/io_error.h"
#include "core/lost_pages.h"
#include "exit_status.h"
#include "interrupt.h"

namespace edge::cli {
namespace {

struct Alias {
    std::string_view program;
    const char* subcommand;
};

struct Subcommand {
    std::string_view name;
    void (*add)(CLI::App& app, Command& chosen);
};

// In the order of the help.
constexpr Subcommand kSubcommands[] = {
    {"index", add_index},           {"add", add_add},
    {"compact", add_compact},       {"merge", add_merge},
    {"query", add_query},           {"explore", add_explore},
    {"inspect", add_inspect},       {"games", add_games},
    {"convert", add_convert},       {"news", add_news},
    {"players", add_players},       {"dedup", add_dedup},
    {"collection", add_collection}, {"bitmap", add_bitmap},
    {"serve", add_serve},           {"synth", add_synth},
};

// Only the one that the first word names, where it names one: setting up the options of all of them
// takes longer than a small query.
void add_subcommands(CLI::App& app, Command& chosen, std::string_view first_word) {
    const auto* const named = std::ranges::find(kSubcommands, first_word, &Subcommand::name);
    for (const Subcommand& subcommand : kSubcommands) {
        if (named == std::end(kSubcommands) || named == &subcommand) subcommand.add(app, chosen);
    }
}

constexpr Alias kAliases[] = {
    {"indexer", "index"},
    {"query-engine", "query"},
    {"explorer", "explore"},
    {"bitmap-combine", "bitmap"},
};

// The arguments in the reversed order that CLI11 takes, with the subcommand that the program's name
// implies.
std::vector<std::string> reversed_arguments(int argc, char** argv) {
    std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    const std::string_view path = argc > 0 ? argv[0] : "edge";
    const std::string_view program = path.substr(path.find_last_of('/') + 1);
    for (const Alias& alias : kAliases) {
        if (program == alias.program) arguments.insert(arguments.begin(), alias.subcommand);
    }
    return {arguments.rbegin(), arguments.rend()};
}

// The message when another word was found in place of a subcommand.
std::optional<std::string> unknown_subcommand(const CLI::App& app) {
    std::string path = app.get_name();
    const CLI::App* chosen = &app;
    while (!chosen->get_subcommands().empty()) {
        chosen = chosen->get_subcommands().front();
        path += ' ' + chosen->get_name();
    }
    const std::vector<std::string> words = chosen->remaining();
    if (chosen->get_require_subcommand_min() == 0 || words.empty()) return std::nullopt;
    return fmt::format("edge: no subcommand '{}'; '{} --help' lists them", words.front(), path);
}

// A value that an option does not take is reported like any other error.
std::string failure_text(const CLI::App* app, const CLI::Error& error) {
    if (dynamic_cast<const CLI::ValidationError*>(&error) == nullptr) {
        return CLI::FailureMessage::simple(app, error);
    }
    return fmt::format("edge: {}\n", error.what());
}

// An answer that was read from a file while somebody cut it short is not valid, whatever it was.
Status checked(const Status& status) {
    EDGE_CHECK(check_lost_pages(0));
    return status;
}

int run(int argc, char** argv) {
    CLI::App app("A chess-corpus engine: PGN in, games and an opening tree out.", "edge");
    app.set_version_flag("--version", "edge " EDGE_VERSION);
    app.require_subcommand(1);
    app.failure_message(failure_text);
    app.footer(
        "Run 'edge SUBCOMMAND --help' for options and examples.\n"
        "Exit status: 0 done, 1 failed, 2 wrong usage.");
    Command chosen;
    std::vector<std::string> arguments = reversed_arguments(argc, argv);
    add_subcommands(app, chosen, arguments.empty() ? std::string_view() : arguments.back());
    try {
        app.parse(std::move(arguments));
    } catch (const CLI::ParseError& error) {
        if (const auto unknown = unknown_subcommand(app)) {
            fmt::print(stderr, "{}\n", *unknown);
            return kUsage;
        }
        return app.exit(error) == 0 ? kDone : kUsage;
    }
    survive_lost_pages();
    // The daemon has already reported it to the clients concerned.
    const bool is_daemon = app.get_subcommands().front()->get_name() == "serve";
    const Status status = is_daemon ? chosen() : checked(chosen());
    if (status) return kDone;
    end_if_interrupted();
    fmt::print(stderr, "edge: {}\n", message_of(status.error()));
    return exit_status(status.error().code);
}

}  // namespace
}  // namespace edge::cli

int main(int argc, char** argv) {
#ifdef __GLIBC__
    // Large buffers come and go with every block. Kept by the allocator they are not given back to
    // the system and faulted in again each time, which was a third of the time for the tree.
    mallopt(M_MMAP_THRESHOLD, 64 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
    // A reader that goes away (edge games ... | head) ends the program silently.
    std::signal(SIGPIPE, SIG_DFL);
    try {
        return edge::cli::run(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("edge: out of memory\n", stderr);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "edge: unexpected failure: %s\n", error.what());
    }
    return edge::cli::kFailed;
}
