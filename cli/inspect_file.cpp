#include "inspect_file.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "core/size_text.h"
#include "output.h"

namespace edge::cli {
namespace {

constexpr size_t kBarColumns = 40;

std::string bar(uint64_t count, uint64_t most) {
    const auto share =
        static_cast<double>(count) / static_cast<double>(std::max<uint64_t>(1, most));
    return std::string(static_cast<size_t>(std::lround(share * kBarColumns)), '#');
}

std::string histogram_row(const std::string& label, uint64_t count, uint64_t most) {
    return fmt::format("{:>16}{:>14}  {}\n", label, grouped(count), bar(count, most));
}

std::string scores_text(const viriformat::Statistics& inspection) {
    uint64_t most = std::max(inspection.white_mates, inspection.black_mates);
    for (const auto& [from, count] : inspection.positions_by_score) most = std::max(most, count);
    std::string text = "\nscores, in centipawns for White:\n";
    if (inspection.black_mates > 0) {
        text += histogram_row("Black mates", inspection.black_mates, most);
    }
    for (const auto& [from, count] : inspection.positions_by_score) {
        const int last = from + viriformat::Statistics::kScoreBin - 1;
        text += histogram_row(fmt::format("{} to {}", from, last), count, most);
    }
    if (inspection.white_mates > 0) {
        text += histogram_row("White mates", inspection.white_mates, most);
    }
    return text;
}

std::string pieces_text(const viriformat::Statistics& inspection) {
    const uint64_t most = std::ranges::max(inspection.positions_by_piece_count);
    std::string text = "\npieces on the board:\n";
    for (size_t pieces = inspection.positions_by_piece_count.size(); pieces-- > 0;) {
        const uint64_t count = inspection.positions_by_piece_count[pieces];
        if (count > 0) text += histogram_row(std::to_string(pieces), count, most);
    }
    return text;
}

std::string problems_text(const viriformat::Statistics& inspection) {
    if (inspection.is_sound()) return "  every position and move is legal\n";
    std::string text = fmt::format(
        "  bad results {}, bad boards {}, games with an illegal move {}, cut games {}\n",
        grouped(inspection.bad_results), grouped(inspection.bad_boards),
        grouped(inspection.illegal_games), grouped(inspection.cut_games));
    for (const std::string& example : inspection.examples) text += fmt::format("    {}\n", example);
    return text;
}

std::string text_of(const viriformat::Statistics& inspection) {
    std::string text = fmt::format("  size        {}\n  games       {}\n  positions   {}\n",
                                   format_size(inspection.size_bytes), grouped(inspection.games),
                                   grouped(inspection.positions));
    text +=
        fmt::format("  results     {} White, {} draws, {} Black\n", grouped(inspection.white_wins),
                    grouped(inspection.draws), grouped(inspection.black_wins));
    text += fmt::format("  plies       {} to {}, {:.1f} on average\n",
                        grouped(inspection.shortest_plies), grouped(inspection.longest_plies),
                        inspection.average_plies());
    text += fmt::format("  starts      {} ordinary, {} with the castling of Chess960\n",
                        grouped(inspection.standard_starts), grouped(inspection.chess960_games));
    text += fmt::format("  moves       {} captures, {} castlings, {} en passant, {} promotions\n",
                        grouped(inspection.captures), grouped(inspection.castlings),
                        grouped(inspection.en_passants), grouped(inspection.promotions));
    text += problems_text(inspection);
    if (inspection.positions == 0) return text;
    return text + scores_text(inspection) + pieces_text(inspection);
}

std::string text_of(const formats::BaseInspection& inspection) {
    std::string text = fmt::format("  games       {}\n", grouped(inspection.info.games));
    if (!inspection.info.description.empty()) {
        text += fmt::format("  description {}\n", inspection.info.description);
    }
    for (size_t i = 0; i < inspection.info.flag_labels.size(); ++i) {
        const std::string& label = inspection.info.flag_labels[i];
        if (!label.empty()) text += fmt::format("  flag {}      {}\n", i + 1, label);
    }
    text +=
        fmt::format("  size        si4 {}, sn4 {}, sg4 {}\n", format_size(inspection.index_bytes),
                    format_size(inspection.names_bytes), format_size(inspection.games_bytes));
    return text;
}

std::string match_text(const fbpgn::IndexEntry& entry) {
    const auto or_unknown = [&entry](const char* name) {
        const std::string_view text = entry.tag(name);
        return text.empty() ? std::string_view("?") : text;
    };
    return fmt::format("  {:>8}  {} - {}  {}  {}\n", entry.ref, or_unknown("White"),
                       or_unknown("Black"), or_unknown("Result"), or_unknown("Date"));
}

std::string text_of(const formats::FbpgnInspection& inspection) {
    std::string text = fmt::format("  size        {}\n  games       {}\n  chunks      {}\n",
                                   format_size(inspection.size_bytes), grouped(inspection.games),
                                   grouped(inspection.chunks));
    text += inspection.index_entries
                ? fmt::format("  index       {} entries\n", grouped(*inspection.index_entries))
                : "  index       none\n";
    if (!inspection.matched) return text;
    text += fmt::format("{} of {} games match\n", grouped(*inspection.matched),
                        grouped(inspection.index_entries.value_or(0)));
    for (const fbpgn::IndexEntry& entry : inspection.first_matches) text += match_text(entry);
    return text;
}

std::string text_of(const formats::BookInspection& inspection) {
    return fmt::format("  size        {}\n  positions   {}\n  moves       {}\n",
                       format_size(inspection.size_bytes), grouped(inspection.positions),
                       grouped(inspection.entries));
}

}  // namespace

std::string file_inspection_text(const std::string& path, formats::GameKind kind,
                                 const formats::FileInspection& inspection) {
    return fmt::format("{}\n  kind        {}\n", path, kind_name(kind)) +
           std::visit([](const auto& of_kind) { return text_of(of_kind); }, inspection);
}

}  // namespace edge::cli
