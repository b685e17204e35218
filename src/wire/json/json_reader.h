// Private to wire/: reading JSON that a user wrote. A JsonNode is a value and its place in the
// document, so that every error says where it is, what was found and what was expected. Sources
// that use it include <nlohmann/json.hpp> themselves.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edge/result.h"
#include "wire/json/json_text.h"

namespace edge::wire {

// Refuses what JSON leaves open: the same key twice in one object, more than 64 keys in one, values
// nested deeper than 200.
Result<Json> parse_json(std::string_view text);

// Valid as long as the document it was made from.
class JsonNode {
public:
    // `name` is what errors call the document as a whole; it is kept by reference.
    explicit JsonNode(const Json& document, std::string_view name = "the query")
        : value_(&document), name_(name) {}

    const Json& value() const { return *value_; }
    bool is_object() const;
    bool is_list() const;
    bool is_text() const;
    bool has(std::string_view key) const;
    JsonNode at(std::string_view key) const;     // of an object that has the key
    std::vector<std::string_view> keys() const;  // of an object

    // The value as the type that it must have, or an error that says so.
    Result<std::string> text() const;
    Result<int64_t> integer(int64_t min, int64_t max) const;
    Result<std::vector<JsonNode>> items(size_t at_least) const;  // of a list
    Result<bool> boolean() const;
    Status is_true() const;
    // InvalidArgument for an unknown key of an object; lists the known ones.
    tl::unexpected<Error> unknown_key(std::string_view key,
                                      std::span<const std::string_view> known) const;
    // Fails on the first key that is not one of these.
    Status only_keys(std::span<const std::string_view> known) const;
    // The index in `names` of a string that is one of them.
    Result<size_t> one_of(std::span<const std::string_view> names) const;

    // InvalidArgument: "PLACE: found VALUE, expected WHAT".
    tl::unexpected<Error> expected(std::string_view what) const;
    // InvalidArgument: "POINTER: SENTENCE", with the pointer as its place.
    tl::unexpected<Error> wrong(std::string_view sentence) const;
    // The same for an error inside a string, with the line and column there.
    tl::unexpected<Error> misread(const Error& inside) const;
    // A string in a small notation: what `parse` makes of it, or its error with the place in front.
    template <class Parse>
    auto notation(Parse parse) const -> decltype(parse(std::string_view())) {
        const std::string written = EDGE_TRY(text());
        auto parsed = parse(std::string_view(written));
        if (!parsed) return misread(parsed.error());
        return parsed;
    }

private:
    JsonNode(const Json& value, std::string_view name, std::string pointer)
        : value_(&value), name_(name), pointer_(std::move(pointer)) {}

    const Json* value_;
    std::string_view name_;
    std::string pointer_;  // RFC 6901
};

}  // namespace edge::wire
