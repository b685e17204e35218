// The run that `edge merge` and `edge compact --drop` have in common.
#pragma once

#include <string>

#include "edge/result.h"
#include "index/merge.h"

namespace CLI {
class App;
}

namespace edge::cli {

struct MergeRun {
    indexing::MergeOptions options;
    std::string memory;
    bool json = false;
};

// --ids and --force.
void add_merge_options(CLI::App& sub, MergeRun& run);
Status run_merge(const MergeRun& run);

}  // namespace edge::cli
