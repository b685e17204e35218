// Shades go from the paper's colour to a dark red, by the square root of a square's count over that
// of the fullest square: most counts are near zero, and a linear scale would show them alike.
#include "query/answers/heatmap_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace edge::query {
namespace {

struct Rgb {
    unsigned red, green, blue;
};

constexpr Rgb kCold = {250, 246, 238};
constexpr Rgb kWarm = {244, 165, 80};
constexpr Rgb kHot = {158, 20, 40};

unsigned between(unsigned from, unsigned to, double part) {
    const double a = from;
    const double b = to;
    return static_cast<unsigned>(std::lround(a + (b - a) * part));
}

Rgb mix(Rgb from, Rgb to, double part) {
    return {between(from.red, to.red, part), between(from.green, to.green, part),
            between(from.blue, to.blue, part)};
}

// 0 to 1.
double heat_of(uint64_t count, uint64_t most) {
    if (most == 0) return 0;
    return std::sqrt(static_cast<double>(count) / static_cast<double>(most));
}

Rgb color_of_heat(double heat) {
    return heat < 0.5 ? mix(kCold, kWarm, 2 * heat) : mix(kWarm, kHot, 2 * heat - 1);
}

bool needs_light_text(double heat) { return heat > 0.7; }

double percent(uint64_t count, uint64_t positions) {
    if (positions == 0) return 0;
    return 100 * static_cast<double>(count) / static_cast<double>(positions);
}

// At most three characters.
std::string percent_text(uint64_t count, uint64_t positions) {
    if (count == 0) return ".";
    const double share = percent(count, positions);
    return share < 0.5 ? "<1" : fmt::format("{:.0f}", share);
}

constexpr std::string_view kKindNames[] = {"pawns", "knights", "bishops",
                                           "rooks", "queens",  "kings"};
std::string plane_title(size_t plane) {
    return fmt::format("{} {}", plane < 6 ? "White" : "Black", kKindNames[plane % 6]);
}

// The planes to show, White's and Black's of a kind one after the other.
std::vector<size_t> planes_of(KindSet kinds) {
    std::vector<size_t> planes;
    for (size_t kind = 0; kind < 6; ++kind) {
        if (kinds != 0 && (kinds >> index(kind_of_plane(kind)) & 1) == 0) continue;
        planes.push_back(kind);
        planes.push_back(kind + 6);
    }
    return planes;
}

// The nearest colour of the 6 by 6 by 6 cube that 256-colour terminals have.
unsigned cube_index(Rgb color) {
    const auto step = [](unsigned value) {
        return value < 48 ? 0U : value < 115 ? 1U : (value - 35) / 40;
    };
    return 16 + 36 * step(color.red) + 6 * step(color.green) + step(color.blue);
}

std::string cell_text(uint64_t count, uint64_t most, uint64_t positions, ColorDepth depth) {
    std::string number = fmt::format("{:>3} ", percent_text(count, positions));
    if (depth == ColorDepth::None) return number;
    const double heat = heat_of(count, most);
    const Rgb color = color_of_heat(heat);
    const int text_color = needs_light_text(heat) ? 231 : 16;
    if (depth == ColorDepth::Indexed256) {
        return fmt::format("\033[48;5;{}m\033[38;5;{}m{}\033[0m", cube_index(color), text_color,
                           number);
    }
    return fmt::format("\033[48;2;{};{};{}m\033[38;5;{}m{}\033[0m", color.red, color.green,
                       color.blue, text_color, number);
}

constexpr size_t kBoardWidth = 2 + 8 * 4;  // in characters of the terminal

std::array<std::string, 10> board_lines(const Heatmap& heatmap, size_t plane, ColorDepth depth) {
    const HeatmapPlane& counts = heatmap.counts[plane];
    const uint64_t most = *std::ranges::max_element(counts);
    std::array<std::string, 10> lines;
    lines[0] = fmt::format("{:<{}}", plane_title(plane), kBoardWidth);
    for (unsigned rank = 8; rank-- > 0;) {
        std::string& line = lines[8 - rank];
        line = fmt::format("{} ", rank + 1);
        for (unsigned file = 0; file < 8; ++file) {
            line += cell_text(counts[index(make_square(file, rank))], most, heatmap.total_positions,
                              depth);
        }
    }
    lines[9] = "    a   b   c   d   e   f   g   h ";
    return lines;
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                // XML does not allow other control characters.
                result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }
    return result;
}

