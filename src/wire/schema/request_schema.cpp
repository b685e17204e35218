#include "wire/schema/request_schema.h"

#include <string>

#include <nlohmann/json.hpp>

namespace edge::wire {
namespace {

Json text_schema() { return {{"type", "string"}}; }

Json list_schema(const Json& items, uint64_t at_least) {
    Json schema = {{"type", "array"}};
    if (at_least > 0) schema["minItems"] = at_least;
    schema["items"] = items;
    return schema;
}

Json count_schema(const Field& field) {
    Json number = {
        {"type", "integer"}, {"minimum", field.bounds.min}, {"maximum", field.bounds.max}};
    if (field.word.empty()) return number;
    return {{"anyOf", {number, {{"const", field.word}}}}};
}

Json object_schema(const std::vector<Field>& fields) {
    Json schema = {{"type", "object"}, {"additionalProperties", false}};
    Json needed = Json::array();
    for (const Field& field : fields) {
        if (field.is_needed) needed.push_back(field.name);
    }
    if (!needed.empty()) schema["required"] = needed;
    Json& properties = schema["properties"] = Json::object();
    for (const Field& field : fields) properties[std::string(field.name)] = field_schema(field);
    return schema;
}

// Without what every field has.
Json form_schema(const Field& field) {
    switch (field.kind) {
        case FieldKind::Switch:
            return {{"type", "boolean"}};
        case FieldKind::Count:
            return count_schema(field);
        case FieldKind::Share:
            return {{"type", "number"}, {"exclusiveMinimum", 0}, {"maximum", 1}};
        case FieldKind::Choice:
            return {{"enum", field.words}};
        case FieldKind::List:
            return list_schema(text_schema(), field.bounds.min);
        case FieldKind::OneOrMore:
            return {{"anyOf", {text_schema(), list_schema(text_schema(), field.bounds.min)}}};
        case FieldKind::Object:
            if (!field.schema_file.empty()) return {{"$ref", field.schema_file}};
            if (field.inner == nullptr) return {{"type", "object"}};
            return object_schema(*field.inner);
        case FieldKind::Objects:
            return list_schema({{"anyOf", {text_schema(), object_schema(*field.inner)}}}, 0);
        case FieldKind::Text:
            break;
    }
    return text_schema();
}

Json default_of(const Field& field) {
    if (field.kind == FieldKind::Choice) return field.words[std::get<uint64_t>(*field.fallback)];
    return std::visit([](const auto& value) { return Json(value); }, *field.fallback);
}

}  // namespace

Json field_schema(const Field& field) {
    Json schema = {{"description", field.help}};
    schema.update(form_schema(field));
    if (field.fallback) schema["default"] = default_of(field);
    return schema;
}

Json request_schema(const RequestInfo& request) {
    Json schema = object_schema(request.fields);
    Json one_needed = Json::array();
    for (const std::string_view field : request.one_needed) {
        one_needed.push_back({{"required", Json::array({field})}});
    }
    if (!one_needed.empty()) schema["oneOf"] = one_needed;
    return schema;
}

}  // namespace edge::wire
