#include "wire/json/request_table.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include <fmt/format.h>

#include "query/lang/did_you_mean.h"

namespace edge::wire {
namespace {

tl::unexpected<Error> expected(std::string_view found, const std::string& what) {
    return fail(ErrorCode::InvalidArgument, fmt::format("found '{}', expected {}", found, what));
}

Result<FieldValue> choice_of(const Field& field, std::string_view text) {
    const auto word = std::ranges::find(field.words, text);
    if (word != field.words.end()) {
        return FieldValue(static_cast<uint64_t>(word - field.words.begin()));
    }
    return expected(text, query::listed(field.words) + query::did_you_mean(text, field.words));
}

Result<FieldValue> count_of(const Field& field, std::string_view text) {
    if (!field.word.empty() && text == field.word) return FieldValue(field.word_value);
    uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [parsed, error] = std::from_chars(text.data(), end, number);
    const bool is_number = error == std::errc() && parsed == end;
    if (is_number && number >= field.bounds.min && number <= field.bounds.max) {
        return FieldValue(number);
    }
    return expected(text, expected_count(field));
}

Result<FieldValue> share_of(std::string_view text) {
    const std::string written(text);
    char* end = nullptr;
    const double share = std::strtod(written.c_str(), &end);
    const bool is_number = !written.empty() && end == written.c_str() + written.size();
    if (is_number && share > 0 && share <= 1) return FieldValue(share);
    return expected(text, "a number above 0 and up to 1");
}

std::vector<std::string> comma_separated(std::string_view text) {
    std::vector<std::string> parts;
    for (size_t at = 0; at <= text.size();) {
        const size_t comma = std::min(text.find(',', at), text.size());
        parts.emplace_back(text.substr(at, comma - at));
        at = comma + 1;
    }
    return parts;
}

}  // namespace

std::string expected_count(const Field& field) {
    std::string text =
        fmt::format("a whole number from {} to {}", field.bounds.min, field.bounds.max);
    if (!field.word.empty()) text += fmt::format(" or '{}'", field.word);
    return text;
}

const Field* find_field(std::span<const Field> fields, std::string_view name) {
    const auto found = std::ranges::find(fields, name, &Field::name);
    return found == fields.end() ? nullptr : &*found;
}

Result<FieldValue> value_of_text(const Field& field, std::string_view text) {
    switch (field.kind) {
        case FieldKind::Switch:
            if (text == "true" || text == "false") return FieldValue(text == "true");
            return expected(text, "true or false");
        case FieldKind::Count:
            return count_of(field, text);
        case FieldKind::Share:
            return share_of(text);
        case FieldKind::Choice:
            return choice_of(field, text);
        case FieldKind::List:
            return FieldValue(comma_separated(text));
        case FieldKind::OneOrMore:
            return FieldValue(std::vector{std::string(text)});
        case FieldKind::Text:
        case FieldKind::Object:
        case FieldKind::Objects:
            break;
    }
    return FieldValue(std::string(text));
}

Status store_text(const Field& field, std::string_view text, void* request) {
    return field.store(EDGE_TRY(value_of_text(field, text)), request);
}

}  // namespace edge::wire
