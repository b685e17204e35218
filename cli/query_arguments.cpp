#include "query_arguments.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "bitmap/bitmap_file.h"
#include "query/headers/name_aliases.h"
#include "query/lang/did_you_mean.h"
#include "query/lang/text.h"
#include "wire/json/opening_names.h"
#include "wire/query/query_json.h"
#include "wire/query/scoutfish_json.h"

namespace edge::cli {
namespace {

using query::FlagGroup;
using query::FlagInfo;
using query::FlagValue;

// The value that CLI11 gives a flag without one.
constexpr std::string_view kNoValue = "true";

const char* title_of(FlagGroup group) {
    switch (group) {
        case FlagGroup::Header:
            return "About the game (these apply to the whole query)";
        case FlagGroup::Position:
            return "About a position, or the move played from it";
        case FlagGroup::Side:
            return "Whose";
        case FlagGroup::Window:
            return "When (one window for each condition)";
        case FlagGroup::Composition:
            break;
    }
    return "Combining conditions";
}

void add_flag(CLI::App& sub, const FlagInfo& info) {
    const std::string name(info.name);
    const std::string help(info.help);
    CLI::Option* option = nullptr;
    if (info.takes == FlagValue::Required) {
        option = sub.add_option_function<std::vector<std::string>>(
            name, [](const std::vector<std::string>&) {}, help);
        option->expected(1)->type_name(std::string(info.placeholder));
    } else {
        option = sub.add_flag(name, help);
        if (info.takes == FlagValue::Optional) {
            option->description(fmt::format("{} (={})", help, info.placeholder));
        }
    }
    // Without this CLI11 would take "[a,b]" for a list.
    option->take_all()->allow_extra_args(false)->group(title_of(info.group));
}

Result<std::string> read_all(const std::string& path) {
    std::ifstream file;
    if (path != "-") {
        file.open(path, std::ios::binary);
        if (!file) return fail(ErrorCode::Io, fmt::format("{}: cannot open it for reading", path));
    }
    std::istream& in = path == "-" ? std::cin : file;
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (in.bad()) return fail(ErrorCode::Io, fmt::format("{}: cannot read", path));
    return text;
}

// The JSON of an argument, which is JSON itself or names a file of it.
Result<std::string> json_of(const std::string& argument) {
    const size_t first = argument.find_first_not_of(" \t\n");
    if (first != std::string::npos && argument[first] == '{') return argument;
    return read_all(argument);
}

}  // namespace

std::string flag_name(std::string_view field) {
    if (field == "groups") return "--group-by";
    if (field == "unique") return "--positions-unique";
    std::string name = fmt::format("--{}", field);
    std::ranges::replace(name, '_', '-');
    return name;
}

void QueryArguments::add_to(CLI::App& sub) {
    sub_ = &sub;
    const auto add = [&](const char* name, const char* type, const char* help) {
        CLI::Option* const option =
            sub.add_option_function<std::string>(name, [](const std::string&) {}, help);
        return option->type_name(type)->group("The query as a whole, instead of the flags below");
    };
    text_ = add("--query", "TEXT", "In the text language");
    json_ = add("--query-json", "FILE|-", "As JSON");
    scoutfish_ = add("--scoutfish", "FILE|JSON", "As scoutfish's JSON");
    const std::string help = "Names mean only this spelling, not the others in players.tsv";
    no_aliases_ = sub.add_flag("--no-aliases", help);
    for (const FlagInfo& info : query::known_flags()) add_flag(sub, info);
    sub.allow_extras();
}

Status QueryArguments::check_words() const {
    std::vector<std::string> extras = sub_->remaining();
    std::erase(extras, "--");  // the end of the flags, which CLI11 keeps
    if (extras.empty()) return {};
    const auto flag =
        std::ranges::find_if(extras, [](const std::string& word) { return word.starts_with('-'); });
    if (flag == extras.end()) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("found {} where a flag was expected", query::in_quotes(extras[0])));
    }
    std::vector<std::string> names;
    for (const CLI::Option* option : std::as_const(*sub_).get_options()) {
        if (!option->get_lnames().empty()) names.push_back("--" + option->get_lnames().front());
    }
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string name = flag->substr(0, flag->find('='));
    return fail(ErrorCode::InvalidArgument,
                fmt::format("there is no flag {}{}", name, query::did_you_mean(name, views)));
}

// CLI11 lists an option once for each of its values, so the n-th time it comes is its n-th value.
std::vector<query::Flag> QueryArguments::flags_in_order() const {
    std::map<const CLI::Option*, size_t> seen;
    std::vector<query::Flag> flags;
    for (const CLI::Option* option : sub_->parse_order()) {
        const auto info =
            std::ranges::find(query::known_flags(), option->get_name(), &FlagInfo::name);
        if (info == query::known_flags().end()) continue;
        const std::string value = option->results().at(seen[option]++);
        query::Flag& flag = flags.emplace_back(query::Flag{std::string(info->name)});
        if (info->takes == FlagValue::Required || value != kNoValue) flag.value = value;
    }
    return flags;
}

const CLI::Option* QueryArguments::other_form() const {
    for (const CLI::Option* option : {text_, json_, scoutfish_}) {
        if (option->count() > 0) return option;
    }
    return nullptr;
}

void QueryArguments::add_set_to(CLI::App& sub) {
    sub.add_option("BITMAP", set_, "Only the games of this set: @NAME or a .bm file");
}

Result<AskedQuery> QueryArguments::read() const {
    AskedQuery asked = EDGE_TRY(read_as_written());
    EDGE_CHECK(wire::name_openings(asked.expr));
    if (no_aliases_->count() > 0) asked.expr = query::without_aliases(std::move(asked.expr));
    return asked;
}

Result<AskedQuery> QueryArguments::read_as_written() const {
    EDGE_CHECK(check_words());
    if (!set_.empty() && !wire::names_bitmap(set_)) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("found {}, expected @NAME, a {} file or the flags of a query",
                                query::in_quotes(set_), kBitmapExtension));
    }
    AskedQuery asked = EDGE_TRY(read_query());
    asked.expr = wire::with_bitmap(std::move(asked.expr), set_);
    return asked;
}

Result<AskedQuery> QueryArguments::read_query() const {
    const std::vector<query::Flag> flags = flags_in_order();
    const CLI::Option* const form = other_form();
    if (form == nullptr) return AskedQuery{EDGE_TRY(query::parse_flags(flags))};
    for (const CLI::Option* other : {text_, json_, scoutfish_}) {
        if (other == form || other->count() == 0) continue;
        return fail(ErrorCode::InvalidArgument, fmt::format("{} and {} are two queries; give one",
                                                            form->get_name(), other->get_name()));
    }
    if (!flags.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} does not go with {}; write it into the query",
                                to_text(flags.front()), form->get_name()));
    }
    const std::string argument = form->as<std::string>();
    if (form == text_) return AskedQuery{EDGE_TRY(query::parse_text(argument))};
    const std::string json = EDGE_TRY(json_of(argument));
    if (form == json_) {
        return AskedQuery{EDGE_TRY(at_option("--query-json", wire::parse_query_json(json)))};
    }
    auto asked = EDGE_TRY(at_option("--scoutfish", wire::parse_scoutfish(json)));
    return AskedQuery{std::move(asked.expr), asked.skip, asked.limit};
}

}  // namespace edge::cli
