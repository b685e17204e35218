#include "core/copy_short.h"

#include <gtest/gtest.h>

#include <string>

namespace edge {
namespace {

TEST(CopyShort, CopiesEverySizeAndNothingMore) {
    std::string from;
    for (int i = 0; i < 100; ++i) from += static_cast<char>('!' + i % 90);
    for (size_t size = 0; size <= from.size(); ++size) {
        std::string to(from.size() + 1, '.');
        copy_short(to.data(), from.data(), size);
        EXPECT_EQ(to, from.substr(0, size) + std::string(to.size() - size, '.')) << size;
    }
}

}  // namespace
}  // namespace edge
