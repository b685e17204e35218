#include "codec/synth/synth.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>

#include "codec/synth/pgn_text.h"
#include "codec/synth/players.h"
#include "core/parallel.h"

namespace edge::synth {
namespace {

constexpr uint64_t kGamesPerPiece = 1000;

// Hands out pieces of the work and puts their texts back in order.
class OrderedOutput {
public:
    OrderedOutput(uint64_t pieces, const Sink& sink) : pieces_(pieces), sink_(sink) {}

    // The next piece to make; `pieces` when there is none left.
    uint64_t take() { return stopped_ ? pieces_ : std::min(pieces_, next_.fetch_add(1)); }
    bool done(uint64_t piece) const { return piece >= pieces_; }

    void put(uint64_t piece, std::string_view text) {
        std::unique_lock lock(mutex_);
        // The piece before was taken earlier, by a thread that is at work on it.
        turn_.wait(lock, [&] { return written_ == piece; });
        if (status_) status_ = sink_(text);
        if (!status_) stopped_ = true;
        ++written_;
        turn_.notify_all();
    }

    Status status() const { return status_; }

private:
    const uint64_t pieces_;
    const Sink& sink_;
    std::atomic<uint64_t> next_ = 0;
    std::atomic<bool> stopped_ = false;
    std::mutex mutex_;
    std::condition_variable turn_;
    uint64_t written_ = 0;
    Status status_;
};

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
    const uint64_t whole_pieces = options.games / kGamesPerPiece;
    OrderedOutput output(whole_pieces + (options.games % kGamesPerPiece != 0 ? 1 : 0), sink);
    run_on_threads(std::max(1U, options.threads), [&](unsigned) {
        Generator generator(options.seed, options.clocks);
        std::string text;
        for (uint64_t piece = output.take(); !output.done(piece); piece = output.take()) {
            text.clear();
            const uint64_t first = piece * kGamesPerPiece;
            const uint64_t end = std::min(options.games, first + kGamesPerPiece);
            for (uint64_t number = first; number < end; ++number) {
                generator.append_game(number, text);
            }
            output.put(piece, text);
        }
    });
    return output.status();
}

}  // namespace edge::synth
