// Which corpora are below the root.
#pragma once

#include <string>
#include <vector>

#include "cancellation.h"
#include "corpus/meta.h"
#include "edge/result.h"
#include "root.h"

namespace edge::server {

struct ListedCorpus {
    std::string path;
    corpus::Meta meta;
};

// Sorted by path, including those that Root would not open: links are not followed here. What
// cannot be read as a corpus is left out. Cancelled when told to give up.
Result<std::vector<ListedCorpus>> list_corpora(const Root& root, const Cancellation& cancellation);

}  // namespace edge::server
