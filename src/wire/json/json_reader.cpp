#include "wire/json/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "query/lang/did_you_mean.h"
#include "wire/json/request_error.h"

namespace edge::wire {
namespace {

constexpr size_t kMaxBytes = 1'000'000;  // as in the text language
constexpr size_t kMaxDepth = 200;
constexpr size_t kMaxKeys = 64;
constexpr size_t kShownChars = 60;

// A key as a JSON pointer spells it.
std::string escaped(std::string_view key) {
    std::string out;
    for (const char c : key) {
        if (c == '~') {
            out += "~0";
        } else if (c == '/') {
            out += "~1";
        } else {
            out += c;
        }
    }
    return out;
}

// Builds the document from the parser's events. The library's own builder throws, keeps the last
// of two equal keys and has no limits. Returning false stops the parser.
class DocumentBuilder {
public:
    // ---- what the parser calls
    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(Json::number_integer_t value) { return add(value); }
    bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
    bool number_float(Json::number_float_t value, const std::string&) { return add(value); }
    bool string(std::string& value) { return add(std::move(value)); }
    bool binary(Json::binary_t&) { return false; }
    bool start_object(size_t) { return open(Json::object()); }
    bool start_array(size_t) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        const Json& object = *open_.back();
        if (object.contains(name)) return refuse(fmt::format("the key \"{}\" appears twice", name));
        if (object.size() == kMaxKeys) {
            return refuse(fmt::format("an object has more than {} keys", kMaxKeys));
        }
        key_ = std::move(name);
        return true;
    }
    bool parse_error(size_t, const std::string&, const Json::exception& error) {
        // The library's text begins with its own name for the error, in brackets.
        const std::string_view text = error.what();
        const size_t bracket = text.find("] ");
        return refuse(fmt::format("this is not JSON: {}", bracket == std::string_view::npos
                                                              ? text
                                                              : text.substr(bracket + 2)));
    }

    Json take_document() { return std::move(document_); }
    const std::string& error() const { return error_; }

private:
    bool add(Json value) { return place(std::move(value)) != nullptr; }

    bool open(Json value) {
        if (open_.size() == kMaxDepth) {
            return refuse(fmt::format("values are nested deeper than {}", kMaxDepth));
        }
        open_.push_back(place(std::move(value)));
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }

    // The address of the stored value. Pointers to open values stay valid: only the innermost one
    // grows.
    Json* place(Json value) {
        if (open_.empty()) {
            document_ = std::move(value);
            return &document_;
        }
        Json& parent = *open_.back();
        if (parent.is_array()) {
            parent.push_back(std::move(value));
            return &parent.back();
        }
        return &(parent[key_] = std::move(value));
    }

    bool refuse(std::string message) {
        error_ = std::move(message);
        return false;
    }

    Json document_;
    std::vector<Json*> open_;
    std::string key_;
    std::string error_;
};

std::string shown(const Json& value) {
    if (value.is_object() && !value.empty()) return "an object";
    if (value.is_array() && !value.empty()) return fmt::format("a list of {}", value.size());
    std::string text = json_text(value);
    if (text.size() <= kShownChars) return text;
    size_t end = kShownChars;
    while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // inside a character
    return text.substr(0, end) + "...";
}

}  // namespace

Result<Json> parse_json(std::string_view text) {
    if (text.size() > kMaxBytes) {
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format("the JSON has {} bytes, expected at most {}", text.size(), kMaxBytes));
    }
    DocumentBuilder builder;
    if (!Json::sax_parse(text.begin(), text.end(), &builder)) {
        return fail(ErrorCode::InvalidArgument, builder.error());
    }
    return builder.take_document();
}

bool JsonNode::is_object() const { return value_->is_object(); }
bool JsonNode::is_list() const { return value_->is_array(); }
bool JsonNode::is_text() const { return value_->is_string(); }

bool JsonNode::has(std::string_view key) const {
    return value_->is_object() && value_->contains(key);
}

JsonNode JsonNode::at(std::string_view key) const {
    return {*value_->find(key), name_, fmt::format("{}/{}", pointer_, escaped(key))};
}

std::vector<std::string_view> JsonNode::keys() const {
    std::vector<std::string_view> names;
    for (const auto& item : value_->items()) names.emplace_back(item.key());
    return names;
}

Result<std::string> JsonNode::text() const {
    if (!value_->is_string()) return expected("a string");
    return value_->get<std::string>();
}

Result<int64_t> JsonNode::integer(int64_t min, int64_t max) const {
    // A number above the signed range is stored unsigned; it is above every max here too.
    const bool is_in_range = value_->is_number_integer() &&
                             (!value_->is_number_unsigned() ||
                              value_->get<uint64_t>() <= static_cast<uint64_t>(INT64_MAX)) &&
                             value_->get<int64_t>() >= min && value_->get<int64_t>() <= max;
    if (!is_in_range) return expected(fmt::format("a whole number from {} to {}", min, max));
    return value_->get<int64_t>();
}

Result<std::vector<JsonNode>> JsonNode::items(size_t at_least) const {
    if (!value_->is_array() || value_->size() < at_least) {
        return expected(at_least == 0   ? "a list"
                        : at_least == 1 ? "a list with at least one item"
                                        : fmt::format("a list with at least {} items", at_least));
    }
    std::vector<JsonNode> nodes;
    nodes.reserve(value_->size());
    for (size_t i = 0; i < value_->size(); ++i) {
        nodes.push_back(JsonNode((*value_)[i], name_, fmt::format("{}/{}", pointer_, i)));
    }
    return nodes;
}

Result<bool> JsonNode::boolean() const {
    if (!value_->is_boolean()) return expected("true or false");
    return value_->get<bool>();
}

Status JsonNode::is_true() const {
    if (*value_ != true) return expected("true");
    return {};
}

tl::unexpected<Error> JsonNode::unknown_key(std::string_view key,
                                            std::span<const std::string_view> known) const {
    return at(key).wrong(fmt::format("unknown key {}, expected {}{}", query::in_quotes(key),
                                     query::listed(known), query::did_you_mean(key, known)));
}

Status JsonNode::only_keys(std::span<const std::string_view> known) const {
    for (const std::string_view key : keys()) {
        if (std::ranges::find(known, key) == known.end()) return unknown_key(key, known);
    }
    return {};
}

Result<size_t> JsonNode::one_of(std::span<const std::string_view> names) const {
    const std::string* text = value_->get_ptr<const std::string*>();
    if (text == nullptr) return expected(query::listed(names));
    const auto found = std::ranges::find(names, *text);
    if (found != names.end()) return static_cast<size_t>(found - names.begin());
    return expected(query::listed(names) + query::did_you_mean(*text, names));
}

tl::unexpected<Error> JsonNode::expected(std::string_view what) const {
    return wrong(fmt::format("found {}, expected {}", shown(*value_), what));
}

tl::unexpected<Error> JsonNode::wrong(std::string_view sentence) const {
    if (!pointer_.empty()) return wrong_at(pointer_, sentence);
    return fail(ErrorCode::InvalidArgument, fmt::format("{}: {}", name_, sentence));
}

tl::unexpected<Error> JsonNode::misread(const Error& inside) const {
    auto error = wrong(inside.message);
    Place place = inside.place.value_or(Place());
    place.pointer = pointer_;
    error.value().place = std::move(place);
    return error;
}

}  // namespace edge::wire
