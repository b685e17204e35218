// What edge query is asked to do, and how it is done.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "edge/result.h"
#include "query_arguments.h"
#include "wire/query/query_request.h"

namespace edge::cli {

struct QueryOptions {
    wire::QueryRequest request;  // except for what is below
    QueryArguments query;
    std::string pieces;                     // of a heatmap; empty for all
    std::vector<std::string> answer_flags;  // those given; more than one is an error
    bool no_wait = false;
    bool jsonl = false;
    bool json = false;
    unsigned threads = 0;
};

// Runs the query and prints or keeps its answer. InvalidArgument when options do not go together.
Status run_query(const QueryOptions& options);

}  // namespace edge::cli
