// Arrow arrays: built value by value, then handed out as one ArrowArray that owns its buffers.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "edge/arrow_abi.h"
#include "edge/result.h"
#include "table/buffer.h"
#include "table/field.h"

namespace edge::table {

// An ArrowArray that is released on destruction, unless it was handed out.
class OwnedArray {
public:
    OwnedArray() = default;
    explicit OwnedArray(ArrowArray array) : array_(array) {}
    OwnedArray(OwnedArray&& other) noexcept : array_(std::exchange(other.array_, {})) {}
    OwnedArray& operator=(OwnedArray&& other) noexcept {
        std::swap(array_, other.array_);
        return *this;
    }
    ~OwnedArray() {
        if (array_.release != nullptr) array_.release(&array_);
    }
    const ArrowArray& get() const { return array_; }
    ArrowArray hand_out() { return std::exchange(array_, {}); }

private:
    ArrowArray array_{};
};

// One column of a record batch while it grows. The caller adds what the type is; nulls only where
// the field allows them.
class ArrayBuilder {
public:
    explicit ArrayBuilder(Type type);

    Type type() const { return type_; }
    int64_t length() const { return length_; }
    void reserve(size_t values);

    template <class T>
    void add(T number) {
        assert(sizeof number == width_of(type_));
        values_.append(number);
        ++length_;
    }
    void add_flag(bool flag);
    void add_text(std::string_view text) {
        append_text(text);
        values_.append(static_cast<int32_t>(texts_.size()));
        ++length_;
    }
    // A text made in pieces: any number of these, then end_text.
    void append_text(std::string_view text) {
        if (text.size() > kMaxTextBytes - texts_.size()) {
            is_too_long_ = true;
            return;
        }
        texts_.append(text.data(), text.size());
    }
    void end_text() { add_text({}); }
    // The tags of a row: any number of these, then end_tags.
    void append_tag(std::string_view name, std::string_view text);
    void end_tags();
    void add_squares(std::span<const int8_t, 64> squares);
    void add_null() { add_nulls(1); }
    void add_nulls(size_t count);

    // The array; the builder is spent. Corrupt when a text is not UTF-8, InvalidArgument when the
    // texts exceed Arrow's utf8; both messages begin with "found ...", and the caller adds where.
    Result<OwnedArray> finish();

private:
    static constexpr size_t kMaxTextBytes = INT32_MAX;

    // The validity bits; no bytes where nothing is missing.
    Buffer validity() const;
    Status check_texts() const;
    Result<OwnedArray> finish_tags();

    struct RowRange {
        int64_t begin;
        int64_t end;
    };

    Type type_;
    int64_t length_ = 0;
    bool is_too_long_ = false;
    std::vector<RowRange> nulls_;  // in order
    int64_t null_count_ = 0;
    Buffer values_;  // numbers, bits, or the offsets of texts and tags
    Buffer texts_;
    std::vector<ArrayBuilder> children_;  // of tags: names and texts
};

// The columns as one record batch. All have `rows` values.
OwnedArray make_record_batch(std::vector<OwnedArray> columns, int64_t rows);

}  // namespace edge::table
