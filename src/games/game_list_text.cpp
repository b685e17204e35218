#include "games/game_list_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/utf8.h"
#include "corpus/tag_text.h"

namespace edge::games {
namespace {

constexpr size_t kEloWidth = 4;
constexpr size_t kResultWidth = 7;  // 1/2-1/2
constexpr size_t kDateWidth = 10;
constexpr size_t kEcoWidth = 3;
constexpr size_t kPliesWidth = 5;
// All columns whose width is known, and the blanks between them, without the id.
constexpr size_t kFixedWidth = 2 + (1 + kEloWidth) + 2 + (1 + kEloWidth) + (2 + kResultWidth) +
                               (2 + kDateWidth) + (2 + kEcoWidth) + (1 + kPliesWidth);

constexpr size_t kLeastOfAName = 4;
constexpr size_t kMostOfAName = 30;
constexpr size_t kReadableName = 14;

// The two control ranges of Unicode: U+0000 to U+001F with U+007F, and U+0080 to U+009F.
bool is_control(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    if (character.size() == 1) return first < 0x20 || first == 0x7F;
    return first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

size_t count_characters(std::string_view text) {
    return static_cast<size_t>(
        std::ranges::count_if(text, [](char byte) { return (byte & 0xC0) != 0x80; }));
}

// fmt pads by the width of characters in a terminal, which it estimates; here each counts as one.
void append_padded(std::string_view text, size_t width, std::string& out) {
    out += text;
    out.append(width - std::min(width, count_characters(text)), ' ');
}

std::string elo_text(uint16_t elo) { return elo == 0 ? "" : std::to_string(elo); }

}  // namespace

struct GameListText::Cells {
    std::string_view id, white, white_elo, black, black_elo, result, date, eco, plies, event;
};

std::string cut_to_width(std::string_view text, size_t width) {
    std::string whole, cut;  // `cut` leaves room for the ellipsis
    for (size_t used = 0; !text.empty(); ++used) {
        if (used == width) return cut + "…";
        if (used + 1 == width) cut = whole;
        const size_t bytes = std::max(first_character_bytes(text), size_t{1});
        const std::string_view character = text.substr(0, bytes);
        const bool is_shown = first_character_bytes(text) > 0 && !is_control(character);
        whole += is_shown ? character : "?";
        text.remove_prefix(bytes);
    }
    return whole;
}

GameListText::GameListText(const corpus::Corpus& corpus, uint32_t width) {
    const uint64_t last_id = std::max(corpus.game_count(), uint64_t{1}) - 1;
    id_width_ = std::max(std::to_string(last_id).size(), std::string_view("id").size());
    const size_t fixed = kFixedWidth + id_width_;
    const size_t room = std::max(size_t{width}, fixed + 2 * kLeastOfAName) - fixed;
    // A third for each name and for the event with the blanks before it; all of it for the names
    // where they would become too short.
    const bool has_event = room / 3 >= kReadableName;
    name_width_ = std::min(has_event ? room / 3 : room / 2, kMostOfAName);
    event_width_ = has_event ? room - 2 * name_width_ - 2 : 0;
}

void GameListText::append_line(const Cells& cells, std::string& out) const {
    out += fmt::format("{:>{}}  ", cells.id, id_width_);
    append_padded(cut_to_width(cells.white, name_width_), name_width_, out);
    out += fmt::format(" {:>{}}  ", cells.white_elo, kEloWidth);
    append_padded(cut_to_width(cells.black, name_width_), name_width_, out);
    out += fmt::format(" {:>{}}  {:<{}}  {:<{}}  {:<{}} {:>{}}", cells.black_elo, kEloWidth,
                       cells.result, kResultWidth, cells.date, kDateWidth, cells.eco, kEcoWidth,
                       cells.plies, kPliesWidth);
    if (event_width_ > 0 && !cells.event.empty()) {
        out += "  ";
        out += cut_to_width(cells.event, event_width_);
    }
    out += '\n';
}

void GameListText::append_header(std::string& out) const {
    append_line({.id = "id",
                 .white = "white",
                 .white_elo = "elo",
                 .black = "black",
                 .black_elo = "elo",
                 .result = "result",
                 .date = "date",
                 .eco = "eco",
                 .plies = "plies",
                 .event = "event"},
                out);
}

void GameListText::append(const StoredGame& game, std::string& out) const {
    const corpus::GameHeader& header = game.header;
    const std::string* const event = find_tag(game, "Event");
    const std::string eco =
        header.eco == corpus::kUnknownEco ? std::string() : corpus::eco_text(header.eco);
    append_line({.id = std::to_string(game.id),
                 .white = game.white,
                 .white_elo = elo_text(header.white_elo),
                 .black = game.black,
                 .black_elo = elo_text(header.black_elo),
                 .result = corpus::result_text(header.result),
                 .date = corpus::date_text(header.date),
                 .eco = eco,
                 .plies = std::to_string(header.plies),
                 .event = event == nullptr ? std::string_view() : std::string_view(*event)},
                out);
}

}  // namespace edge::games
