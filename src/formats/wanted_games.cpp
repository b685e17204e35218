#include "formats/wanted_games.h"

#include <string>
#include <string_view>

#include "formats/game_tags.h"
#include "formats/name_table.h"

namespace edge::formats {

bool accepts(const query::GameFilter& filter, const Game& game) {
    GameTags tags;
    tags.add_all(game);
    NameTable names;
    corpus::GameHeader header;
    header.plies = game.moves.main_line_plies();
    tags.read_into(header, names);
    const auto name = [&names](uint32_t number) {
        return number == corpus::kNoName ? std::string_view() : names.name(number);
    };
    std::vector<std::pair<std::string_view, std::string>> texts;
    if (filter.wants_tags()) texts = tags.texts();
    return filter.accepts({header, name(header.white_name), name(header.black_name), texts});
}

WantedGames WantedGames::by_header(query::GameFilter filter) {
    WantedGames wanted;
    wanted.filter_ = std::move(filter);
    return wanted;
}

WantedGames WantedGames::by_number(std::vector<bool> numbers) {
    WantedGames wanted;
    wanted.numbers_ = std::move(numbers);
    return wanted;
}

bool WantedGames::wants(const Game& game, uint64_t number) const {
    return filter_ ? accepts(*filter_, game) : wants_number(number);
}

}  // namespace edge::formats
