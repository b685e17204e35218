#include "wire/inspect/inspect_request.h"

#include <nlohmann/json.hpp>

#include "corpus/corpus_inspection.h"
#include "wire/inspect/inspect_json.h"
#include "wire/json/query_rows.h"
#include "wire/json/request_reader.h"

namespace edge::wire {

const Fields<InspectRequest>& inspect_fields() {
    using R = InspectRequest;
    static const Fields<R> rows = {
        corpus_row<R>(),
        FieldRow<R>::flag<&R::verify>(
            "verify", "Check every rule of the format: replay all games, rebuild the tree"),
    };
    return rows;
}

Result<InspectRequest> parse_inspect_request(std::string_view json) {
    return read_request(json, inspect_fields());
}

Result<std::string> answer_inspect_request(const corpus::Corpus& corpus,
                                           const InspectRequest& request,
                                           const corpus::VerifyOptions& options) {
    const corpus::Inspection inspection = corpus::inspect(corpus);
    if (!request.verify) return inspect_json(inspection, nullptr);
    const corpus::VerifyReport report = EDGE_TRY(corpus::verify(corpus, options));
    return inspect_json(inspection, &report);
}

}  // namespace edge::wire
