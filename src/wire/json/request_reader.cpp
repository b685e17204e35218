#include "wire/json/request_reader.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace edge::wire {
namespace {

// The name under which the object has the field; empty when it does not have it.
Result<std::string_view> name_in(const JsonNode& node, const Field& field) {
    const bool has_alias = !field.alias.empty() && node.has(field.alias);
    if (!node.has(field.name)) return has_alias ? field.alias : std::string_view();
    if (!has_alias) return field.name;
    return node.at(field.alias)
        .wrong(fmt::format("another name for \"{}\", which is given too", field.name));
}

Status check_names(const JsonNode& node, std::span<const Field> fields) {
    if (!node.is_object()) return node.expected("an object");
    std::vector<std::string_view> known;
    known.reserve(fields.size());
    for (const Field& field : fields) known.push_back(field.name);
    for (const std::string_view key : node.keys()) {
        const bool is_known = std::ranges::any_of(fields, [key](const Field& field) {
            return key == field.name || (!field.alias.empty() && key == field.alias);
        });
        if (!is_known) return node.unknown_key(key, known);
    }
    return {};
}

Status check_needed(const JsonNode& node, std::span<const Field> fields) {
    for (const Field& field : fields) {
        if (field.is_needed && EDGE_TRY(name_in(node, field)).empty()) {
            return node.wrong(fmt::format("\"{}\" is missing", field.name));
        }
    }
    return {};
}

Status check_excluded(const JsonNode& node, std::span<const Field> fields) {
    for (const Field& field : fields) {
        const std::string_view name = EDGE_TRY(name_in(node, field));
        if (name.empty()) continue;
        for (const std::string_view other : field.excludes) {
            if (EDGE_TRY(name_in(node, *find_field(fields, other))).empty()) continue;
            return node.at(name).wrong(
                fmt::format("found both \"{}\" and \"{}\", expected one", field.name, other));
        }
    }
    return {};
}

Result<FieldValue> read_count(const JsonNode& node, const Field& field) {
    const bool is_word = !field.word.empty() && node.is_text();
    if (is_word && EDGE_TRY(node.text()) == field.word) return FieldValue(field.word_value);
    const auto number = node.integer(static_cast<int64_t>(field.bounds.min),
                                     static_cast<int64_t>(field.bounds.max));
    if (!number) return node.expected(expected_count(field));
    return FieldValue(static_cast<uint64_t>(*number));
}

Result<FieldValue> read_share(const JsonNode& node) {
    const double share = node.value().is_number() ? node.value().get<double>() : 0;
    if (share > 0 && share <= 1) return FieldValue(share);
    return node.expected("a number above 0 and up to 1");
}

Result<FieldValue> read_texts(const JsonNode& node, const Field& field) {
    std::vector<std::string> texts;
    if (field.kind == FieldKind::OneOrMore && !node.is_list()) {
        texts.push_back(EDGE_TRY(node.text()));
        return FieldValue(std::move(texts));
    }
    for (const JsonNode& item : EDGE_TRY(node.items(field.bounds.min))) {
        texts.push_back(EDGE_TRY(item.text()));
    }
    return FieldValue(std::move(texts));
}

Result<FieldValue> read_value(const JsonNode& node, const Field& field) {
    switch (field.kind) {
        case FieldKind::Switch:
            return FieldValue(EDGE_TRY(node.boolean()));
        case FieldKind::Count:
            return read_count(node, field);
        case FieldKind::Share:
            return read_share(node);
        case FieldKind::Choice:
            return FieldValue(static_cast<uint64_t>(EDGE_TRY(node.one_of(field.words))));
        case FieldKind::List:
        case FieldKind::OneOrMore:
            return read_texts(node, field);
        case FieldKind::Text:
        case FieldKind::Object:
        case FieldKind::Objects:
            break;
    }
    return FieldValue(EDGE_TRY(node.text()));
}

Status read_field(const JsonNode& node, const Field& field, void* request) {
    if (field.read != nullptr) return field.read(node, request);
    const Status stored = field.store(EDGE_TRY(read_value(node, field)), request);
    if (!stored) return node.misread(stored.error());
    return {};
}

}  // namespace

Status read_rows(const JsonNode& node, std::span<const Field> fields, void* request) {
    EDGE_CHECK(check_names(node, fields));
    EDGE_CHECK(check_needed(node, fields));
    EDGE_CHECK(check_excluded(node, fields));
    for (const Field& field : fields) {
        const std::string_view name = EDGE_TRY(name_in(node, field));
        if (name.empty()) continue;
        if (!field.needs.empty() && !node.has(field.needs)) {
            return node.at(name).wrong(fmt::format("expected \"{}\" as well", field.needs));
        }
        EDGE_CHECK(read_field(node.at(name), field, request));
    }
    return {};
}

Status read_document(std::string_view json, std::span<const Field> fields, void* request) {
    const Json document = EDGE_TRY(parse_json(json));
    return read_rows(JsonNode(document, "the request"), fields, request);
}

}  // namespace edge::wire
