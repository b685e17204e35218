#include "table/array.h"

#include <array>
#include <memory>

#include <fmt/format.h>

#include "core/utf8.h"

namespace edge::table {
namespace {

// Unused room costs nothing; growing beyond it costs a copy.
constexpr size_t kLikelyTextBytes = 16;

// What an array owns. Children that the consumer has moved out are released separately.
struct ArrayParts {
    std::array<Buffer, 3> buffers;
    std::array<const void*, 3> pointers{};
    std::vector<ArrowArray> children;
    std::vector<ArrowArray*> child_pointers;
};

void release_array(ArrowArray* array) {
    const std::unique_ptr<ArrayParts> parts(static_cast<ArrayParts*>(array->private_data));
    for (ArrowArray& child : parts->children) {
        if (child.release != nullptr) child.release(&child);
    }
    array->release = nullptr;
}

// `buffers` come after the validity buffer, which is null where nothing is missing.
OwnedArray make_array(int64_t length, int64_t null_count, Buffer validity,
                      std::span<Buffer> buffers, std::vector<OwnedArray> children) {
    auto parts = std::make_unique<ArrayParts>();
    if (null_count != 0) {
        validity.finish();
        parts->buffers[0] = std::move(validity);
        parts->pointers[0] = parts->buffers[0].data();
    }
    for (size_t i = 0; i < buffers.size(); ++i) {
        buffers[i].finish();
        parts->buffers[i + 1] = std::move(buffers[i]);
        parts->pointers[i + 1] = parts->buffers[i + 1].data();
    }
    parts->children.reserve(children.size());
    parts->child_pointers.reserve(children.size());
    for (OwnedArray& child : children) {
        parts->children.push_back(child.hand_out());
        parts->child_pointers.push_back(&parts->children.back());
    }
    ArrowArray array{};
    array.length = length;
    array.null_count = null_count;
    array.n_buffers = static_cast<int64_t>(buffers.size()) + 1;
    array.n_children = static_cast<int64_t>(children.size());
    array.buffers = parts->pointers.data();
    array.children = parts->child_pointers.data();
    array.release = release_array;
    array.private_data = parts.release();
    return OwnedArray(array);
}

void put_bit(Buffer& bits, int64_t at, bool value) {
    if (at % 8 == 0) bits.append(uint8_t{0});
    if (value) bits.data()[at / 8] |= std::byte{1} << static_cast<unsigned>(at % 8);
}

bool is_ascii(const Buffer& texts) {
    std::byte seen{};
    for (size_t i = 0; i < texts.size(); ++i) seen |= texts.data()[i];
    return (seen & std::byte{0x80}) == std::byte{0};
}

}  // namespace

ArrayBuilder::ArrayBuilder(Type type) : type_(type) {
    if (type == Type::Text || type == Type::Tags) values_.append(int32_t{0});
    if (type == Type::Tags) {
        children_.emplace_back(Type::Text);
        children_.emplace_back(Type::Text);
    }
}

void ArrayBuilder::reserve(size_t values) {
    const bool has_offsets = type_ == Type::Text || type_ == Type::Tags;
    values_.reserve(has_offsets ? (values + 1) * sizeof(int32_t) : values * width_of(type_));
    if (type_ == Type::Text) texts_.reserve(values * kLikelyTextBytes);
}

void ArrayBuilder::add_flag(bool flag) {
    put_bit(values_, length_, flag);
    ++length_;
}

void ArrayBuilder::append_tag(std::string_view name, std::string_view text) {
    children_[0].add_text(name);
    children_[1].add_text(text);
}

void ArrayBuilder::end_tags() {
    values_.append(static_cast<int32_t>(children_[0].length()));
    ++length_;
}

void ArrayBuilder::add_squares(std::span<const int8_t, 64> squares) {
    values_.append(reinterpret_cast<const char*>(squares.data()), squares.size());
    ++length_;
}

void ArrayBuilder::add_nulls(size_t count) {
    const int64_t begin = length_;
    length_ += static_cast<int64_t>(count);
    null_count_ += static_cast<int64_t>(count);
    if (nulls_.empty() || nulls_.back().end != begin) nulls_.push_back({begin, begin});
    nulls_.back().end = length_;
    if (type_ == Type::Text) {
        const auto text_end = static_cast<int32_t>(texts_.size());
        for (size_t i = 0; i < count; ++i) values_.append(text_end);
    } else if (type_ == Type::Bool) {
        for (int64_t row = begin; row < length_; ++row) put_bit(values_, row, false);
    } else {
        const size_t bytes = count * width_of(type_);
        std::memset(values_.extend(bytes), 0, bytes);
    }
}

Buffer ArrayBuilder::validity() const {
    Buffer bits;
    if (nulls_.empty()) return bits;
    const auto bytes = static_cast<size_t>(length_ + 7) / 8;
    std::memset(bits.extend(bytes), 0xFF, bytes);
    // Bits beyond the last row stay zero, as the padding does.
    if (length_ % 8 != 0)
        bits.data()[bytes - 1] = std::byte{0xFF} >> static_cast<int>(8 - length_ % 8);
    for (const RowRange& range : nulls_) {
        for (int64_t row = range.begin; row < range.end; ++row) {
            bits.data()[row / 8] &= ~(std::byte{1} << static_cast<int>(row % 8));
        }
    }
    return bits;
}

Status ArrayBuilder::check_texts() const {
    if (is_too_long_) {
        return fail(ErrorCode::InvalidArgument,
                    "found more than 2 GiB of text in a batch, expected less; ask for fewer rows a "
                    "batch");
    }
    if (is_ascii(texts_)) return {};
    const auto* const text = reinterpret_cast<const char*>(texts_.data());
    const auto offset = [this](int64_t row) {
        int32_t at = 0;
        std::memcpy(&at, values_.data() + static_cast<size_t>(row) * sizeof at, sizeof at);
        return static_cast<size_t>(at);
    };
    for (int64_t row = 0; row < length_; ++row) {
        const size_t begin = offset(row);
        if (is_valid_utf8({text + begin, offset(row + 1) - begin})) continue;
        return fail(ErrorCode::Corrupt,
                    fmt::format("found a text that is not UTF-8 in row {} of a batch", row));
    }
    return {};
}

Result<OwnedArray> ArrayBuilder::finish_tags() {
    const int64_t tags = children_[0].length();
    std::vector<OwnedArray> columns;
    columns.reserve(children_.size());
    for (ArrayBuilder& child : children_) columns.push_back(EDGE_TRY(child.finish()));
    std::vector<OwnedArray> entries;
    entries.push_back(make_record_batch(std::move(columns), tags));
    return make_array(length_, null_count_, validity(), {&values_, 1}, std::move(entries));
}

Result<OwnedArray> ArrayBuilder::finish() {
    if (type_ == Type::Tags) return finish_tags();
    if (type_ == Type::Squares) {
        std::vector<OwnedArray> items;
        items.push_back(make_array(length_ * 64, 0, {}, {&values_, 1}, {}));
        return make_array(length_, 0, {}, {}, std::move(items));
    }
    if (type_ != Type::Text) {
        return make_array(length_, null_count_, validity(), {&values_, 1}, {});
    }
    EDGE_CHECK(check_texts());
    std::array<Buffer, 2> buffers = {std::move(values_), std::move(texts_)};
    return make_array(length_, null_count_, validity(), buffers, {});
}

OwnedArray make_record_batch(std::vector<OwnedArray> columns, int64_t rows) {
    return make_array(rows, 0, {}, {}, std::move(columns));
}

}  // namespace edge::table
