// Corpora of real games for the tests of aggregates, and ply runs to fold over without an engine.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "chess/position.h"
#include "corpus/corpus.h"
#include "corpus/corpus_builder.h"
#include "index/indexer.h"
#include "query/query.h"
#include "support/source_dir.h"
#include "support/temp_dir.h"

namespace edge::test {

// A corpus in a folder of its own.
struct GameSet {
    explicit GameSet(const std::filesystem::path& pgn, uint32_t shards = 2) {
        indexing::IndexOptions options;
        options.inputs = {pgn.string()};
        options.out = folder / "x.scoredb";
        options.shards = shards;
        options.threads = 1;
        options.tree = false;
        EXPECT_TRUE(indexing::index_games(options).has_value());
        open();
    }
    explicit GameSet(std::vector<TestGame> games, uint32_t shards = 1) {
        CorpusBuilder builder;
        builder.games = std::move(games);
        builder.shards = shards;
        builder.with_tree = false;
        builder.write(folder / "x.scoredb");
        open();
    }

    const corpus::Corpus& corpus() const { return opened.front(); }

    TempDir folder;
    std::vector<corpus::Corpus> opened;  // one; a Corpus has no empty state

private:
    void open() { opened.push_back(corpus::Corpus::open((folder / "x.scoredb").string()).value()); }
};

inline std::filesystem::path classics_pgn() { return test::source_dir() / "data" / "classics.pgn"; }

// Every position of all games of a third, random runs in another, one position in the last.
inline std::vector<query::PlyRun> some_runs(uint64_t game_id, uint32_t plies) {
    if (game_id % 3 == 0) return {{0, plies}};
    std::mt19937_64 random(game_id);
    if (game_id % 3 == 1) {
        const auto ply = static_cast<uint32_t>(random() % (plies + 1));
        return {{ply, ply}};
    }
    std::vector<query::PlyRun> runs;
    for (uint64_t at = random() % 5; at <= plies; at += 2 + random() % 9) {
        const uint64_t last = std::min<uint64_t>(at + random() % 7, plies);
        runs.push_back({static_cast<uint32_t>(at), static_cast<uint32_t>(last)});
        at = last;
    }
    return runs;
}

// The obvious way: calls visit(position) for each position in the runs.
template <class Visit>
void for_each_position(const corpus::GameView& game, const std::vector<query::PlyRun>& runs,
                       Visit visit) {
    Position position = Position::start();
    for (uint32_t ply = 0;; ++ply) {
        for (const query::PlyRun& run : runs) {
            if (run.first <= ply && ply <= run.last) visit(ply, position);
        }
        if (ply == game.plies()) return;
        position.make_move<Maintain::BoardAndHash>(game.move(ply));
    }
}

// Calls visit(id, place, game, runs) for every game, with the runs above.
template <class Visit>
void for_each_game_with_runs(const corpus::Corpus& corpus, Visit visit) {
    const Status status = corpus::for_each_game(
        corpus, [&](uint64_t id, corpus::GamePlace place, const corpus::GameView& game) -> Status {
            const std::vector<query::PlyRun> runs = some_runs(id, game.plies());
            if (!runs.empty()) visit(id, place, game, runs);
            return {};
        });
    EXPECT_TRUE(status.has_value());
}

// A record of moves that no rule made, for code that must take any bytes.
class RecordOfAnyBytes {
public:
    RecordOfAnyBytes(uint64_t seed, uint32_t plies) {
        corpus::GameHeader header;
        header.plies = plies;
        bytes_.resize(corpus::kHeaderBytes + 2 * size_t{plies});
        corpus::encode_header(header, bytes_.data());
        std::mt19937_64 random(seed);
        for (size_t i = corpus::kHeaderBytes; i < bytes_.size(); ++i) {
            bytes_[i] = static_cast<std::byte>(random());
        }
    }
    corpus::GameView view() const { return corpus::GameView(bytes_.data()); }

private:
    std::vector<std::byte> bytes_;
};

}  // namespace edge::test
