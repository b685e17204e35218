// The texts that show sizes and progress.
#include "core/progress.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "core/parallel.h"
#include "core/size_text.h"

namespace edge {
namespace {

TEST(ProgressLine, ShowsShareSpeedsAndTimeLeft) {
    const Progress progress{500'000'000, 2'000'000'000, 1'000'000};
    EXPECT_EQ(progress_line("Indexing", progress, 10, 200),
              "Indexing [#####...............]  25%  1000000 games, 100000 games/s, 50.0 MB/s, "
              "0:30 left");
}

TEST(ProgressLine, ManagesWithoutATotal) {
    const Progress progress{1'000'000, std::nullopt, 10};
    EXPECT_EQ(progress_line("Indexing", progress, 1, 200),
              "Indexing  10 games, 10 games/s, 1.0 MB/s");
    EXPECT_EQ(progress_line("Indexing", {0, 0, 0}, 0, 200),
              "Indexing  0 games, 0 games/s, 0.0 MB/s");
}

TEST(ProgressLine, StaysWithinTheTerminal) {
    EXPECT_EQ(progress_line("Indexing", {1, 2, 3}, 1, 20).size(), 20U);
    EXPECT_NE(progress_line("x", {1, 10'000, 3}, 1, 200).find("2:46:39 left"), std::string::npos);
}

TEST(ProgressBar, TakesUpdatesFromManyThreads) {
    testing::internal::CaptureStderr();
    {
        ProgressBar silent("silent", false);
        silent.update(1, 2, 3);
        ProgressBar bar("Indexing", true);
        run_on_threads(4, [&](unsigned) {
            for (uint64_t i = 0; i < 1000; ++i) bar.update(i, 1000, i);
        });
        bar.finish();
    }
    const std::string drawn = testing::internal::GetCapturedStderr();
    EXPECT_EQ(drawn.find("silent"), std::string::npos);
    EXPECT_NE(drawn.find("Indexing"), std::string::npos);
    EXPECT_TRUE(drawn.ends_with("\r\x1b[K"));
}

TEST(ParseSize, ReadsUnits) {
    EXPECT_EQ(parse_size("0"), 0U);
    EXPECT_EQ(parse_size("500000"), 500'000U);
    EXPECT_EQ(parse_size("64k"), 65'536U);
    EXPECT_EQ(parse_size("256M"), 268'435'456U);
    EXPECT_EQ(parse_size("256MB"), 268'435'456U);
    EXPECT_EQ(parse_size("2GiB"), 2'147'483'648U);
    EXPECT_EQ(parse_size("1T"), uint64_t{1} << 40);
}

TEST(ParseSize, RefusesEverythingElse) {
    for (const char* text :
         {"", "M", "-1", "1.5G", "12X", "1 G", "1MM", "1iB", "99999999999999999999", "17000000T"}) {
        const auto size = parse_size(text);
        ASSERT_FALSE(size) << text;
        EXPECT_EQ(size.error().code, ErrorCode::InvalidArgument);
    }
}

TEST(FormatSize, IsShort) {
    EXPECT_EQ(format_size(0), "0 B");
    EXPECT_EQ(format_size(1023), "1023 B");
    EXPECT_EQ(format_size(1536), "1.5 KiB");
    EXPECT_EQ(format_size((uint64_t{1} << 20) - 1), "1 MiB");
    EXPECT_EQ(format_size(uint64_t{256} << 20), "256 MiB");
    EXPECT_EQ(format_size(uint64_t{5000} << 40), "5000 TiB");
}

}  // namespace
}  // namespace edge
