// Reads tables back through the Arrow C interfaces as any consumer would, every value as text, and
// checks the arrays against the rules of the format on the way.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "corpus/corpus.h"
#include "table/stream.h"

namespace edge::table::test {

inline constexpr const char* kNull = "NULL";

using Row = std::vector<std::string>;

// A stream that is released at the end.
class OpenStream {
public:
    OpenStream(std::shared_ptr<const corpus::Corpus> corpus, TableOptions options,
               query::RunOptions run = {}) {
        status = open_stream(std::move(corpus), std::move(options), std::move(run), &stream);
    }
    OpenStream(const OpenStream&) = delete;
    OpenStream& operator=(const OpenStream&) = delete;
    ~OpenStream() { release(); }
    void release() {
        if (stream.release != nullptr) stream.release(&stream);
    }

    Status status;
    ArrowArrayStream stream{};
};

inline bool is_valid(const ArrowArray& array, int64_t row) {
    const auto* const bits = static_cast<const uint8_t*>(array.buffers[0]);
    return bits == nullptr || (bits[row / 8] >> (row % 8) & 1) != 0;
}

template <class T>
T number_at(const ArrowArray& array, int64_t row) {
    return static_cast<const T*>(array.buffers[1])[row];
}

inline std::string text_at(const ArrowArray& array, int64_t row) {
    const auto begin = number_at<int32_t>(array, row);
    const auto end = number_at<int32_t>(array, row + 1);
    EXPECT_LE(begin, end);
    return {static_cast<const char*>(array.buffers[2]) + begin, static_cast<size_t>(end - begin)};
}

inline std::string value_at(const std::string& format, const ArrowArray& array, int64_t row) {
    if (!is_valid(array, row)) return kNull;
    if (format == "b") {
        const auto* const bits = static_cast<const uint8_t*>(array.buffers[1]);
        return (bits[row / 8] >> (row % 8) & 1) != 0 ? "true" : "false";
    }
    if (format == "s") return std::to_string(number_at<int16_t>(array, row));
    if (format == "S") return std::to_string(number_at<uint16_t>(array, row));
    if (format == "i" || format == "tdD") return std::to_string(number_at<int32_t>(array, row));
    if (format == "l") return std::to_string(number_at<int64_t>(array, row));
    if (format == "L") return std::to_string(number_at<uint64_t>(array, row));
    if (format == "u") return text_at(array, row);
    std::string text;
    if (format == "+m") {
        const ArrowArray& entries = *array.children[0];
        for (auto i = number_at<int32_t>(array, row); i < number_at<int32_t>(array, row + 1); ++i) {
            text += text_at(*entries.children[0], i) + "=" + text_at(*entries.children[1], i) + ";";
        }
        return text;
    }
    EXPECT_EQ(format, "+w:64");
    for (int64_t i = 64 * row; i < 64 * row + 64; ++i) {
        text += " " + std::to_string(number_at<int8_t>(*array.children[0], i));
    }
    return text;
}

// Checks that apply to every array, whatever its type.
inline void check_array(const ArrowArray& array) {
    EXPECT_NE(array.release, nullptr);
    EXPECT_EQ(array.offset, 0);
    int64_t nulls = 0;
    for (int64_t row = 0; array.n_buffers > 0 && row < array.length; ++row) {
        nulls += !is_valid(array, row);
    }
    EXPECT_EQ(array.null_count, nulls);
    for (int64_t i = 0; i < array.n_buffers; ++i) {
        EXPECT_EQ(reinterpret_cast<uintptr_t>(array.buffers[i]) % 64, 0U);
        if (i > 0) {
            EXPECT_NE(array.buffers[i], nullptr);
        }
    }
    for (int64_t i = 0; i < array.n_children; ++i) check_array(*array.children[i]);
}

struct ReadColumn {
    std::string name;
    std::string format;
    bool nullable = false;
    friend bool operator==(const ReadColumn&, const ReadColumn&) = default;
};

inline std::vector<ReadColumn> read_schema(ArrowArrayStream& stream) {
    ArrowSchema schema{};
    EXPECT_EQ(stream.get_schema(&stream, &schema), 0);
    EXPECT_STREQ(schema.format, "+s");
    std::vector<ReadColumn> columns;
    for (int64_t i = 0; i < schema.n_children; ++i) {
        const ArrowSchema& child = *schema.children[i];
        columns.push_back({child.name, child.format, (child.flags & ARROW_FLAG_NULLABLE) != 0});
    }
    schema.release(&schema);
    EXPECT_EQ(schema.release, nullptr);
    return columns;
}

inline std::vector<Row> rows_of(const std::vector<ReadColumn>& columns, const ArrowArray& batch) {
    check_array(batch);
    EXPECT_EQ(static_cast<size_t>(batch.n_children), columns.size());
    std::vector<Row> rows(static_cast<size_t>(batch.length));
    for (size_t i = 0; i < columns.size(); ++i) {
        const ArrowArray& column = *batch.children[i];
        EXPECT_EQ(column.length, batch.length);
        if (!columns[i].nullable) {
            EXPECT_EQ(column.null_count, 0) << columns[i].name;
        }
        for (int64_t row = 0; row < batch.length; ++row) {
            rows[static_cast<size_t>(row)].push_back(value_at(columns[i].format, column, row));
        }
    }
    return rows;
}

// A whole table, and the sizes of its batches.
struct ReadTable {
    std::vector<ReadColumn> columns;
    std::vector<Row> rows;
    std::vector<int64_t> batches;
    int error = 0;
    std::string message;
};

inline ReadTable read_table(std::shared_ptr<const corpus::Corpus> corpus, TableOptions options,
                            query::RunOptions run = {}) {
    OpenStream open(std::move(corpus), std::move(options), std::move(run));
    ReadTable table;
    if (!open.status) {
        table.error = -1;
        table.message = open.status.error().message;
        return table;
    }
    table.columns = read_schema(open.stream);
    for (;;) {
        ArrowArray batch{};
        table.error = open.stream.get_next(&open.stream, &batch);
        if (table.error != 0) table.message = open.stream.get_last_error(&open.stream);
        if (table.error != 0 || batch.release == nullptr) return table;
        for (Row& row : rows_of(table.columns, batch)) table.rows.push_back(std::move(row));
        table.batches.push_back(batch.length);
        batch.release(&batch);
    }
}

}  // namespace edge::table::test
