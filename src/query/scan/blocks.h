// A corpus cut into blocks of games, and the threads that work through them.
#pragma once

#include <functional>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/headers/header_filter.h"
#include "query/query.h"

namespace edge::query {

std::vector<Block> blocks_of(const corpus::Corpus& corpus);

// Calls work(thread, number) for the blocks 0 to count - 1, each thread in ascending order, and
// reports progress in games, of which block `number` has games_of(number). Returns the error of the
// first block that failed, whatever the number of threads.
Status run_blocks(size_t count, const RunOptions& options,
                  const std::function<uint64_t(size_t number)>& games_of,
                  const std::function<Status(unsigned thread, size_t number)>& work);

}  // namespace edge::query
