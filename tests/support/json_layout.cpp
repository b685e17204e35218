#include "support/json_layout.h"

#include <nlohmann/json.hpp>

namespace edge::test {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kWidth = 118;
constexpr size_t kStep = 2;

std::string on_one_line(const Json& value) {
    if (!value.is_structured() || value.empty()) return value.dump();
    std::string text;
    for (const auto& item : value.items()) {
        if (!text.empty()) text += ", ";
        if (value.is_object()) text += Json(item.key()).dump() + ": ";
        text += on_one_line(item.value());
    }
    return value.is_object() ? '{' + text + '}' : '[' + text + ']';
}

}  // namespace

std::string laid_out(const Json& value, size_t indent, size_t taken) {
    const std::string line = on_one_line(value);
    if (!value.is_structured() || indent + taken + line.size() <= kWidth) return line;
    const std::string margin(indent + kStep, ' ');
    std::string text(1, value.is_object() ? '{' : '[');
    bool is_first = true;
    for (const auto& item : value.items()) {
        const std::string key = value.is_object() ? Json(item.key()).dump() + ": " : "";
        text += (is_first ? "\n" : ",\n") + margin + key;
        text += laid_out(item.value(), indent + kStep, key.size());
        is_first = false;
    }
    return text + '\n' + std::string(indent, ' ') + (value.is_object() ? '}' : ']');
}

}  // namespace edge::test
