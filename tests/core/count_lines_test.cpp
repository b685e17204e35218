#include "core/count_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace edge {
namespace {

TEST(CountLines, AgreesWithCountingOneByOne) {
    std::string text;
    for (unsigned i = 0; i < 2000; ++i) {
        EXPECT_EQ(count_newlines(text), static_cast<uint64_t>(std::ranges::count(text, '\n')));
        text.push_back(i % 7 < 3 || i > 1500 ? '\n' : 'x');
    }
}

}  // namespace
}  // namespace edge
