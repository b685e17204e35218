#include "corpus_lock.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "output.h"

namespace edge::cli {

void add_no_wait(CLI::App& sub, bool& no_wait) {
    sub.add_flag("--no-wait", no_wait,
                 "Fail when another process is changing the corpus, instead of waiting for it");
}

LockOptions lock_options(const std::string& corpus, bool no_wait) {
    return {
        .wait = !no_wait,
        .on_wait =
            [corpus] {
                warn(fmt::format("{} is being changed by another process; waiting for it", corpus));
            },
        .is_cancelled = {}};
}

}  // namespace edge::cli
