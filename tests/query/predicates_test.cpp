// The registry of predicates, and the lists that are generated from it in other languages. With
// EDGE_WRITE_GENERATED set (`make generated`) those lists are written instead of compared.
#include "query/predicates.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include "query/lang/flags.h"
#include "query/lang/text.h"
#include "support/source_dir.h"

namespace edge::query {
namespace {

bool has_flag(const PredicateInfo& info) { return !info.flag.text().empty(); }
bool needs_only_its_name(const PredicateInfo& info) { return info.plain || info.file; }

std::string read_file(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return std::move(text).str();
}

// ---- the lists

std::string list_of_page() {
    std::string text;
    for (const PredicateInfo& info : kPredicates) {
        if (!needs_only_its_name(info)) continue;
        text += fmt::format("    {}: {{group: \"{}\", label: \"{}\", type: \"{}\"}},\n", info.name,
                            info.group, info.label, info.file ? "file" : "none");
    }
    return text;
}

std::string flags_of_docs() {
    std::string text;
    for (const PredicateInfo& info : kPredicates) {
        if (!needs_only_its_name(info) || !has_flag(info)) continue;
        text += fmt::format("| `{}{}` | {} |\n", info.flag.text(), info.file ? "[=FILE]" : "",
                            info.help);
    }
    return text;
}

std::string names_of_schema() {
    std::string text;
    for (const std::string_view name : names_without_argument()) {
        text += fmt::format("{}        \"{}\"", text.empty() ? "" : ",\n", name);
    }
    return text;
}

std::string files_of_schema() {
    std::string text;
    for (const PredicateInfo& info : kPredicates) {
        if (!info.file) continue;
        text += fmt::format("{}        \"{}\": {{\"$ref\": \"#/$defs/file\"}}",
                            text.empty() ? "" : ",\n", info.name);
    }
    return text;
}

std::string functions_of_python() {
    std::string text;
    for (const PredicateInfo& info : kPredicates) {
        if (info.plain && has_flag(info)) {
            text += fmt::format("{0} = Condition(\"{0}\")\n", info.name);
        }
    }
    for (const PredicateInfo& info : kPredicates) {
        if (!info.file) continue;
        text += fmt::format(
            "\n\ndef {0}(file: str | None = None) -> Condition:\n"
            "    \"\"\"{1}.\"\"\"\n    return _on_file(\"{0}\", file)\n",
            info.name, info.help);
    }
    return text;
}

// The text of a file between two markers.
struct List {
    const char* file;
    std::string_view after, before;
    std::string text;
};

std::vector<List> lists() {
    return {
        {"web/lib/predicates.js", "export const kPredicates = {\n", "};\n", list_of_page()},
        {"docs/cli.md", "<!-- predicates -->\n| Flag | True when |\n|---|---|\n",
         "<!-- end of predicates -->\n", flags_of_docs()},
        {"docs/schema/query.schema.json", "\"predicate\": {\n      \"enum\": [\n", "\n      ]\n",
         names_of_schema()},
        {"docs/schema/query.schema.json",
         "\"predicateOnFile\": {\n      \"type\": \"object\",\n      \"minProperties\": 1,\n"
         "      \"maxProperties\": 1,\n      \"additionalProperties\": false,\n"
         "      \"properties\": {\n",
         "\n      }\n", files_of_schema()},
        {"bindings/python/edge_chess/query.py", "# Predicates, from src/query/predicates.h.\n",
         "\n\n# End of predicates.\n", functions_of_python()},
    };
}

TEST(Predicates, GeneratedListsAreCurrent) {
    for (const List& list : lists()) {
        const std::filesystem::path path = test::source_dir() / list.file;
        const std::string old = read_file(path);
        const size_t begin = old.find(list.after);
        ASSERT_NE(begin, std::string::npos) << list.file << " has lost " << list.after;
        const size_t from = begin + list.after.size();
        const size_t until = old.find(list.before, from);
        ASSERT_NE(until, std::string::npos) << list.file << " has lost " << list.before;
        const std::string current = old.substr(0, from) + list.text + old.substr(until);
        if (std::getenv("EDGE_WRITE_GENERATED") != nullptr) {
            std::ofstream(path, std::ios::binary) << current;
        } else {
            EXPECT_EQ(old, current) << list.file << ": `make generated` writes it";
        }
    }
}

// ---- the page written by hand

TEST(Predicates, AreAllInTheGrammarAndExplained) {
    const std::string page = read_file(test::source_dir() / "docs" / "query_language.md");
    const size_t end_of_grammar = page.find("\n```\n", page.find("```ebnf\n"));
    for (const PredicateInfo& info : kPredicates) {
        if (info.argument == Argument::Counts) continue;  // has no word
        EXPECT_LT(page.find(fmt::format("\"{}\"", info.name)), end_of_grammar) << info.name;
        const bool is_explained =
            page.find(fmt::format("`{}`", info.name), end_of_grammar) != std::string::npos ||
            page.find(fmt::format("`{}(", info.name), end_of_grammar) != std::string::npos;
        EXPECT_TRUE(is_explained) << info.name;
    }
}

// ---- the registry

TEST(Predicates, HaveNamesAndFlagsOfTheirOwn) {
    std::set<std::string_view> names, flags;
    for (const PredicateInfo& info : kPredicates) {
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        if (has_flag(info)) {
            EXPECT_TRUE(flags.insert(info.flag.text()).second) << info.name;
        }
        if (needs_only_its_name(info)) {
            EXPECT_FALSE(info.group.empty() || info.label.empty()) << info.name;
        }
    }
    EXPECT_EQ(info_of(PlainPredicate::QueensOff).flag.text(), "--queens-off");
    EXPECT_EQ(find_predicate("to_move")->flag.text(), "--side-to-move");
    EXPECT_EQ(find_predicate("nothing"), nullptr);
}

TEST(Predicates, ReadTheSameAsTextAndAsFlags) {
    for (const PredicateInfo& info : kPredicates) {
        if (!needs_only_its_name(info) || !has_flag(info)) continue;
        const auto by_name = parse_text(info.name);
        const auto by_flag = parse_flags(std::vector{Flag{std::string(info.flag.text())}});
        ASSERT_TRUE(by_name && by_flag) << info.name;
        EXPECT_EQ(*by_name, *by_flag) << info.name;
        EXPECT_EQ(to_text(*by_name), info.name);
    }
}

}  // namespace
}  // namespace edge::query
