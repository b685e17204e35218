// The columns of a table for Arrow: name, type, and whether values may be missing.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "edge/arrow_abi.h"

namespace edge::table {

enum class Type : uint8_t {
    Bool,
    Int16,
    Int32,
    Int64,
    UInt16,
    UInt64,
    Date32,   // days since 1970-01-01
    Text,     // utf8
    Tags,     // map of utf8 to utf8, no key twice
    Squares,  // 64 int8 in a fixed-size list
};

struct Field {
    std::string name;
    Type type = Type::Text;
    bool nullable = false;
    friend bool operator==(const Field&, const Field&) = default;
};

// Bytes per value; 0 where that is not a whole number.
size_t width_of(Type type);

// Fills `out`, which the caller releases, with the schema of record batches of these columns.
void export_schema(std::span<const Field> fields, ArrowSchema* out);

}  // namespace edge::table
