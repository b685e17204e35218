#include "support/generated_files.h"

#include <fstream>
#include <iterator>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/error_codes.h"
#include "support/json_layout.h"
#include "support/openapi_requests.h"
#include "support/source_dir.h"
#include "wire/schema/request_schema.h"

namespace edge::test {
namespace {

using wire::Field;
using wire::FieldKind;
using wire::Json;
using wire::RequestInfo;

std::string schema_file(const RequestInfo& request) {
    Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                   {"title", fmt::format("Edge {} request", request.name)},
                   {"description", request.description}};
    schema.update(wire::request_schema(request));
    return laid_out(schema) + '\n';
}

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

// "ExploreRequest"
std::string type_name(const RequestInfo& request) {
    std::string name = fmt::format("{}Request", request.name);
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
    return name;
}

std::string quoted_words(const Field& field, std::string_view between) {
    std::string text;
    for (const std::string_view word : field.words) {
        text += fmt::format("{}\"{}\"", text.empty() ? "" : between, word);
    }
    return text;
}

// ---- TypeScript

std::string typescript_fields(const std::vector<Field>& fields, const std::string& indent);

std::string typescript_object(const Field& field, const std::string& indent) {
    if (field.inner == nullptr) return "object";
    return "{\n" + typescript_fields(*field.inner, indent + "    ") + indent + "}";
}

std::string typescript_type(const Field& field, const std::string& indent) {
    switch (field.kind) {
        case FieldKind::Text:
            return "string";
        case FieldKind::Switch:
            return "boolean";
        case FieldKind::Count:
            return field.word.empty() ? "number" : fmt::format("number | \"{}\"", field.word);
        case FieldKind::Share:
            return "number";
        case FieldKind::Choice:
            return quoted_words(field, " | ");
        case FieldKind::List:
            return "string[]";
        case FieldKind::OneOrMore:
            return "string | string[]";
        case FieldKind::Object:
            return typescript_object(field, indent);
        case FieldKind::Objects:
            break;
    }
    return fmt::format("(string | {})[]", typescript_object(field, indent));
}

std::string typescript_fields(const std::vector<Field>& fields, const std::string& indent) {
    std::string text;
    for (const Field& field : fields) {
        text += fmt::format("{}/** {}. */\n", indent, field.help);
        text += fmt::format("{}{}{}: {};\n", indent, field.name, field.is_needed ? "" : "?",
                            typescript_type(field, indent));
    }
    return text;
}

std::string typescript_file() {
    std::string text =
        "// The requests that the library takes as JSON. Made by `make generated`; the tables are "
        "in\n"
        "// src/wire.\n";
    for (const RequestInfo& request : wire::all_requests()) {
        text += fmt::format("\n/** {} */\nexport interface {} {{\n{}}}\n", request.description,
                            type_name(request), typescript_fields(request.fields, "    "));
    }
    return text;
}

// What has no row in core/error_codes.h is not reported by the library, but by the C interface.
std::string error_codes_file() {
    std::string text =
        "// Made by `make generated`; the table is src/core/error_codes.h.\n\n"
        "/** The names of edge_status. */\n"
        "export type EdgeErrorCode =\n";
    for (const ErrorCodeRow& row : kErrorCodes) text += fmt::format("    | \"{}\"\n", row.name);
    return text + "    | \"OUT_OF_MEMORY\"\n    | \"INTERNAL\";\n";
}

// ---- Python

// The types that it refers to are declared before it.
std::string python_type(const Field& field, const std::string& owner) {
    const std::string inner = owner + '_' + std::string(field.name);
    switch (field.kind) {
        case FieldKind::Text:
            return "str";
        case FieldKind::Switch:
            return "bool";
        case FieldKind::Count:
            return field.word.empty() ? "int" : fmt::format("int | Literal[\"{}\"]", field.word);
        case FieldKind::Share:
            return "float";
        case FieldKind::Choice:
            return fmt::format("Literal[{}]", quoted_words(field, ", "));
        case FieldKind::List:
            return "Sequence[str]";
        case FieldKind::OneOrMore:
            return "str | Sequence[str]";
        case FieldKind::Object:
            return field.inner == nullptr ? "Mapping[str, Any]" : '_' + inner;
        case FieldKind::Objects:
            break;
    }
    return fmt::format("Sequence[str | _{}]", inner);
}

// In the form of a call: "from" is a keyword in Python.
std::string python_dict(const std::string& name, const std::vector<Field>& fields) {
    std::string text;
    for (const Field& field : fields) {
        if (field.inner != nullptr) {
            text += python_dict('_' + name + '_' + std::string(field.name), *field.inner);
        }
    }
    text += fmt::format("{0} = TypedDict(\n    \"{0}\",\n    {{\n", name);
    for (const Field& field : fields) {
        text += fmt::format("        # {}.\n", field.help);
        const std::string type = python_type(field, name);
        text += fmt::format("        \"{}\": {},\n", field.name,
                            field.is_needed ? fmt::format("'Required[{}]'", type) : type);
    }
    return text + "    },\n    total=False,\n)\n\n";
}

std::string python_file() {
    std::string text =
        "\"\"\"The requests that the library takes as JSON; `Corpus.ask` takes all but index,\n"
        "convert, compact and merge. Made by `make generated`; the tables are in "
        "src/wire.\"\"\"\n\n"
        "from __future__ import annotations\n\n"
        "from collections.abc import Mapping, Sequence\n"
        "from typing import TYPE_CHECKING, Any, Literal, TypedDict\n\n"
        "if TYPE_CHECKING:  # Python 3.10 has it in typing_extensions alone\n"
        "    from typing_extensions import Required\n\n";
    for (const RequestInfo& request : wire::all_requests()) {
        text += fmt::format("# {}\n", request.description);
        text += python_dict(type_name(request), request.fields);
    }
    text.pop_back();
    return text;
}

}  // namespace

std::vector<GeneratedFile> generated_files() {
    std::vector<GeneratedFile> files;
    for (const RequestInfo& request : wire::all_requests()) {
        files.push_back({fmt::format("docs/schema/{}_request.schema.json", request.name),
                         schema_file(request)});
    }
    const std::filesystem::path openapi = "server/openapi.json";
    files.push_back({openapi, with_requests(read_file(source_dir() / openapi))});
    files.push_back({"bindings/node/error_codes.d.ts", error_codes_file()});
    files.push_back({"bindings/node/requests.d.ts", typescript_file()});
    files.push_back({"bindings/python/edge_chess/requests.py", python_file()});
    return files;
}

}  // namespace edge::test
