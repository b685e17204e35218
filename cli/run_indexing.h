// What edge index and edge add have in common: a run with its progress, its report and its
// warnings.
#pragma once

#include <string>

#include "edge/result.h"
#include "wire/index/index_request.h"

namespace edge::cli {

struct IndexRun {
    wire::IndexRequest request;
    std::string report;  // the file of --report
    bool json = false;
    bool no_wait = false;
};

Status run_indexing(const IndexRun& run);

}  // namespace edge::cli
