#include "codec/date.h"

#include <gtest/gtest.h>

namespace edge {
namespace {

TEST(Date, HasFourDigitsAndTwiceTwo) {
    EXPECT_EQ(date_text({.year = 1998, .month = 11, .day = 10}), "1998.11.10");
    EXPECT_EQ(date_text({.year = 850, .month = 1, .day = 2}), "0850.01.02");
}

TEST(Date, HasQuestionMarksForWhatIsUnknown) {
    EXPECT_EQ(date_text({}), "????.??.??");
    EXPECT_EQ(date_text({.year = 2001}), "2001.??.??");
    EXPECT_EQ(date_text({.year = 2001, .month = 0, .day = 7}), "2001.??.07");
}

}  // namespace
}  // namespace edge
