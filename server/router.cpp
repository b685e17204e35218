#include "router.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace edge::server {
namespace {

bool is_value(std::string_view segment) { return segment.starts_with('{'); }

bool is_rest(std::string_view segment) { return segment.ends_with("...}"); }

bool has_rest(std::span<const std::string> pattern) {
    return !pattern.empty() && is_rest(pattern.back());
}

bool fits(std::span<const std::string> pattern, std::span<const std::string> segments) {
    if (has_rest(pattern) && segments.size() > pattern.size()) {
        const auto rest = segments.subspan(pattern.size());
        if (std::ranges::any_of(rest, &std::string::empty)) return false;
        segments = segments.first(pattern.size());
    }
    return std::ranges::equal(pattern, segments, [](const auto& wanted, const auto& found) {
        return is_value(wanted) ? !found.empty() : wanted == found;
    });
}

PathValues values_of(std::span<const std::string> pattern, std::span<const std::string> segments) {
    PathValues values;
    for (size_t i = 0; i < pattern.size(); ++i) {
        if (is_value(pattern[i])) values.push_back(segments[i]);
    }
    for (const std::string& segment : segments.subspan(pattern.size())) {
        values.back() += '/';
        values.back() += segment;
    }
    return values;
}

void append_method(std::string& list, std::string_view name) {
    if (!list.empty()) list += ", ";
    list += name;
}

}  // namespace

void Router::add(Route route) {
    auto target = parse_target(route.pattern);
    assert(target);
    entries_.push_back({std::move(route), std::move(target->segments)});
}

RouteMatch Router::match(Method method, std::span<const std::string> segments) const {
    const Method wanted = method == Method::Head ? Method::Get : method;
    RouteMatch match;
    bool only_writes = true;
    for (const Entry& entry : entries_) {
        if (!fits(entry.segments, segments)) continue;
        append_method(match.allow, name_of(entry.route.method));
        only_writes = only_writes && entry.route.access == Access::Write;
        if (entry.route.method == Method::Get) append_method(match.allow, name_of(Method::Head));
        if (entry.route.method != wanted || match.route != nullptr) continue;
        match.route = &entry.route;
        match.values = values_of(entry.segments, segments);
    }
    if (match.allow.empty()) return match;
    append_method(match.allow, name_of(Method::Options));
    if (match.route != nullptr) {
        match.access = match.route->access;
    } else if (only_writes) {
        match.access = Access::Write;
    }
    return match;
}

}  // namespace edge::server
