// Which stored bitmaps of a corpus are to be combined, and into which, as JSON asks for it.
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
    std::string corpus;  // as the surface names it; nothing here opens it
    BitmapOperation operation = BitmapOperation::And;
    std::vector<std::string> inputs;  // @names or paths
    std::string output;               // the same
    bool force = false;               // replace the bitmap that is there
};

const Fields<CombineRequest>& combine_fields();

// InvalidArgument names the place as a JSON pointer.
Result<CombineRequest> parse_combine_request(std::string_view json);

// Combines them, stores the result, and says what it is in JSON. Cancelled when `is_cancelled`,
// asked before each bitmap, is true.
Result<std::string> answer_combine_request(const corpus::Corpus& corpus,
                                           const CombineRequest& request,
                                           const std::function<bool()>& is_cancelled);

}  // namespace edge::wire
