// The rules by which header tests compare values, shared by the scan of a corpus
// (query/headers/header_filter.h) and the test of one game in memory (query/headers/header_test.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "core/fold.h"
#include "query/expr.h"

namespace edge::query {

// A relation as an inclusive interval, or as the outside of one.
struct Interval {
    int32_t low = std::numeric_limits<int32_t>::min();
    int32_t high = std::numeric_limits<int32_t>::max();
    bool outside = false;

    // Without a branch, so that loops over columns become vector code.
    bool holds(int32_t value) const {
        const int inside = static_cast<int>(value >= low) & static_cast<int>(value <= high);
        return inside != static_cast<int>(outside);
    }
};

inline Interval interval_of(Relation relation, int32_t value) {
    constexpr int32_t kMin = std::numeric_limits<int32_t>::min();
    constexpr int32_t kMax = std::numeric_limits<int32_t>::max();
    switch (relation) {
        case Relation::Equal:
            return {value, value};
        case Relation::NotEqual:
            return {value, value, true};
        case Relation::Less:
            return value == kMin ? Interval{kMax, kMin} : Interval{kMin, value - 1};
        case Relation::LessEqual:
            return {kMin, value};
        case Relation::Greater:
            return value == kMax ? Interval{kMax, kMin} : Interval{value + 1, kMax};
        case Relation::GreaterEqual:
            return {value, kMax};
    }
    return {};
}

// Compared as far as `bound` is given; false when the date lacks what the comparison needs.
bool date_holds(corpus::Date date, Relation relation, corpus::Date bound);

inline bool eco_holds(const EcoTest& test, uint16_t eco) {
    if (eco == corpus::kUnknownEco) return false;
    bool inside = false;
    for (const auto& [low, high] : test.ranges) inside |= eco >= low && eco <= high;
    return inside != test.negated;
}

// The names of tags are compared ignoring case.
inline bool same_tag_name(std::string_view a, std::string_view b) {
    const auto small = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    };
    return std::ranges::equal(a, b, {}, small, small);
}

// The text of a test as text_holds takes it; for many games it is made once.
inline std::string wanted_text(TextMatch match, const std::string& text) {
    return match == TextMatch::Exact ? text : folded(text);
}
inline bool text_holds(std::string_view text, TextMatch match, const std::string& wanted) {
    return match == TextMatch::Exact ? text == wanted
                                     : folded(text).find(wanted) != std::string::npos;
}

inline bool name_holds(std::string_view name, const NameTest& test, const std::string& wanted) {
    return text_holds(name, test.match, wanted) ||
           std::ranges::find(test.others, name) != test.others.end();
}

}  // namespace edge::query
