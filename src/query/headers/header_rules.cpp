#include "query/headers/header_rules.h"

#include <array>

namespace edge::query {

bool date_holds(corpus::Date date, Relation relation, corpus::Date bound) {
    int order = 0;
    const std::array<std::pair<unsigned, unsigned>, 3> parts = {
        {{date.year, bound.year}, {date.month, bound.month}, {date.day, bound.day}}};
    for (const auto& [have, want] : parts) {
        if (want == 0) break;         // the bound says no more
        if (have == 0) return false;  // the comparison needs what the date lacks
        if (have != want) {
            order = have < want ? -1 : 1;
            break;
        }
    }
    return interval_of(relation, 0).holds(order);
}

}  // namespace edge::query
