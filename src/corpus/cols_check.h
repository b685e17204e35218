// Compares the columns of a shard with its records: for verification, and to decide whether an
// N.cols must be rewritten.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "corpus/shard.h"

namespace edge::corpus {

// Calls report(offset in N.cols, "found X, expected Y") for each entry that differs from the
// record. The shard has columns; those that an older file lacks are not compared, and games whose
// record cannot be read are skipped.
void for_each_column_difference(
    const Shard& shard,
    const std::function<void(uint64_t offset, const std::string& finding)>& report);

}  // namespace edge::corpus
