// Format strings are from the Arrow C data interface: "L" is uint64, "+m" a map and so on.
#include "table/field.h"

#include <memory>
#include <utility>
#include <vector>

namespace edge::table {
namespace {

// What a schema owns: its texts and its children.
struct SchemaParts {
    std::string format;
    std::string name;
    std::vector<ArrowSchema> children;
    std::vector<ArrowSchema*> child_pointers;
};

const char* format_of(Type type) {
    switch (type) {
        case Type::Bool:
            return "b";
        case Type::Int16:
            return "s";
        case Type::Int32:
            return "i";
        case Type::Int64:
            return "l";
        case Type::UInt16:
            return "S";
        case Type::UInt64:
            return "L";
        case Type::Date32:
            return "tdD";
        case Type::Text:
            return "u";
        case Type::Tags:
            return "+m";
        case Type::Squares:
            return "+w:64";
    }
    return "n";
}

void release_schema(ArrowSchema* schema) {
    const std::unique_ptr<SchemaParts> parts(static_cast<SchemaParts*>(schema->private_data));
    for (ArrowSchema& child : parts->children) {
        if (child.release != nullptr) child.release(&child);
    }
    schema->release = nullptr;
}

ArrowSchema make_schema(std::string format, std::string name, bool nullable,
                        std::vector<ArrowSchema> children) {
    auto parts = std::make_unique<SchemaParts>();
    parts->format = std::move(format);
    parts->name = std::move(name);
    parts->children = std::move(children);
    for (ArrowSchema& child : parts->children) parts->child_pointers.push_back(&child);
    ArrowSchema schema{};
    schema.format = parts->format.c_str();
    schema.name = parts->name.c_str();
    schema.flags = nullable ? ARROW_FLAG_NULLABLE : 0;
    schema.n_children = static_cast<int64_t>(parts->children.size());
    schema.children = parts->child_pointers.data();
    schema.release = release_schema;
    schema.private_data = parts.release();
    return schema;
}

std::vector<ArrowSchema> children_of(Type type) {
    if (type == Type::Squares) return {make_schema("c", "item", false, {})};
    if (type != Type::Tags) return {};
    return {
        make_schema("+s", "entries", false,
                    {make_schema("u", "key", false, {}), make_schema("u", "value", false, {})})};
}

}  // namespace

size_t width_of(Type type) {
    switch (type) {
        case Type::Int16:
        case Type::UInt16:
            return 2;
        case Type::Int32:
        case Type::Date32:
            return 4;
        case Type::Int64:
        case Type::UInt64:
            return 8;
        case Type::Bool:
        case Type::Text:
        case Type::Tags:
        case Type::Squares:
            break;
    }
    return 0;
}

void export_schema(std::span<const Field> fields, ArrowSchema* out) {
    std::vector<ArrowSchema> columns;
    columns.reserve(fields.size());
    for (const Field& field : fields) {
        columns.push_back(make_schema(format_of(field.type), field.name, field.nullable,
                                      children_of(field.type)));
    }
    *out = make_schema("+s", "", false, std::move(columns));
}

}  // namespace edge::table
