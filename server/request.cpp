#include "request.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/ascii.h"
#include "core/utf8.h"

namespace edge::server {
namespace {

tl::unexpected<Error> bad_target(std::string_view what) {
    return fail(ErrorCode::InvalidArgument, fmt::format("the target of the request {}", what));
}

enum class Plus : uint8_t { Plus, Space };

Result<std::string> percent_decoded(std::string_view text, Plus plus) {
    std::string decoded;
    decoded.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '+' && plus == Plus::Space) c = ' ';
        if (c == '%') {
            uint8_t value = 0;
            const char* const begin = text.data() + std::min(i + 1, text.size());
            const char* const end = text.data() + std::min(i + 3, text.size());
            const auto [parsed, error] = std::from_chars(begin, end, value, 16);
            if (error != std::errc() || parsed != begin + 2) {
                return bad_target("has a % that is not followed by two hexadecimal digits");
            }
            c = static_cast<char>(value);
            i += 2;
        }
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            return bad_target("has a control character");
        }
        decoded += c;
    }
    if (!is_valid_utf8(decoded)) return bad_target("is not UTF-8");
    return decoded;
}

}  // namespace

std::string_view name_of(Method method) {
    switch (method) {
        case Method::Get:
            return "GET";
        case Method::Head:
            return "HEAD";
        case Method::Post:
            return "POST";
        case Method::Put:
            return "PUT";
        case Method::Delete:
            return "DELETE";
        case Method::Options:
            return "OPTIONS";
        case Method::Other:
            break;
    }
    return "OTHER";
}

bool equal_ignoring_case(std::string_view left, std::string_view right) {
    return std::ranges::equal(left, right, {}, to_lower, to_lower);
}

Result<Target> parse_target(std::string_view text) {
    if (!text.starts_with('/')) return bad_target("does not begin with /");
    Target target;
    const size_t question = text.find('?');
    std::string_view path =
        text.substr(1, question == std::string_view::npos ? std::string_view::npos : question - 1);
    while (!path.empty()) {
        const size_t slash = path.find('/');
        target.segments.push_back(EDGE_TRY(percent_decoded(path.substr(0, slash), Plus::Plus)));
        if (slash == std::string_view::npos) break;
        path.remove_prefix(slash + 1);
        if (path.empty()) target.segments.emplace_back();  // "/corpora/" is not "/corpora"
    }
    if (question == std::string_view::npos) return target;
    std::string_view query = text.substr(question + 1);
    while (!query.empty()) {
        const size_t ampersand = query.find('&');
        const std::string_view pair = query.substr(0, ampersand);
        const size_t equals = pair.find('=');
        const std::string_view value =
            equals == std::string_view::npos ? "" : pair.substr(equals + 1);
        if (!pair.empty()) {
            target.parameters.push_back(
                {EDGE_TRY(percent_decoded(pair.substr(0, equals), Plus::Space)),
                 EDGE_TRY(percent_decoded(value, Plus::Space))});
        }
        if (ampersand == std::string_view::npos) break;
        query.remove_prefix(ampersand + 1);
    }
    return target;
}

size_t Request::count_headers(std::string_view name) const {
    return static_cast<size_t>(std::ranges::count_if(
        headers, [name](const Field& field) { return equal_ignoring_case(field.name, name); }));
}

std::optional<std::string_view> Request::header(std::string_view name) const {
    if (count_headers(name) != 1) return std::nullopt;
    return std::ranges::find_if(
               headers,
               [name](const Field& field) { return equal_ignoring_case(field.name, name); })
        ->value;
}

std::optional<std::string_view> Request::parameter(std::string_view name) const {
    const auto found = std::ranges::find(parameters, name, &Field::name);
    if (found == parameters.end()) return std::nullopt;
    return found->value;
}

Status Request::only_parameters(std::span<const std::string_view> known) const {
    for (const Field& field : parameters) {
        if (std::ranges::find(known, field.name) == known.end()) {
            return fail(
                ErrorCode::InvalidArgument,
                fmt::format("unknown parameter '{}', expected {}", field.name,
                            known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
        }
    }
    return none_twice(known);
}

Status Request::none_twice(std::span<const std::string_view> names) const {
    for (const std::string_view name : names) {
        if (std::ranges::count(parameters, name, &Field::name) > 1) {
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("the parameter '{}' appears twice", name));
        }
    }
    return {};
}

Result<std::string> Request::required_parameter(std::string_view name) const {
    const auto value = parameter(name);
    if (!value) {
        return fail(ErrorCode::InvalidArgument, fmt::format("the parameter '{}' is missing", name));
    }
    return std::string(*value);
}

bool Request::wants_upgrade() const {
    return method == Method::Get &&
           equal_ignoring_case(header("Upgrade").value_or(""), "websocket");
}

}  // namespace edge::server
