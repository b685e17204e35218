// Bytes of an Arrow buffer while it grows: aligned to 64 bytes, as Arrow recommends, and padded
// with zeros to a multiple of 64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "core/copy_short.h"

namespace edge::table {

class Buffer {
public:
    static constexpr size_t kAlignment = 64;

    Buffer() = default;
    Buffer(Buffer&& other) noexcept
        : bytes_(std::move(other.bytes_)),
          size_(std::exchange(other.size_, 0)),
          capacity_(std::exchange(other.capacity_, 0)) {}
    Buffer& operator=(Buffer&& other) noexcept {
        bytes_ = std::move(other.bytes_);
        size_ = std::exchange(other.size_, 0);
        capacity_ = std::exchange(other.capacity_, 0);
        return *this;
    }

    size_t size() const { return size_; }
    std::byte* data() { return bytes_.get(); }
    const std::byte* data() const { return bytes_.get(); }

    // Appends room for `more` bytes and returns where it begins.
    std::byte* extend(size_t more) {
        if (more > capacity_ - size_) grow(more);
        std::byte* const at = bytes_.get() + size_;
        size_ += more;
        return at;
    }
    void append(const char* from, size_t size) {
        copy_short(reinterpret_cast<char*>(extend(size)), from, size);
    }
    template <class T>
    void append(T value) {
        std::memcpy(extend(sizeof value), &value, sizeof value);
    }
    void reserve(size_t size) {
        if (size > capacity_) grow(size - size_);
    }

    // Sets the padding to zero. After this even an empty buffer has an address.
    void finish() {
        if (capacity_ == 0) grow(1);
        std::memset(bytes_.get() + size_, 0, padded(size_) - size_);
    }

private:
    struct Free {
        void operator()(std::byte* bytes) const {
            ::operator delete(bytes, std::align_val_t{kAlignment});
        }
    };
    static constexpr size_t padded(size_t size) {
        return (size + kAlignment - 1) / kAlignment * kAlignment;
    }
    void grow(size_t more) {
        const size_t wanted = size_ + more > 2 * capacity_ ? size_ + more : 2 * capacity_;
        const size_t capacity = padded(wanted);
        std::unique_ptr<std::byte, Free> bytes(
            static_cast<std::byte*>(::operator new(capacity, std::align_val_t{kAlignment})));
        if (size_ != 0) std::memcpy(bytes.get(), bytes_.get(), size_);
        bytes_ = std::move(bytes);
        capacity_ = capacity;
    }

    std::unique_ptr<std::byte, Free> bytes_;
    size_t size_ = 0;
    size_t capacity_ = 0;
};

}  // namespace edge::table
