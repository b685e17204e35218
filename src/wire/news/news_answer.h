// Runs a NewsRequest and answers it in JSON, which is all that a surface that speaks JSON needs.
#pragma once

#include <string>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/query.h"
#include "wire/news/news_request.h"

namespace edge::wire {

// The answer of news_json. The request's repertoire is the path of a file of at most 4 MiB when
// unpacked; what cannot be read as one is InvalidArgument.
Result<std::string> answer_news_request(const corpus::Corpus& corpus, const NewsRequest& request,
                                        const query::RunOptions& options);

}  // namespace edge::wire
