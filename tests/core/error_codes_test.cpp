#include "core/error_codes.h"

#include <gtest/gtest.h>

#include <set>

namespace edge {
namespace {

TEST(ErrorCodes, EachHasTheRowOfItsNumber) {
    for (size_t i = 0; i < kErrorCodes.size(); ++i) {
        EXPECT_EQ(static_cast<size_t>(kErrorCodes[i].code), i) << kErrorCodes[i].name;
    }
    // A code without a row would be one beyond the last.
    EXPECT_EQ(kErrorCodes.back().code, ErrorCode::Busy);
}

TEST(ErrorCodes, CAndLanguagesTellThemApart) {
    std::set<int> statuses;
    std::set<std::string_view> names;
    for (const ErrorCodeRow& row : kErrorCodes) {
        EXPECT_TRUE(statuses.insert(row.status).second) << row.name;
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        EXPECT_STREQ(edge_status_name(row.status), std::string(row.name).c_str());
    }
}

}  // namespace
}  // namespace edge
