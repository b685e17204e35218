// The stored bitmaps that a query names. A request may name those of its corpus (@name); a path
// could lead to any file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/expr.h"
#include "root.h"

namespace edge::server {

bool names_bitmaps(const query::Expr& expr);

// InvalidArgument when a bitmap that the query names is a link that leads out of the root, or the
// folder of bitmaps is. `corpus` is the name of the corpus.
Status check_links(const Root& root, const std::string& corpus_name, const corpus::Corpus& corpus,
                   const query::Expr& expr);

// The same for sets, and for all that they are made of: the sets that collections refer to.
Status check_links(const Root& root, const std::string& corpus_name, const corpus::Corpus& corpus,
                   const std::vector<std::string>& names);

// The same for one name and all files that an answer of that name has: NAME.*, and NAME-* for the
// parts of a partition.
Status check_links(const Root& root, const std::string& corpus, std::string_view name);

// InvalidArgument when the query names a bitmap by its path.
Status check_no_paths(const query::Expr& expr);

// The same for one name, as a request writes it: InvalidArgument unless it is @NAME.
Status check_bitmap_argument(std::string_view name);

// Whether the corpus in that folder has an answer of that name (@NAME) already: a file NAME.*, and
// NAME-* when `with_parts`, as those of a partition are called.
bool has_answer(const std::string& corpus, std::string_view name, bool with_parts);

}  // namespace edge::server
