#include "support/openapi_requests.h"

#include <stdexcept>
#include <string_view>

#include <nlohmann/json.hpp>

#include "support/json_layout.h"
#include "wire/games/games_request.h"
#include "wire/schema/request_schema.h"

namespace edge::test {
namespace {

using wire::Field;
using wire::FieldKind;
using wire::Json;

// Where the daemon accepts less than other surfaces, or describes it in its own words.
struct Difference {
    std::string_view request;
    const char* pointer;
    const char* json;
};
constexpr const char* kBitmap = R"({"$ref": "#/components/schemas/bitmap"})";
constexpr const char* kBitmapName = R"({"$ref": "#/components/schemas/bitmap_name"})";
constexpr const char* kCollectionName = R"({"$ref": "#/components/schemas/collection_name"})";
constexpr const char* kCollectionNames =
    R"({"type": "array", "items": {"$ref": "#/components/schemas/collection_name"}})";
constexpr const char* kMoves = R"({"$ref": "#/components/schemas/moves"})";
constexpr const char* kQueryJson = R"({"description": "docs/schema/query.schema.json"})";
constexpr Difference kDifferences[] = {
    {"explore", "/required", R"(["corpus"])"},
    {"explore", "/properties/corpus/minLength", "1"},
    {"explore", "/properties/moves", kMoves},
    {"explore", "/properties/positions/items/anyOf/1/properties/moves", kMoves},
    {"explore", "/properties/positions/maxItems", "10000"},
    {"explore", "/properties/query_json", kQueryJson},
    {"explore", "/properties/bitmap", kBitmap},
    {"query", "/required", R"(["corpus"])"},
    {"query", "/properties/corpus/minLength", "1"},
    {"query", "/properties/query_json", kQueryJson},
    {"query", "/properties/bitmap", kBitmap},
    {"query", "/properties/top_n/maximum", "100000"},
    {"query", "/properties/limit/maximum", "100000"},
    {"query", "/properties/limit/default", "1000"},
    {"query", "/properties/output", kBitmapName},
    {"news", "/required", R"(["corpus"])"},
    {"news", "/properties/corpus/minLength", "1"},
    {"news", "/properties/repertoire/minLength", "1"},
    {"news", "/properties/pgn/minLength", "1"},
    {"news", "/properties/limit/maximum", "100"},
    {"index", "/properties/out/minLength", "1"},
    {"index", "/properties/shards/maximum", "1024"},
    {"combine", "/required", R"(["corpus", "op", "inputs", "output"])"},
    {"combine", "/properties/corpus/minLength", "1"},
    {"combine", "/properties/inputs/maxItems", "100"},
    {"combine", "/properties/inputs/items", kBitmapName},
    {"combine", "/properties/output", kBitmapName},
    {"query", "/properties/save_as", kCollectionName},
    {"collections", "/required", R"(["corpus"])"},
    {"collections", "/properties/corpus/minLength", "1"},
    {"collections", "/properties/names", kCollectionNames},
    {"dedup", "/required", R"(["corpus"])"},
    {"dedup", "/properties/corpus/minLength", "1"},
    {"dedup", "/properties/output", kBitmapName},
    {"dedup", "/properties/limit/maximum", "10000"},
};

// The same for the parameters of GET /games.
constexpr Difference kGamesDifferences[] = {
    {"corpus", "/required", "true"},    {"corpus", "/schema/minLength", "1"},
    {"bitmap", "/schema", kBitmap},     {"limit", "/schema/maximum", "10000"},
    {"limit", "/schema/default", "20"},
};

void apply(const Difference& difference, Json& json) {
    json[Json::json_pointer(difference.pointer)] = Json::parse(difference.json);
}

// As text in a URL.
Json parameter_schema(const Field& field) {
    if (field.kind == FieldKind::Switch) return {{"enum", {"true", "false"}}};
    if (field.kind == FieldKind::List) return {{"type", "string"}};
    Json schema = wire::field_schema(field);
    schema.erase("description");
    return schema;
}

std::string description_of(const Field& field) {
    std::string text(field.help);
    if (field.kind == FieldKind::List) text += "; separated by commas";
    return text;
}

Json games_parameters() {
    Json parameters = Json::array();
    for (const Field& field : wire::games_fields().rows()) {
        if (!wire::has_text_form(field)) continue;
        Json parameter = {{"name", field.name}, {"in", "query"}};
        parameter["schema"] = parameter_schema(field);
        parameter["description"] = description_of(field);
        for (const Difference& difference : kGamesDifferences) {
            if (difference.request == field.name) apply(difference, parameter);
        }
        parameters.push_back(parameter);
        if (field.name == "corpus") parameters.push_back({{"$ref", "#/components/parameters/set"}});
    }
    return parameters;
}

// Replaces the value that follows `key`, whose lines begin where the key does.
void replace_value(std::string& text, const std::string& key, const Json& value) {
    const size_t at = text.find(key);
    if (at == std::string::npos) throw std::runtime_error("no " + key + " in server/openapi.json");
    const size_t begin = at + key.size();
    const size_t line = text.rfind('\n', begin) + 1;
    const size_t indent = text.find_first_not_of(' ', line) - line;
    const std::string end = '\n' + std::string(indent, ' ') + (text[begin] == '[' ? ']' : '}');
    const size_t after = text.find(end, begin) + end.size();
    text.replace(begin, after - begin, laid_out(value, indent, begin - line - indent));
}

}  // namespace

std::string with_requests(std::string description) {
    for (const wire::RequestInfo& request : wire::all_requests()) {
        const std::string key = "\n      \"" + std::string(request.name) + "_request\": ";
        if (description.find(key) == std::string::npos) continue;  // not a request to the daemon
        Json schema = wire::request_schema(request);
        for (const Difference& difference : kDifferences) {
            if (difference.request == request.name) apply(difference, schema);
        }
        replace_value(description, key, schema);
    }
    replace_value(description,
                  "\"operationId\": \"games\",\n        \"parameters\": ", games_parameters());
    return description;
}

}  // namespace edge::test
