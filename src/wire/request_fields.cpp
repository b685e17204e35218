#include "wire/request_fields.h"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "query/text.h"
#include "wire/query_json_parts.h"
#include "wire/scoutfish_json.h"

namespace edge::wire {
namespace {

constexpr std::array<std::string_view, 3> kQueryForms = {"query", "query_json", "scoutfish"};

// Every game when there is none.
Result<AskedQuery> read_one_form(const JsonNode& request) {
    std::string_view form;
    for (const std::string_view field : kQueryForms) {
        if (!request.has(field)) continue;
        if (!form.empty()) {
            return request.at(field).wrong(
                fmt::format("a second query, beside \"{}\"; expected one", form));
        }
        form = field;
    }
    if (form.empty()) return AskedQuery{};
    const JsonNode node = request.at(form);
    if (form == "query") return AskedQuery{EDGE_TRY(node.notation(query::parse_text))};
    if (form == "query_json") return AskedQuery{EDGE_TRY(read_query(node))};
    ScoutfishQuery asked = EDGE_TRY(read_scoutfish(node));
    return AskedQuery{std::move(asked.expr), asked.skip, asked.limit};
}

}  // namespace

Status check_fields(const JsonNode& request, std::span<const std::string_view> fields) {
    if (!request.is_object()) return request.expected("an object");
    return request.only_keys(fields);
}

Result<std::string> read_text(const JsonNode& request, std::string_view field) {
    if (!request.has(field)) return std::string();
    return request.at(field).text();
}

Result<bool> read_switch(const JsonNode& request, std::string_view field) {
    if (!request.has(field)) return false;
    return request.at(field).boolean();
}

Result<std::optional<uint64_t>> read_count(const JsonNode& request, std::string_view field) {
    if (!request.has(field)) return std::nullopt;
    return static_cast<uint64_t>(EDGE_TRY(request.at(field).integer(0, INT64_MAX)));
}

Result<AskedQuery> read_asked_query(const JsonNode& request) {
    AskedQuery asked = EDGE_TRY(read_one_form(request));
    if (!request.has("bitmap")) return asked;
    const std::string bitmap = EDGE_TRY(read_bitmap_name(request.at("bitmap")));
    asked.expr = with_bitmap(std::move(asked.expr), bitmap);
    return asked;
}

Status check_needed(const JsonNode& request, std::span<const std::string_view> fields) {
    for (const std::string_view field : fields) {
        if (!request.has(field)) return request.wrong(fmt::format("\"{}\" is missing", field));
    }
    return {};
}

Result<std::vector<std::string>> read_texts(const JsonNode& node) {
    if (node.is_text()) return std::vector{EDGE_TRY(node.text())};
    const auto items = EDGE_TRY(node.items(1));
    std::vector<std::string> texts;
    texts.reserve(items.size());
    for (const JsonNode& item : items) texts.push_back(EDGE_TRY(item.text()));
    return texts;
}

}  // namespace edge::wire
