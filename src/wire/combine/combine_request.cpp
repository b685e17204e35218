#include "wire/combine/combine_request.h"

#include <nlohmann/json.hpp>

#include "query/collections/stored_set.h"
#include "wire/combine/bitmap_json.h"
#include "wire/json/query_rows.h"
#include "wire/json/request_reader.h"

namespace edge::wire {
namespace {

constexpr std::string_view kOperations[] = {"and", "or", "xor", "sub", "not"};

}  // namespace

const Fields<CombineRequest>& combine_fields() {
    using R = CombineRequest;
    using Row = FieldRow<R>;
    static const Fields<R> rows = {
        corpus_row<R>(),
        Row::choice<&R::operation>("op", kOperations, "How to combine the bitmaps").needed(),
        Row::list<&R::inputs>("inputs",
                              "Bitmaps, each an @name or a file: one for not, else two or more")
            .needed()
            .also_called("args"),
        Row::text<&R::output>("output", "The bitmap to write, an @name or a file").needed(),
        Row::flag<&R::force>("force", "Replace an existing bitmap"),
        Row::flag<&R::dense>("dense",
                             "Keep a set of few games as a bit for each game, too: version 1 "
                             "of its format"),
    };
    return rows;
}

Result<CombineRequest> parse_combine_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    CombineRequest request;
    EDGE_CHECK(read_fields(node, combine_fields(), request));
    if (const Status count = check_input_count(request.operation, request.inputs.size()); !count) {
        return node.at(node.has("args") ? "args" : "inputs").wrong(count.error().message);
    }
    return request;
}

Result<std::string> answer_combine_request(const corpus::Corpus& corpus,
                                           const CombineRequest& request,
                                           const std::function<bool()>& is_cancelled) {
    const auto read = [&](const std::string& name) { return query::read_stored_set(corpus, name); };
    const Bitmap result =
        EDGE_TRY(combine_sets(request.operation, request.inputs, read, is_cancelled));
    EDGE_CHECK(query::write_stored_set(corpus, result, request.output,
                                       {.force = request.force, .dense = request.dense}));
    return bitmap_combine_json(request.operation, request.inputs, request.output, result);
}

}  // namespace edge::wire
