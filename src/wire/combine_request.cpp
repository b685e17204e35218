#include "wire/combine_request.h"

#include <array>

#include <nlohmann/json.hpp>

#include "wire/json_reader.h"
#include "wire/request_fields.h"

namespace edge::wire {
namespace {

constexpr std::array<std::string_view, 5> kFields = {"corpus", "op", "inputs", "output", "force"};

}  // namespace

Result<CombineRequest> parse_combine_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    EDGE_CHECK(check_fields(node, kFields));
    for (const std::string_view needed : {"op", "inputs", "output"}) {
        if (!node.has(needed)) return node.wrong('"' + std::string(needed) + "\" is missing");
    }
    CombineRequest request;
    request.corpus = EDGE_TRY(read_text(node, "corpus"));
    std::array<std::string_view, std::size(kBitmapOperations)> names;
    for (size_t i = 0; i < names.size(); ++i) names[i] = name_of(kBitmapOperations[i]);
    request.operation = kBitmapOperations[EDGE_TRY(node.at("op").one_of(names))];
    for (const JsonNode& item : EDGE_TRY(node.at("inputs").items(1))) {
        request.inputs.push_back(EDGE_TRY(item.text()));
    }
    if (const Status count = check_input_count(request.operation, request.inputs.size()); !count) {
        return node.at("inputs").wrong(count.error().message);
    }
    request.output = EDGE_TRY(node.at("output").text());
    request.force = EDGE_TRY(read_switch(node, "force"));
    return request;
}

}  // namespace edge::wire
