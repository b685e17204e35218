// The engine against the oracle: the games that match, where they match and every position of an
// aggregate, for random queries over real games, on one thread and on three.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <random>

#include "bitmap/bitmap_file.h"
#include "core/byte_stream.h"
#include "core/mapped_file.h"
#include "corpus/bitmap_layout.h"
#include "index/indexer.h"
#include "query/lang/text.h"
#include "query/query.h"
#include "support/query_gen.h"
#include "support/query_oracle.h"
#include "support/slow_build.h"
#include "support/source_dir.h"
#include "support/temp_dir.h"

namespace edge::query {
namespace {

namespace fs = std::filesystem;
using oracle::OracleGame;

constexpr unsigned kQueries = test::kSlowBuild ? 6 : 60;
constexpr size_t kGamesPerSample = 300;
constexpr unsigned kParts = 24;

// The text of the first games of a sample, in which every game begins with Event. Empty when the
// collections are missing.
std::string first_games(std::string_view sample, size_t count) {
    const char* const shared = std::getenv("EDGE_SHARED");
    if (shared == nullptr) return "";
    const fs::path path = fs::path(shared) / "corpora" / (std::string(sample) + "-sample.pgn.zst");
    if (!fs::exists(path)) return "";
    const auto file = MappedFile::open(path.string()).value();
    const auto stream = open_by_content(open_memory_stream(file.bytes()), path.string()).value();
    std::string text(4 << 20, ' ');  // far more than the games need
    text.resize(read_full(*stream, text).value());
    size_t end = 0;
    for (size_t i = 0; i < count && end != std::string::npos; ++i) {
        end = text.find("\n[Event ", end + 1);
    }
    return end == std::string::npos ? text : text.substr(0, end + 1);
}

// The games of a text, each with its tags.
std::vector<std::string> split_games(const std::string& text) {
    std::vector<std::string> games;
    for (size_t at = 0; at < text.size();) {
        const size_t next = std::min(text.find("\n[Event ", at), text.size() - 1) + 1;
        games.push_back(text.substr(at, next - at));
        at = next;
    }
    return games;
}

// A corpus with two stored bitmaps, open for the engine and for the oracle.
class TestCorpus {
public:
    TestCorpus(const std::string& pgn, uint32_t shards) {
        test::write_file(dir_ / "games.pgn", pgn);
        indexing::IndexOptions options;
        options.inputs = {(dir_ / "games.pgn").string()};
        options.out = dir_ / "c";
        options.shards = shards;
        options.threads = 1;
        options.tree = false;
        (void)indexing::index_games(options).value();
        corpus_ =
            std::make_unique<corpus::Corpus>(corpus::Corpus::open((dir_ / "c").string()).value());
        store_bitmap("every-third", 3);
        store_bitmap("even", 2);
        games_ = oracle::load_games(*corpus_).value();
        std::mt19937_64 engine(1);
        vocabulary_ = gen::vocabulary_of(games_, engine);
    }

    const corpus::Corpus& corpus() const { return *corpus_; }
    const std::vector<OracleGame>& games() const { return games_; }
    const gen::GenVocabulary& vocabulary() const { return vocabulary_; }

private:
    void store_bitmap(const std::string& name, uint64_t every) {
        Bitmap bitmap(corpus::bitmap_layout(*corpus_));
        for (uint64_t id = 0; id < corpus_->game_count(); id += every) {
            const corpus::GamePlace place = corpus_->locate(id);
            bitmap.set(place.shard, place.index);
        }
        const fs::path path = dir_ / "c" / "bitmaps" / (name + ".bm");
        EXPECT_TRUE(write_bitmap(bitmap, path, false));
    }