// ---- SVG, in its own units
constexpr unsigned kSquare = 40;
constexpr unsigned kMargin = 30;
constexpr unsigned kBoard = 8 * kSquare;
constexpr unsigned kCellWidth = kBoard + 2 * kMargin;
constexpr unsigned kCellHeight = kBoard + 2 * kMargin + 20;
constexpr unsigned kCaption = 50;

std::string square_svg(const Heatmap& heatmap, size_t plane, Square square, uint64_t most,
                       unsigned left, unsigned top) {
    const uint64_t count = heatmap.counts[plane][index(square)];
    const double heat = heat_of(count, most);
    const Rgb color = color_of_heat(heat);
    const unsigned x = left + kSquare * file_of(square);
    const unsigned y = top + kSquare * (7 - rank_of(square));
    const std::string name{static_cast<char>('a' + file_of(square)),
                           static_cast<char>('1' + rank_of(square))};
    std::string svg = fmt::format(
        "<g><title>{} on {}: {} of {} positions ({:.2f}%)</title>"
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#{:02x}{:02x}{:02x}\" "
        "stroke=\"#8a8378\" stroke-width=\"0.5\"/>",
        plane_title(plane), name, count, heatmap.total_positions,
        percent(count, heatmap.total_positions), x, y, kSquare, kSquare, color.red, color.green,
        color.blue);
    if (count != 0) {
        svg += fmt::format(
            "<text x=\"{}\" y=\"{}\" font-size=\"13\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
            x + kSquare / 2, y + kSquare / 2 + 5, needs_light_text(heat) ? "#ffffff" : "#1c1a17",
            escaped(percent_text(count, heatmap.total_positions)));
    }
    return svg + "</g>\n";
}

std::string board_svg(const Heatmap& heatmap, size_t plane, unsigned left, unsigned top) {
    const uint64_t most = *std::ranges::max_element(heatmap.counts[plane]);
    std::string svg = fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"16\">{}</text>\n", left,
                                  top - 10, plane_title(plane));
    for (unsigned i = 0; i < 64; ++i) {
        svg += square_svg(heatmap, plane, square_at(i), most, left, top);
    }
    for (unsigned i = 0; i < 8; ++i) {
        svg += fmt::format(
            "<text x=\"{}\" y=\"{}\" font-size=\"12\" text-anchor=\"middle\">{}</text>"
            "<text x=\"{}\" y=\"{}\" font-size=\"12\" text-anchor=\"middle\">{}</text>\n",
            left + kSquare * i + kSquare / 2, top + kBoard + 16, static_cast<char>('a' + i),
            left - 12, top + kSquare * (7 - i) + kSquare / 2 + 4, i + 1);
    }
    return svg;
}

}  // namespace

std::string heatmap_text(const Heatmap& heatmap, KindSet kinds, ColorDepth depth) {
    std::string text = fmt::format("percent of {} positions in {} games\n", heatmap.total_positions,
                                   heatmap.total_games);
    const std::vector<size_t> planes = planes_of(kinds);
    for (size_t i = 0; i + 1 < planes.size(); i += 2) {
        const auto white = board_lines(heatmap, planes[i], depth);
        const auto black = board_lines(heatmap, planes[i + 1], depth);
        text += '\n';
        for (size_t line = 0; line < white.size(); ++line) {
            std::string both = fmt::format("{}   {}", white[line], black[line]);
            both.resize(both.find_last_not_of(' ') + 1);
            text += both + '\n';
        }
    }
    return text;
}

std::string heatmap_svg(const Heatmap& heatmap, KindSet kinds, std::string_view caption) {
    const std::vector<size_t> planes = planes_of(kinds);
    const unsigned width = 2 * kCellWidth;
    const auto height =
        static_cast<unsigned>(kCaption + (planes.size() + 1) / 2 * size_t{kCellHeight});
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" "
        "height=\"{}\" font-family=\"sans-serif\" fill=\"#1c1a17\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        width, height, width, height);
    if (!caption.empty()) {
        svg += fmt::format(
            "<title>{0}</title>\n<text x=\"{1}\" y=\"20\" font-size=\"16\">{0}</text>\n",
            escaped(caption), kMargin);
    }
    svg += fmt::format(
        "<text x=\"{}\" y=\"40\" font-size=\"13\">percent of {} positions in {} games</text>\n",
        kMargin, heatmap.total_positions, heatmap.total_games);
    for (size_t i = 0; i < planes.size(); ++i) {
        const auto column = static_cast<unsigned>(i % 2);
        const auto row = static_cast<unsigned>(i / 2);
        svg += board_svg(heatmap, planes[i], kMargin + column * kCellWidth,
                         kCaption + kMargin + row * kCellHeight);
    }
    return svg + "</svg>\n";
}

}  // namespace edge::query
