#include "games/novelty_pgn.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "chess/san.h"
#include "codec/pgn/game_writer.h"
#include "games/stored_game.h"
#include "games/whole_game.h"

namespace edge::games {
namespace {

std::string comment_on(const explorer::Repertoire::Entry& entry) {
    if (entry.moves.empty()) return "Novelty; the line of the repertoire ends here.";
    std::vector<std::string> moves;
    moves.reserve(entry.moves.size());
    for (const Move move : entry.moves) moves.push_back(to_san(entry.position, move));
    return fmt::format("Novelty; the repertoire has {}.", fmt::join(moves, ", "));
}

}  // namespace

Status write_novelties(const corpus::Corpus& corpus, const explorer::Repertoire& repertoire,
                       const explorer::News& news,
                       const std::function<Status(std::string_view text)>& write) {
    std::vector<const explorer::Departure*> novelties;
    for (const explorer::LineNews& line : news.lines) {
        for (const explorer::Departure* novelty : explorer::novelties_of(line)) {
            novelties.push_back(novelty);
        }
    }
    std::ranges::sort(novelties, {},
                      [](const explorer::Departure* novelty) { return novelty->novelty->game_id; });
    GameLoader loader(corpus);
    for (const explorer::Departure* novelty : novelties) {
        const StoredGame stored = EDGE_TRY(loader.load(novelty->novelty->game_id));
        Game game = EDGE_TRY(whole_game(corpus, stored));
        Annotation& notes = game.moves.annotate(novelty->novelty->ply + 1);
        notes.nags.push_back(kNoveltyNag);
        notes.comment = comment_on(repertoire.entries()[novelty->entry]);
        std::string text;
        pgn::append_game(game, text);
        EDGE_CHECK(write(text));
    }
    return {};
}

}  // namespace edge::games