    test::TempDir dir_;
    std::unique_ptr<corpus::Corpus> corpus_;
    std::vector<OracleGame> games_;
    gen::GenVocabulary vocabulary_;
};

// The bundled games and some of each sample, divided into small corpora, so that many queries run
// on many games in little time.
std::string part_of_games(unsigned part) {
    std::vector<std::string> games =
        split_games(test::read_file(test::source_dir() / "data/classics.pgn"));
    for (const char* const sample : {"otb", "lichess", "engine"}) {
        for (std::string& game : split_games(first_games(sample, kGamesPerSample))) {
            games.push_back(std::move(game));
        }
    }
    std::string text;
    for (size_t i = part; i < games.size(); i += kParts) text += games[i] + "\n";
    return text;
}

using Plies = std::vector<uint32_t>;

// ---- answers, by game

std::vector<bool> engine_games(const Query& query, unsigned threads) {
    const Bitmap found = find_games(query, {threads, {}}).value();
    std::vector<bool> games;
    for (uint32_t shard = 0; shard < found.shard_count(); ++shard) {
        for (uint32_t i = 0; i < query.corpus().shard(shard).game_count(); ++i) {
            games.push_back(found.test(shard, i));
        }
    }
    return games;
}

std::vector<std::optional<Plies>> engine_witnesses(const Query& query, unsigned threads) {
    std::vector<std::optional<Plies>> witnesses(query.corpus().game_count());
    const Matches matches = find_matches(query, {}, {threads, {}}).value();
    EXPECT_EQ(matches.games_matched, matches.games.size());
    for (const GameMatch& match : matches.games) witnesses[match.game_id] = match.plies;
    return witnesses;
}

std::vector<Plies> engine_positions(const Query& query, const PositionChoice& choice,
                                    unsigned threads, MatchingGames* matching = nullptr) {
    std::vector<Plies> positions(query.corpus().game_count());
    std::mutex mutex;
    const Status done = visit_positions(
        query, choice, {threads, {}}, matching,
        [&](unsigned, corpus::GamePlace place, const corpus::GameView&,
            std::span<const PlySpan> spans) {
            const std::lock_guard lock(mutex);
            Plies& plies = positions[query.corpus().first_id(place.shard) + place.index];
            for (const PlySpan& span : spans) {
                for (uint32_t ply = span.first; ply <= span.last; ++ply) plies.push_back(ply);
            }
        });
    EXPECT_TRUE(done);
    return positions;
}

std::string text_of(const Plies& plies) {
    std::string text;
    for (const uint32_t ply : plies) text += " " + std::to_string(ply);
    return "{" + text + " }";
}
std::string text_of(const std::optional<Plies>& plies) {
    return plies ? text_of(*plies) : "no match";
}

std::string name_of(const OracleGame& game) {
    return "game " + std::to_string(game.id) + ", " + game.white.value_or("?") + " - " +
           game.black.value_or("?");
}

void expect_equal(const TestCorpus& corpus, const Expr& expr) {
    const auto query = Query::prepare(corpus.corpus(), expr);
    ASSERT_TRUE(query) << to_text(expr) << ": " << query.error().message;
    const std::vector<bool> games = engine_games(*query, 1);
    const auto witnesses = engine_witnesses(*query, 1);
    MatchingGames matching(corpus.corpus());
    const std::vector<Plies> positions = engine_positions(*query, {}, 1, &matching);
    EXPECT_EQ(matching.games, find_games(*query, {}).value()) << query->text();
    const PositionChoice in_all_games{.ignore_windows = true};
    const std::vector<Plies> folded = engine_positions(*query, in_all_games, 1);
    const std::vector<Plies> first = engine_positions(*query, {PerGame::First}, 1);
    const std::vector<Plies> last = engine_positions(*query, {PerGame::Last}, 1);
    EXPECT_EQ(games, engine_games(*query, 3)) << query->text();
    EXPECT_EQ(witnesses, engine_witnesses(*query, 3)) << query->text();
    EXPECT_EQ(positions, engine_positions(*query, {}, 3)) << query->text();
    uint64_t without_position = 0;

    const Expr normal = normalized(expr);
    for (const OracleGame& game : corpus.games()) {
        const std::optional<Plies> witness = oracle::witness(normal, game);
        const Plies plies = oracle::matching_plies(normal, game);
        ASSERT_EQ(games[game.id], witness.has_value())
            << query->text() << "\n"
            << name_of(game) << "\nthe oracle's plies are " << text_of(witness);
        ASSERT_EQ(witnesses[game.id], witness)
            << query->text() << "\n"
            << name_of(game) << "\nengine " << text_of(witnesses[game.id]) << ", oracle "
            << text_of(witness);
        ASSERT_EQ(positions[game.id], plies)
            << query->text() << "\n"
            << name_of(game) << "\nengine " << text_of(positions[game.id]) << ", oracle "
            << text_of(plies);
        ASSERT_EQ(folded[game.id], oracle::matching_plies(normal, game, true))
            << query->text() << "\n"
            << name_of(game);
        ASSERT_EQ(first[game.id], plies.empty() ? Plies{} : Plies{plies.front()}) << query->text();
        ASSERT_EQ(last[game.id], plies.empty() ? Plies{} : Plies{plies.back()}) << query->text();
        without_position += witness && plies.empty() ? 1 : 0;
    }
    EXPECT_EQ(matching.without_position, without_position) << query->text();
}

class EngineOracle : public ::testing::TestWithParam<unsigned> {};

// EDGE_TEST_SEED selects other queries.
uint64_t first_seed() {
    const char* const seed = std::getenv("EDGE_TEST_SEED");
    return seed == nullptr ? 0 : std::strtoull(seed, nullptr, 10);
}

TEST_P(EngineOracle, RandomQueriesGiveTheSameAnswers) {
    const TestCorpus corpus(part_of_games(GetParam()), 1 + GetParam() % 3);
    std::mt19937_64 engine(first_seed() + GetParam());
    for (unsigned i = 0; i < kQueries && !HasFailure(); ++i) {
        expect_equal(corpus, i % 4 == 0 ? gen::random_flag_query(engine, corpus.vocabulary())
                                        : gen::random_query(engine, corpus.vocabulary()));
    }
}

INSTANTIATE_TEST_SUITE_P(Parts, EngineOracle, ::testing::Range(0U, kParts));

}  // namespace
}  // namespace edge::query
