// Corpora of real games for tests of aggregates, and spans of plies to fold over without an engine.
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

// All positions in a third of the games, random spans in another third, one position in the rest.
inline std::vector<query::PlySpan> some_spans(uint64_t game_id, uint32_t plies) {
    if (game_id % 3 == 0) return {{0, plies}};
    std::mt19937_64 random(game_id);
    if (game_id % 3 == 1) {
        const auto ply = static_cast<uint32_t>(random() % (plies + 1));
        return {{ply, ply}};
    }
    std::vector<query::PlySpan> spans;
    for (uint64_t at = random() % 5; at <= plies; at += 2 + random() % 9) {
        const uint64_t last = std::min<uint64_t>(at + random() % 7, plies);
        spans.push_back({static_cast<uint32_t>(at), static_cast<uint32_t>(last)});
        at = last;
    }
    return spans;
}

// The obvious way: calls visit(ply, position) for each position in the spans.
template <class Visit>
void for_each_position(const corpus::GameView& game, const std::vector<query::PlySpan>& spans,
                       Visit visit) {
    Position position = Position::start();
    for (uint32_t ply = 0;; ++ply) {
        for (const query::PlySpan& span : spans) {
            if (span.first <= ply && ply <= span.last) visit(ply, position);
        }
        if (ply == game.plies()) return;
        position.make_move<Maintain::BoardAndHash>(game.move(ply));
    }
}

// Calls visit(id, place, game, spans) for every game, with the spans above.
template <class Visit>
void for_each_game_with_spans(const corpus::Corpus& corpus, Visit visit) {
    const Status status = corpus::for_each_game(
        corpus, [&](uint64_t id, corpus::GamePlace place, const corpus::GameView& game) -> Status {
            const std::vector<query::PlySpan> spans = some_spans(id, game.plies());
            if (!spans.empty()) visit(id, place, game, spans);
            return {};
        });
    EXPECT_TRUE(status.has_value());
}

// A record whose moves are random bytes, for code that must take any.
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
