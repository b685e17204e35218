#include "wire/combine_request.h"

#include <array>

#include <nlohmann/json.hpp>

#include "bitmap/bitmap_file.h"
#include "bitmap/bitmap_name.h"
#include "corpus/bitmap_layout.h"
#include "wire/bitmap_json.h"
#include "wire/json_reader.h"
#include "wire/request_fields.h"

namespace edge::wire {
namespace {

constexpr std::array<std::string_view, 3> kNeeded = {"op", "inputs", "output"};
constexpr std::array<std::string_view, 5> kFields = {"corpus", "op", "inputs", "output", "force"};

}  // namespace

Result<CombineRequest> parse_combine_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    EDGE_CHECK(check_fields(node, kFields));
    EDGE_CHECK(check_needed(node, kNeeded));
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

Result<std::string> answer_combine_request(const corpus::Corpus& corpus,
                                           const CombineRequest& request,
                                           const std::function<bool()>& is_cancelled) {
    std::vector<std::string> paths;
    paths.reserve(request.inputs.size());
    for (const std::string& input : request.inputs) {
        paths.push_back(EDGE_TRY(resolve_bitmap_name(input, corpus.path(), kBitmapExtension)).path);
    }
    const BitmapLayout layout = corpus::bitmap_layout(corpus);
    const Bitmap result =
        EDGE_TRY(combine_bitmaps(request.operation, paths, &layout, is_cancelled));
    const auto output =
        EDGE_TRY(resolve_bitmap_name(request.output, corpus.path(), kBitmapExtension));
    if (output.in_corpus) EDGE_CHECK(create_bitmaps_folder(corpus.path()));
    EDGE_CHECK(write_bitmap(result, output.path, request.force));
    return bitmap_combine_json(request.operation, request.inputs, request.output, result);
}

}  // namespace edge::wire
