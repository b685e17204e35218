// What a ply costs: the moves of a PGN file played from their stored form, and decoded from the
// words of the text. EDGE_BENCH_PGN names the file (default: the bundled games); its words are
// found beforehand, so that only decoding and playing are timed. EDGE_BENCH_GAMES takes only that
// many games, again and again: with few, every branch is predicted.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "chess/san_decoder.h"
#include "codec/pgn/reader.h"
#include "core/mapped_file.h"

namespace edge {
namespace {

struct Word {
    uint64_t bytes;
    uint16_t length;  // 0: a game begins
    Move move;
};

// Collects the words of the plain games.
class Collector {
public:
    std::vector<Word> words;

    void begin_game(size_t) {}
    void tag(const pgn::Tag&) {}
    bool begin_moves() {
        decoder_.reset();
        words.push_back({0, 0, Move()});
        return true;
    }
    bool move(uint64_t bytes, unsigned length) {
        const Move move = decoder_.play_word<Maintain::Pieces>(bytes, length);
        if (move.is_none()) return false;
        words.push_back({bytes, static_cast<uint16_t>(length), move});
        return true;
    }
    bool odd_move(std::string_view, size_t) { return false; }
    void result(GameResult) {}
    void end_game(size_t, pgn::GameEnd) {}
    void drop_game() {}

private:
    SanDecoder decoder_;
};
static_assert(pgn::GameVisitor<Collector>);

std::vector<Word> read_words() {
    const char* const path = std::getenv("EDGE_BENCH_PGN");
    const auto file =
        MappedFile::open(path != nullptr ? path : EDGE_SOURCE_DIR "/data/classics.pgn");
    if (!file) return {};
    std::string text(file->text());
    const size_t size = text.size();
    text.resize(size + pgn::kScanBytes);
    Collector collector;
    pgn::Reader({text.data(), size}, pgn::TextEnd::EndOfInput, true, collector).read(false);
    std::vector<Word> words = std::move(collector.words);
    const char* const limit = std::getenv("EDGE_BENCH_GAMES");
    if (limit == nullptr) return words;
    size_t games = 0;
    size_t end = 0;
    const auto wanted = static_cast<size_t>(std::atoi(limit));
    while (end < words.size() && (words[end].length != 0 || games++ < wanted)) ++end;
    const std::vector<Word> few(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(end));
    const size_t whole = words.size();
    for (words.clear(); words.size() < whole;) words.insert(words.end(), few.begin(), few.end());
    return words;
}

const std::vector<Word>& all_words() {
    static const std::vector<Word> words = read_words();
    return words;
}

// Runs over all words; items are plies.
template <class State, class Reset, class Play>
void run(benchmark::State& state, State subject, Reset reset, Play play) {
    const std::vector<Word>& words = all_words();
    int64_t plies = 0;
    for (auto _ : state) {
        for (const Word& word : words) {
            if (word.length == 0) {
                reset(subject);
            } else {
                play(subject, word);
                ++plies;
            }
        }
        benchmark::DoNotOptimize(subject);
    }
    state.SetItemsProcessed(plies);
}

void make_board(benchmark::State& state) {
    run(
        state, Position(), [](Position& p) { p = Position::start(); },
        [](Position& p, const Word& word) { p.make_move<Maintain::Board>(word.move); });
}
BENCHMARK(make_board);

void make_board_and_hash(benchmark::State& state) {
    run(
        state, Position(), [](Position& p) { p = Position::start(); },
        [](Position& p, const Word& word) { p.make_move<Maintain::BoardAndHash>(word.move); });
}
BENCHMARK(make_board_and_hash);

void decode_and_play(benchmark::State& state) {
    run(
        state, SanDecoder(), [](SanDecoder& d) { d.reset(); },
        [](SanDecoder& d, const Word& word) {
            benchmark::DoNotOptimize(d.play_word<Maintain::Pieces>(word.bytes, word.length));
        });
}
BENCHMARK(decode_and_play);

}  // namespace
}  // namespace edge

BENCHMARK_MAIN();
