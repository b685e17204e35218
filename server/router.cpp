#include "router.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace edge::server {
namespace {

bool is_value(std::string_view segment) { return segment.starts_with('{'); }

bool fits(std::span<const std::string> pattern, std::span<const std::string> segments) {
    return std::ranges::equal(pattern, segments, [](const auto& wanted, const auto& found) {
        return is_value(wanted) ? !found.empty() : wanted == found;
    });
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

Router::Match Router::match(Method method, std::span<const std::string> segments) const {
    const Method wanted = method == Method::Head ? Method::Get : method;
    Match match;
    for (const Entry& entry : entries_) {
        if (!fits(entry.segments, segments)) continue;
        append_method(match.allow, name_of(entry.route.method));
        if (entry.route.method == Method::Get) append_method(match.allow, name_of(Method::Head));
        if (entry.route.method != wanted || match.route != nullptr) continue;
        match.route = &entry.route;
        for (size_t i = 0; i < segments.size(); ++i) {
            if (is_value(entry.segments[i])) match.values.push_back(segments[i]);
        }
    }
    if (!match.allow.empty()) append_method(match.allow, name_of(Method::Options));
    return match;
}

std::vector<const Route*> Router::routes_of(std::span<const std::string> segments) const {
    std::vector<const Route*> routes;
    for (const Entry& entry : entries_) {
        if (fits(entry.segments, segments)) routes.push_back(&entry.route);
    }
    return routes;
}

}  // namespace edge::server
