#include "core/fresh_pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace edge {
namespace {

TEST(FreshPages, KeepTheirBytes) {
    constexpr size_t kSize = 100'000;
    std::vector<std::byte> memory(kSize);
    for (size_t i = 0; i < kSize; ++i) memory[i] = static_cast<std::byte>(i * 7);
    const std::vector<std::byte> before = memory;
    for (const size_t at : {0U, 1U, 4095U, 4096U, 50'000U}) {
        for (const size_t size : {0U, 1U, 100U, 4096U, 8191U, 8192U, 40'000U}) {
            populate_pages(std::span(memory).subspan(at, size));
            ASSERT_EQ(memory, before) << size << " bytes at " << at;
        }
    }
    populate_pages({});
}

TEST(FreshPages, CanBeWritten) {
    constexpr size_t kSize = size_t{8} << 20;
    const auto memory = std::make_unique_for_overwrite<std::byte[]>(kSize);
    const std::span bytes(memory.get(), kSize);
    populate_pages(bytes);
    std::ranges::fill(bytes, std::byte{1});
    EXPECT_EQ(std::ranges::count(bytes, std::byte{1}), static_cast<ptrdiff_t>(kSize));
}

}  // namespace
}  // namespace edge
