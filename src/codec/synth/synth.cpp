#include "codec/synth/synth.h"

#include <algorithm>

#include "codec/synth/pgn_text.h"
#include "codec/synth/players.h"
#include "core/ordered_work.h"

namespace edge::synth {
namespace {

constexpr uint64_t kGamesPerPiece = 1000;

}  // namespace

void Generator::append_game(uint64_t number, std::string& text) {
    Random random(mix(mix(seed_) ^ number));
    const uint32_t white = draw_player(random);
    uint32_t black = draw_player(random);
    if (black == white) black = (white + 1) % kPlayers;
    GameSetting setting = draw_setting(player(white), player(black), random);
    play_game(book_, setting.white_elo, setting.black_elo, setting.is_online ? 24 : 1, random,
              game_);
    append_tags(setting, game_, text);
    if (clocks_) {
        append_moves_with_clocks(setting, game_, random, text);
    } else {
        append_moves(game_, text);
    }
}

Status write_games(const Options& options, const Sink& sink) {
    const unsigned threads = std::max(1U, options.threads);
    const uint64_t pieces = (options.games + kGamesPerPiece - 1) / kGamesPerPiece;
    OrderedWork<uint64_t, std::string> work(2 * uint64_t{threads} + 2, numbers_below(pieces),
                                            [&](const std::string& text) -> Result<bool> {
                                                EDGE_CHECK(sink(text));
                                                return true;
                                            });
    return work.run(threads, [&](unsigned) {
        Generator generator(options.seed, options.clocks);
        while (const auto piece = work.take()) {
            std::string text;
            const uint64_t first = piece->number * kGamesPerPiece;
            const uint64_t end = std::min(options.games, first + kGamesPerPiece);
            for (uint64_t number = first; number < end; ++number) {
                generator.append_game(number, text);
            }
            work.put(piece->number, std::move(text));
        }
    });
}

}  // namespace edge::synth
