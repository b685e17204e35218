// Choosing columns: a table lists all its columns, a caller names some.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edge/result.h"
#include "table/field.h"

namespace edge::table {

// A column that a table has. Kind is the table's own enumeration.
template <class Kind>
struct ColumnRow {
    std::string_view name;
    Kind kind;
    Type type;
    bool nullable;
    bool is_default;
};

// A column that was chosen.
template <class Kind>
struct Column {
    Kind kind;
    Field field;
};

// InvalidArgument for a column that is not in `known`.
tl::unexpected<Error> unknown_column(std::string_view name,
                                     std::span<const std::string_view> known);
// InvalidArgument when a name occurs twice.
Status check_names(std::span<const std::string> names);

template <class Kind>
Column<Kind> column_of(const ColumnRow<Kind>& row) {
    return {row.kind, {std::string(row.name), row.type, row.nullable}};
}

// For a table without other columns than those listed.
template <class Kind>
std::optional<Column<Kind>> no_other(const std::string&) {
    return std::nullopt;
}

// The columns with these names in their order; the default ones when there are no names.
// `other(name)` is called for names that the table does not list and returns a Column or nothing;
// `others` is the word for them in errors.
template <class Kind, class Other>
Result<std::vector<Column<Kind>>> choose_columns(std::span<const ColumnRow<Kind>> table,
                                                 std::span<const std::string> names, Other other,
                                                 std::string_view others = {}) {
    EDGE_CHECK(check_names(names));
    std::vector<Column<Kind>> chosen;
    if (names.empty()) {
        for (const ColumnRow<Kind>& row : table) {
            if (row.is_default) chosen.push_back(column_of(row));
        }
    }
    for (const std::string& name : names) {
        const auto found = std::ranges::find(table, name, &ColumnRow<Kind>::name);
        if (found != table.end()) {
            chosen.push_back(column_of(*found));
        } else if (auto column = other(name)) {
            chosen.push_back(*std::move(column));
        } else {
            std::vector<std::string_view> known;
            for (const ColumnRow<Kind>& row : table) known.push_back(row.name);
            if (!others.empty()) known.push_back(others);
            return unknown_column(name, known);
        }
    }
    return chosen;
}

template <class Kind>
std::vector<Field> fields_of(const std::vector<Column<Kind>>& columns) {
    std::vector<Field> fields;
    fields.reserve(columns.size());
    for (const Column<Kind>& column : columns) fields.push_back(column.field);
    return fields;
}

template <class Kind>
bool has_any(const std::vector<Column<Kind>>& columns, std::initializer_list<Kind> kinds) {
    return std::ranges::any_of(columns, [&](const Column<Kind>& column) {
        return std::ranges::find(kinds, column.kind) != kinds.end();
    });
}

}  // namespace edge::table
