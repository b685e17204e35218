#include "field_options.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "query_arguments.h"

namespace edge::cli {
namespace {

using wire::Field;
using wire::FieldKind;

bool is_on_by_default(const Field& field) {
    const bool* const value = field.fallback ? std::get_if<bool>(&*field.fallback) : nullptr;
    return value != nullptr && *value;
}

// "--tree-plies" for "tree_plies"; "--no-tree" for a switch that is on by default.
std::string option_name(const Field& field) {
    const std::string name = flag_name(field.name);
    return is_on_by_default(field) ? "--no-" + name.substr(2) : name;
}

std::string default_text(const Field& field) {
    if (!field.fallback) return "";
    const uint64_t* const number = std::get_if<uint64_t>(&*field.fallback);
    if (number == nullptr) return "";
    if (field.kind == FieldKind::Choice) return fmt::format(" (default: {})", field.words[*number]);
    return fmt::format(" (default: {})", *number);
}

std::string help_of(const Field& field) {
    if (is_on_by_default(field)) return std::string(field.off_help);
    return std::string(field.help) + default_text(field);
}

std::string placeholder_of(const Field& field) {
    if (!field.placeholder.empty()) return std::string(field.placeholder);
    if (field.kind == FieldKind::Choice) return fmt::format("{}", fmt::join(field.words, "|"));
    return "TEXT";
}

}  // namespace

CLI::Option* add_field(CLI::App& sub, const Field& field, void* request, const std::string& names) {
    const std::string name = names.empty() ? option_name(field) : names;
    // CLI11 reports what is thrown here as wrong usage.
    const auto check = [long_name = name.substr(name.rfind(',') + 1)](const Status& stored) {
        if (!stored) throw CLI::ValidationError(long_name, stored.error().message);
    };
    if (field.kind == FieldKind::Switch) {
        return sub.add_flag_function(
            name,
            [&field, request, check, is_on = !is_on_by_default(field)](int64_t count) {
                // --force=false is a negative count.
                check(field.store(count > 0 ? is_on : !is_on, request));
            },
            help_of(field));
    }
    return sub
        .add_option_function<std::string>(
            name,
            [&field, request, check](const std::string& text) {
                check(wire::store_text(field, text, request));
            },
            help_of(field))
        ->type_name(placeholder_of(field));
}

FieldOptions add_fields(CLI::App& sub, std::span<const Field> fields, void* request,
                        std::initializer_list<std::string_view> except) {
    FieldOptions options;
    for (const Field& field : fields) {
        const bool is_excepted = std::ranges::find(except, field.name) != except.end();
        if (has_text_form(field) && !is_excepted) {
            options[field.name] = add_field(sub, field, request);
        }
    }
    for (const auto& [name, option] : options) {
        const Field& field = *wire::find_field(fields, name);
        if (!field.needs.empty()) option->needs(options.at(field.needs));
    }
    return options;
}

}  // namespace edge::cli
