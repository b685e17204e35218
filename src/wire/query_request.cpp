#include "wire/query_request.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "query/notation.h"
#include "query/wording.h"
#include "wire/query_json_parts.h"
#include "wire/request_fields.h"

namespace edge::wire {
namespace {

constexpr std::array<std::string_view, 7> kAnswers = {"count",     "matches",   "heatmap", "groups",
                                                      "positions", "partition", "explain"};
constexpr std::array<std::string_view, 3> kPositionOutputs = {"ref", "fen", "both"};
constexpr std::array<std::string_view, 15> kFields = {
    "corpus", "query",     "query_json", "scoutfish", "bitmap", "answer", "key",  "top_n",
    "pieces", "positions", "unique",     "skip",      "limit",  "output", "force"};

tl::unexpected<Error> wrong(std::string message) {
    return fail(ErrorCode::InvalidArgument, std::move(message));
}

// "limit goes with matches or positions", when the answer is neither.
Status check_beside(bool is_given, std::string_view field, const QueryRequest& request,
                    std::initializer_list<AnswerKind> answers, FieldNaming name) {
    if (!is_given || std::ranges::find(answers, request.answer) != answers.end()) return {};
    std::vector<std::string> names;
    names.reserve(answers.size());
    for (const AnswerKind answer : answers) names.push_back(name(name_of(answer)));
    const std::vector<std::string_view> views(names.begin(), names.end());
    return wrong(fmt::format("{} goes with {}", name(field), query::listed(views)));
}

}  // namespace

std::string_view name_of(AnswerKind answer) { return kAnswers[static_cast<size_t>(answer)]; }

Result<query::PositionOutput> parse_position_output(std::string_view word) {
    const auto found = std::ranges::find(kPositionOutputs, word);
    if (found == kPositionOutputs.end()) {
        return wrong(fmt::format("expected {}", query::listed(kPositionOutputs)));
    }
    return static_cast<query::PositionOutput>(found - kPositionOutputs.begin());
}

Status check_query_request(const QueryRequest& request, FieldNaming name) {
    using enum AnswerKind;
    const AnswerKind answer = request.answer;
    const bool has_output = !request.output.empty();
    const auto beside = [&](bool is_given, std::string_view field,
                            std::initializer_list<AnswerKind> answers) {
        return check_beside(is_given, field, request, answers, name);
    };
    EDGE_CHECK(beside(!request.svg.empty(), "svg", {Heatmap}));
    EDGE_CHECK(beside(request.kinds != 0, "pieces", {Heatmap}));
    EDGE_CHECK(beside(request.key.has_value(), "key", {Groups, Partition}));
    EDGE_CHECK(beside(request.top_n != 0, "top_n", {Groups, Partition}));
    EDGE_CHECK(beside(request.positions.has_value(), "positions", {Positions}));
    EDGE_CHECK(beside(request.unique, "unique", {Positions}));
    EDGE_CHECK(beside(request.skip.has_value(), "skip", {Matches}));
    EDGE_CHECK(beside(request.limit.has_value(), "limit", {Matches, Positions}));
    if ((answer == Groups || answer == Partition) && !request.key) {
        return wrong(fmt::format("{}: expected {} beside it", name(name_of(answer)), name("key")));
    }
    if (has_output && (answer == Matches || answer == Explain)) {
        return wrong(fmt::format("{} does not go with {} or {}", name("output"), name("matches"),
                                 name("explain")));
    }
    if (answer == Partition && !has_output) {
        return wrong(fmt::format("{}: expected {} @NAME or a file, to name the bitmaps after",
                                 name("partition"), name("output")));
    }
    return {};
}

Result<QueryRequest> parse_query_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    EDGE_CHECK(check_fields(node, kFields));
    QueryRequest request;
    request.corpus = EDGE_TRY(read_text(node, "corpus"));
    request.asked = EDGE_TRY(read_asked_query(node));
    if (node.has("answer")) {
        request.answer = EDGE_TRY(read_enum<AnswerKind>(node.at("answer"), kAnswers));
    }
    request.output = EDGE_TRY(read_text(node, "output"));
    request.force = EDGE_TRY(read_switch(node, "force"));
    if (node.has("key")) {
        request.key = EDGE_TRY(node.at("key").notation(query::parse_group_key));
    }
    if (node.has("top_n")) {
        request.top_n = static_cast<uint32_t>(EDGE_TRY(node.at("top_n").integer(1, UINT32_MAX)));
    }
    if (node.has("pieces")) {
        request.kinds = EDGE_TRY(node.at("pieces").notation(query::parse_kinds));
    }
    if (node.has("positions")) {
        request.positions =
            EDGE_TRY(read_enum<query::PositionOutput>(node.at("positions"), kPositionOutputs));
    }
    request.unique = EDGE_TRY(read_switch(node, "unique"));
    request.skip = EDGE_TRY(read_count(node, "skip"));
    request.limit = EDGE_TRY(read_count(node, "limit"));
    EDGE_CHECK(check_query_request(request));
    return request;
}

}  // namespace edge::wire
