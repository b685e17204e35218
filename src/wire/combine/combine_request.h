// A request in JSON: which stored bitmaps of a corpus to combine, and into which.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bitmap/combine.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "wire/json/request_table.h"

namespace edge::wire {

struct CombineRequest {
    std::string corpus;  // as the surface names it; not opened here
    BitmapOperation operation = BitmapOperation::And;
    std::vector<std::string> inputs;  // @names or paths
    std::string output;               // the same
    bool force = false;               // replace an existing bitmap
    bool dense = false;               // a bit for each game, also in a set of few
};

const Fields<CombineRequest>& combine_fields();

// InvalidArgument names the place as a JSON pointer.
Result<CombineRequest> parse_combine_request(std::string_view json);

// Combines them, stores the result and describes it in JSON. Cancelled when `is_cancelled`, called
// before each bitmap, returns true.
Result<std::string> answer_combine_request(const corpus::Corpus& corpus,
                                           const CombineRequest& request,
                                           const std::function<bool()>& is_cancelled);

}  // namespace edge::wire
