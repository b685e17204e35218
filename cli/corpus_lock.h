// How the subcommands that change a corpus wait for each other.
#pragma once

#include <string>

#include "core/directory_lock.h"

namespace CLI {  // NOLINT(readability-identifier-naming): another library's
class App;
}

namespace edge::cli {

void add_no_wait(CLI::App& sub, bool& no_wait);

// Says so when the corpus has to be waited for.
LockOptions lock_options(const std::string& corpus, bool no_wait);

}  // namespace edge::cli
