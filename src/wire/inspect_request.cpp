#include "wire/inspect_request.h"

#include <array>

#include <nlohmann/json.hpp>

#include "corpus/inspection.h"
#include "wire/inspect_json.h"
#include "wire/json_reader.h"
#include "wire/request_fields.h"

namespace edge::wire {
namespace {

constexpr std::array<std::string_view, 2> kFields = {"corpus", "verify"};

}  // namespace

Result<InspectRequest> parse_inspect_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    EDGE_CHECK(check_fields(node, kFields));
    return InspectRequest{EDGE_TRY(read_text(node, "corpus")),
                          EDGE_TRY(read_switch(node, "verify"))};
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
