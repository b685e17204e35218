// Stored games as lines for reading in a terminal: one game each, in aligned columns. The columns
// depend on the corpus and the width alone, so that pages of one list fit together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "corpus/corpus.h"
#include "games/stored_game.h"

namespace edge::games {

inline constexpr uint32_t kMinListWidth = 60;
inline constexpr uint32_t kMaxListWidth = 1000;
inline constexpr uint32_t kDefaultListWidth = 100;

// Id, players with their ratings, result, date, ECO code, plies and, where there is room, event.
class GameListText {
public:
    // No line is longer than `width` characters; what does not fit is cut.
    GameListText(const corpus::Corpus& corpus, uint32_t width);

    void append_header(std::string& out) const;
    // The event is known when the game was loaded with all its tags.
    void append(const StoredGame& game, std::string& out) const;

private:
    struct Cells;
    void append_line(const Cells& cells, std::string& out) const;

    size_t id_width_;
    size_t name_width_;
    size_t event_width_;  // 0: no such column
};

// The text in at most `width` characters, which are counted as code points: what is too long ends
// with an ellipsis. Characters that would disturb a terminal become '?', as do bytes that are not
// UTF-8.
std::string cut_to_width(std::string_view text, size_t width);

}  // namespace edge::games
