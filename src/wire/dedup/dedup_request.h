// A request in JSON: find the games that a corpus has twice. dedup_fields() describes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "edge/result.h"
#include "wire/json/request_table.h"

namespace edge::wire {

struct DedupRequest {
    std::string corpus = {};  // as the surface names it; not opened here
    std::string output = {};  // a bitmap for the games to drop, an @name or a path; may be empty
    bool force = false;       // replace an existing bitmap
    uint64_t skip = 0;        // of each list
    uint64_t limit = 20;      // of each list, too
    bool contradictions = false;  // list those, too
};

inline constexpr uint64_t kMostGroups = 1'000'000;

const Fields<DedupRequest>& dedup_fields();

// InvalidArgument names the place as a JSON pointer.
Result<DedupRequest> parse_dedup_request(std::string_view json);

}  // namespace edge::wire
