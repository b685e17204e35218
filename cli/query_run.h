// What edge query was asked to do, and doing it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "edge/result.h"
#include "query_arguments.h"

namespace edge::cli {

enum class Answer : uint8_t { Count, Heatmap, Groups, Positions, Partition, Matches, Explain };

struct QueryOptions {
    std::string corpus;
    QueryArguments query;
    Answer answer = Answer::Count;
    std::vector<std::string> answer_flags;  // those given; one is fine
    std::string output;                     // an @name or a path; empty when not given
    std::string pieces;                     // of a heatmap; empty for all
    std::string svg;
    std::string key;  // of groups or a partition
    std::string positions = "ref";
    uint32_t top_n = 0;
    bool unique = false;
    bool jsonl = false;
    std::optional<uint64_t> skip, limit;
    bool json = false;
    bool force = false;
    unsigned threads = 0;
};

// Runs the query and prints or keeps its answer. InvalidArgument when options do not go together.
Status run_query(const QueryOptions& options);

}  // namespace edge::cli
