#include "query/headers/name_aliases.h"

#include <algorithm>
#include <variant>

namespace edge::query {
namespace {

// Calls visit(test) for each exact name of a query, until one call returns false.
template <class E, class Visit>
bool for_each_name(E& expr, Visit& visit) {
    if (auto* const combination = std::get_if<Combination>(&expr.node)) {
        for (auto& operand : combination->operands) {
            if (!for_each_name(operand, visit)) return false;
        }
    } else if (auto* const header = std::get_if<HeaderTest>(&expr.node)) {
        auto* const name = std::get_if<NameTest>(header);
        if (name != nullptr && name->match == TextMatch::Exact) return visit(*name);
    }
    return true;
}

}  // namespace

Result<Expr> with_aliases(Expr expr, const corpus::Corpus& corpus) {
    Status status;
    auto fill = [&](NameTest& test) {
        if (test.is_spelling) return true;
        const auto aliases = corpus.aliases();
        if (!aliases) {
            status = tl::unexpected(aliases.error());
            return false;
        }
        test.others.clear();
        for (const std::string& name : (*aliases)->spellings(test.text)) {
            if (name != test.text) test.others.push_back(name);
        }
        return true;
    };
    for_each_name(expr, fill);
    EDGE_CHECK(std::move(status));
    return expr;
}

Expr with_spellings(Expr expr, std::span<const std::vector<std::string>> names) {
    auto fill = [names](NameTest& test) {
        test.is_spelling = true;
        for (const std::vector<std::string>& spellings : names) {
            if (spellings.empty() || spellings.front() != test.text) continue;
            test.others.assign(spellings.begin() + 1, spellings.end());
        }
        return true;
    };
    for_each_name(expr, fill);
    return expr;
}

Expr without_aliases(Expr expr) {
    auto mark = [](NameTest& test) { return test.is_spelling = true; };
    for_each_name(expr, mark);
    return expr;
}

bool has_spellings(const Expr& expr) {
    auto is_other = [](const NameTest& test) { return !test.is_spelling; };
    return !for_each_name(expr, is_other);
}

std::vector<NameAliases> aliases_in(const Expr& expr) {
    std::vector<NameAliases> list;
    auto add = [&list](const NameTest& test) {
        NameAliases aliases{test.text, test.others};
        if (!test.others.empty() && std::ranges::find(list, aliases) == list.end()) {
            list.push_back(std::move(aliases));
        }
        return true;
    };
    for_each_name(expr, add);
    return list;
}

}  // namespace edge::query
