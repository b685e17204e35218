// How a subcommand scans a corpus: on how many threads, with a bar that shows the progress.
#pragma once

#include "core/progress.h"
#include "corpus/corpus.h"
#include "query/query.h"

namespace edge::cli {

// All cores when `threads` is 0. The bar and the corpus must outlive what uses the options.
query::RunOptions scan_options(const corpus::Corpus& corpus, unsigned threads, ProgressBar& bar);

}  // namespace edge::cli
