#include "query/predicates.h"

#include "core/overloaded.h"
#include "query/expr.h"

namespace edge::query {

std::vector<std::string_view> names_without_argument() {
    std::vector<std::string_view> names;
    const auto add_where = [&names](auto is_wanted) {
        for (const PredicateInfo& info : kPredicates) {
            if (is_wanted(info)) names.push_back(info.name);
        }
    };
    add_where([](const PredicateInfo& info) { return info.plain && info.about_side; });
    add_where([](const PredicateInfo& info) { return info.file.has_value(); });
    add_where([](const PredicateInfo& info) { return info.plain && !info.about_side; });
    return names;
}

const PredicateInfo& info_of(const Atom& atom) {
    using Info = const PredicateInfo&;
    return std::visit(
        Overloaded{
            [](PlainPredicate plain) -> Info { return info_of(plain); },
            [](const FileTest& test) -> Info { return info_of(test.predicate); },
            [](const CountChain&) -> Info { return predicate_named("count"); },
            [](const MaterialTest&) -> Info { return predicate_named("material"); },
            [](const SubFen&) -> Info { return predicate_named("subfen"); },
            [](const PositionTest&) -> Info { return predicate_named("position"); },
            [](const OpeningTest&) -> Info { return predicate_named("opening"); },
            [](const ToMove&) -> Info { return predicate_named("to_move"); },
            [](const MoveTest& test) -> Info {
                const bool loose = test.moves.front().style == MovePattern::Style::Loose;
                return loose ? predicate_named("loose_move") : predicate_named("move");
            },
            [](const Moved&) -> Info { return predicate_named("moved"); },
            [](const Captured&) -> Info { return predicate_named("captured"); },
            [](const Promoted&) -> Info { return predicate_named("promoted"); },
            [](const AnyOf& any) -> Info {
                return any.negated ? predicate_named("none") : predicate_named("any");
            },
        },
        atom.test);
}

}  // namespace edge::query
