// A request in JSON: join what adding games to a corpus has split, or write a corpus without some
// of its games. compact_fields() describes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "edge/result.h"
#include "wire/json/request_table.h"

namespace edge::wire {

// Exactly one of `tree`, `shards` and `drop` is given.
struct CompactRequest {
    std::string corpus = {};
    bool tree = false;
    bool shards = false;
    std::string drop = {};  // a set, an @name or a path
    // These go with `drop`:
    std::string out = {};
    std::string ids = {};
    bool force = false;

    uint64_t memory = 0;  // bytes; 0: a quarter of the machine's memory
};

const Fields<CompactRequest>& compact_fields();

// Whether the fields go together, as far as no table says it.
Status check(const CompactRequest& request);

// Paths are passed on as they are. InvalidArgument names the place as a JSON pointer.
Result<CompactRequest> parse_compact_request(std::string_view json);

}  // namespace edge::wire
