// What is asked about a corpus as a whole, as JSON asks for it.
#pragma once

#include <string>
#include <string_view>

#include "corpus/corpus.h"
#include "edge/result.h"

namespace edge::wire {

struct InspectRequest {
    std::string corpus = {};  // as the surface names it; nothing here opens it
    bool verify = false;      // read every game, and everything that is stored about them
};

// {"corpus", "verify"}. InvalidArgument names the place as a JSON pointer.
Result<InspectRequest> parse_inspect_request(std::string_view json);

// What inspect_json says.
Result<std::string> answer_inspect_request(const corpus::Corpus& corpus,
                                           const InspectRequest& request, unsigned threads);

}  // namespace edge::wire
