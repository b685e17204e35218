// Bytes of an Arrow buffer while it grows: aligned to 64 bytes, as Arrow recommends, and padded
// with zeros to a multiple of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

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

    // Makes room for `more` bytes behind what is there and returns where it begins.
    std::byte* extend(size_t more) {
        if (more > capacity_ - size_) grow(more);
        std::byte* const at = bytes_.get() + size_;
        size_ += more;
        return at;
    }
    void append(const char* from, size_t size) { copy(extend(size), from, size); }
    template <class T>
    void append(T value) {
        std::memcpy(extend(sizeof value), &value, sizeof value);
    }
    void reserve(size_t size) {
        if (size > capacity_) grow(size - size_);
    }

    // Sets the padding to zero. Also an empty buffer then has an address.
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
    // Texts are mostly shorter than 16 bytes, for which a call of memcpy is most of the cost of
    // adding one: a tenth of the whole table of games.
    static void copy(std::byte* to, const char* from, size_t size) {
        if (size > 16) {
            std::memcpy(to, from, size);
        } else if (size >= 8) {
            copy_ends<uint64_t>(to, from, size);
        } else if (size >= 4) {
            copy_ends<uint32_t>(to, from, size);
        } else {
            for (size_t i = 0; i < size; ++i) to[i] = static_cast<std::byte>(from[i]);
        }
    }
    // The first and the last bytes, which may overlap.
    template <class Word>
    static void copy_ends(std::byte* to, const char* from, size_t size) {
        Word first, last;
        std::memcpy(&first, from, sizeof first);
        std::memcpy(&last, from + size - sizeof last, sizeof last);
        std::memcpy(to, &first, sizeof first);
        std::memcpy(to + size - sizeof last, &last, sizeof last);
    }
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
