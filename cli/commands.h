// The subcommands of edge. Each add_ function declares one: its options, its help, and what to run
// when it is the one chosen.
#pragma once

#include <functional>

#include "edge/result.h"

namespace CLI {
class App;
}

namespace edge::cli {

// What main runs after the command line has been read. An error becomes a message and an exit
// status.
using Command = std::function<Status()>;

// The largest value of a --threads option.
inline constexpr int kMaxThreads = 1024;

void add_index(CLI::App& app, Command& chosen);
void add_add(CLI::App& app, Command& chosen);
void add_compact(CLI::App& app, Command& chosen);
void add_merge(CLI::App& app, Command& chosen);
void add_explore(CLI::App& app, Command& chosen);
void add_inspect(CLI::App& app, Command& chosen);
void add_games(CLI::App& app, Command& chosen);
void add_convert(CLI::App& app, Command& chosen);
void add_query(CLI::App& app, Command& chosen);
void add_news(CLI::App& app, Command& chosen);
void add_players(CLI::App& app, Command& chosen);
void add_bitmap(CLI::App& app, Command& chosen);
void add_collection(CLI::App& app, Command& chosen);
void add_dedup(CLI::App& app, Command& chosen);
void add_serve(CLI::App& app, Command& chosen);
void add_synth(CLI::App& app, Command& chosen);

}  // namespace edge::cli
