// A request in JSON: make one corpus of several. merge_fields() describes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "edge/result.h"
#include "wire/json/request_table.h"

namespace edge::wire {

struct MergeRequest {
    std::vector<std::string> corpora = {};  // in the order of their games
    std::string out = {};
    std::string ids = {};
    bool force = false;
    uint64_t memory = 0;  // bytes; 0: a quarter of the machine's memory
};

const Fields<MergeRequest>& merge_fields();

// Paths are passed on as they are. InvalidArgument names the place as a JSON pointer.
Result<MergeRequest> parse_merge_request(std::string_view json);

}  // namespace edge::wire
