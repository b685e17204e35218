#include "query/answers/heatmap_picture.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace edge::query {
namespace {

constexpr KindSet kRooks = 1U << index(PieceType::Rook);

// White rooks on a1 always, on h8 in a quarter of the positions, on e4 hardly ever.
Heatmap sample() {
    Heatmap heatmap;
    heatmap.total_positions = 1000;
    heatmap.total_games = 10;
    heatmap.counts[3][0] = 1000;
    heatmap.counts[3][63] = 250;
    heatmap.counts[3][28] = 1;
    return heatmap;
}

size_t count_of(std::string_view text, std::string_view part) {
    size_t count = 0;
    for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

TEST(HeatmapPicture, IsPlainWithoutColors) {
    const std::string text = heatmap_text(sample(), kRooks, ColorDepth::None);
    EXPECT_EQ(text,
              "percent of 1000 positions in 10 games\n"
              "\n"
              "White rooks                          Black rooks\n"
              "8   .   .   .   .   .   .   .  25    8   .   .   .   .   .   .   .   .\n"
              "7   .   .   .   .   .   .   .   .    7   .   .   .   .   .   .   .   .\n"
              "6   .   .   .   .   .   .   .   .    6   .   .   .   .   .   .   .   .\n"
              "5   .   .   .   .   .   .   .   .    5   .   .   .   .   .   .   .   .\n"
              "4   .   .   .   .  <1   .   .   .    4   .   .   .   .   .   .   .   .\n"
              "3   .   .   .   .   .   .   .   .    3   .   .   .   .   .   .   .   .\n"
              "2   .   .   .   .   .   .   .   .    2   .   .   .   .   .   .   .   .\n"
              "1 100   .   .   .   .   .   .   .    1   .   .   .   .   .   .   .   .\n"
              "    a   b   c   d   e   f   g   h        a   b   c   d   e   f   g   h\n");
}

TEST(HeatmapPicture, ShadesTheSquares) {
    const std::string rich = heatmap_text(sample(), kRooks, ColorDepth::TrueColor);
    EXPECT_NE(rich.find("\033[48;2;158;20;40m\033[38;5;231m100 \033[0m"), std::string::npos);
    EXPECT_NE(rich.find("\033[48;2;244;165;80m\033[38;5;16m 25 \033[0m"), std::string::npos);
    EXPECT_EQ(count_of(rich, "\033[48;2;"), 128U);
    EXPECT_EQ(count_of(heatmap_text(sample(), kRooks, ColorDepth::Indexed256), "\033[48;5;"), 128U);
}

TEST(HeatmapPicture, ShowsAllPiecesUnlessSomeAreSelected) {
    EXPECT_EQ(count_of(heatmap_text(sample(), 0, ColorDepth::None), "White "), 6U);
    EXPECT_EQ(count_of(heatmap_svg(sample(), 0, ""), "<rect x="), 12U * 64);
    EXPECT_EQ(count_of(heatmap_svg(sample(), kRooks, ""), "<rect x="), 2U * 64);
}

TEST(HeatmapPicture, SvgHasTheCounts) {
    const std::string svg = heatmap_svg(sample(), kRooks, "R<r & \"more\"");
    EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "));
    EXPECT_NE(svg.find("<title>White rooks on h8: 250 of 1000 positions (25.00%)</title>"),
              std::string::npos);
    EXPECT_NE(svg.find("<title>R&lt;r &amp; &quot;more&quot;</title>"), std::string::npos);
    EXPECT_NE(svg.find(">&lt;1</text>"), std::string::npos);
    EXPECT_EQ(count_of(svg, "<g>"), count_of(svg, "</g>"));
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(HeatmapPicture, OfNothingHasNoNumbers) {
    EXPECT_EQ(heatmap_svg(Heatmap(), 0, "").find("nan"), std::string::npos);
    EXPECT_EQ(heatmap_text(Heatmap(), 0, ColorDepth::TrueColor).find('%'), std::string::npos);
}

}  // namespace
}  // namespace edge::query
