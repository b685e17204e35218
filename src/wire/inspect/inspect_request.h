// A question in JSON about a corpus as a whole.
#pragma once

#include <string>
#include <string_view>

#include "corpus/corpus.h"
#include "corpus/verify.h"
#include "edge/result.h"
#include "wire/json/request_table.h"

namespace edge::wire {

struct InspectRequest {
    std::string corpus = {};  // as the surface names it; not opened here
    bool verify = false;      // read every game and everything stored about them
};

const Fields<InspectRequest>& inspect_fields();

// InvalidArgument names the place as a JSON pointer.
Result<InspectRequest> parse_inspect_request(std::string_view json);

// The answer of inspect_json. The options are for `verify`.
Result<std::string> answer_inspect_request(const corpus::Corpus& corpus,
                                           const InspectRequest& request,
                                           const corpus::VerifyOptions& options);

}  // namespace edge::wire
