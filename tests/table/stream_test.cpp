// What every stream promises, whatever the table: schemas, batches, release and errors.
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <numeric>

#include "corpus/corpus_builder.h"
#include "query/lang/text.h"
#include "support/damage.h"
#include "support/temp_dir.h"
#include "table/arrow_reader.h"

namespace edge::table {
namespace {

using test::OpenStream;
using test::read_table;
using test::ReadTable;
using test::Row;

class StreamTest : public testing::Test {
protected:
    using Games = std::vector<edge::test::TestGame>;

    std::shared_ptr<const corpus::Corpus> write(Games games, uint32_t shards = 1) {
        edge::test::CorpusBuilder builder;
        builder.games = std::move(games);
        builder.shards = shards;
        builder.with_tree_games = true;
        builder.write(root_);
        return open();
    }
    std::shared_ptr<const corpus::Corpus> open() {
        return std::make_shared<const corpus::Corpus>(corpus::Corpus::open(root_.string()).value());
    }
    // Enough games for several blocks of a scan, in two shards.
    static Games many_games() {
        Games games;
        for (size_t i = 0; i < 3000; ++i) {
            games.push_back(edge::test::sample_games()[i % 7]);
            games.back().white = "Player " + std::to_string(i % 11);
        }
        return games;
    }
    static query::Expr ask(std::string_view text) { return query::parse_text(text).value(); }

    edge::test::TempDir folder_;
    std::filesystem::path root_ = folder_ / "games.scoredb";
};

constexpr Table kTables[] = {Table::Games, Table::Edges, Table::Positions, Table::Moves};

TEST_F(StreamTest, BatchesHaveTheRowsThatAreAskedForButForTheLast) {
    const auto corpus = write(edge::test::sample_games(), 2);
    for (const Table table : kTables) {
        const ReadTable whole = read_table(corpus, {.table = table});
        ASSERT_EQ(whole.error, 0) << whole.message;
        const auto rows = static_cast<int64_t>(whole.rows.size());
        EXPECT_EQ(whole.batches, std::vector<int64_t>{rows});
        for (const uint32_t size : {1U, 7U, static_cast<uint32_t>(rows)}) {
            const ReadTable cut = read_table(corpus, {.table = table, .batch_rows = size});
            EXPECT_EQ(cut.rows, whole.rows);
            for (size_t i = 0; i + 1 < cut.batches.size(); ++i) EXPECT_EQ(cut.batches[i], size);
            EXPECT_EQ(std::accumulate(cut.batches.begin(), cut.batches.end(), int64_t{0}), rows);
        }
    }
}

TEST_F(StreamTest, AreTheSameWhateverTheThreads) {
    const auto corpus = write(many_games(), 2);
    for (const Table table : kTables) {
        const TableOptions options = {
            .table = table, .query = ask("white = \"Player 3\" or Q=q=0"), .batch_rows = 100};
        const ReadTable one = read_table(corpus, options, {1, {}});
        const ReadTable four = read_table(corpus, options, {4, {}});
        ASSERT_EQ(one.error, 0) << one.message;
        EXPECT_GT(one.rows.size(), 0U);
        EXPECT_EQ(one.rows, four.rows);
        EXPECT_EQ(one.batches, four.batches);
    }
}

TEST_F(StreamTest, AnEmptyCorpusGivesSchemasAndNoBatch) {
    const auto corpus = write({});
    for (const Table table : kTables) {
        const ReadTable read = read_table(corpus, {.table = table});
        EXPECT_EQ(read.error, 0) << read.message;
        EXPECT_GT(read.columns.size(), 0U);
        EXPECT_TRUE(read.batches.empty());
    }
}

TEST_F(StreamTest, SoDoesAQueryThatNothingMatches) {
    const auto corpus = write(edge::test::sample_games());
    for (const Table table : kTables) {
        const ReadTable read = read_table(corpus, {.table = table, .query = ask("plies > 9999")});
        EXPECT_EQ(read.error, 0) << read.message;
        EXPECT_TRUE(read.batches.empty());
    }
}

TEST_F(StreamTest, TheEndStaysTheEnd) {
    OpenStream open(write(edge::test::sample_games()), {});
    ArrowArray batch{};
    ASSERT_EQ(open.stream.get_next(&open.stream, &batch), 0);
    batch.release(&batch);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(open.stream.get_next(&open.stream, &batch), 0);
        EXPECT_EQ(batch.release, nullptr);
    }
    EXPECT_EQ(open.stream.get_last_error(&open.stream), nullptr);
}

TEST_F(StreamTest, ArraysOutliveTheStreamAndTheCorpus) {
    ArrowArray batch{};
    std::vector<test::ReadColumn> columns;
    {
        OpenStream open(write(edge::test::sample_games()), {.columns = {"white", "tags"}});
        columns = test::read_schema(open.stream);
        ASSERT_EQ(open.stream.get_next(&open.stream, &batch), 0);
    }
    EXPECT_EQ(test::rows_of(columns, batch)[1][0], "Bert");
    batch.release(&batch);
    EXPECT_EQ(batch.release, nullptr);
}

TEST_F(StreamTest, AChildThatWasMovedOutLivesByItself) {
    OpenStream open(write(edge::test::sample_games()), {.columns = {"white", "black"}});
    ArrowArray batch{};
    ASSERT_EQ(open.stream.get_next(&open.stream, &batch), 0);
    ArrowArray black = *batch.children[1];
    batch.children[1]->release = nullptr;
    batch.release(&batch);
    open.release();
    EXPECT_EQ(test::text_at(black, 1), "Carla");
    black.release(&black);
}

TEST_F(StreamTest, AStreamMayBeReleasedBeforeItsEnd) {
    OpenStream open(write(many_games()), {.table = Table::Moves, .batch_rows = 10}, {4, {}});
    ArrowArray batch{};
    ASSERT_EQ(open.stream.get_next(&open.stream, &batch), 0);
    open.release();
    batch.release(&batch);
}

TEST_F(StreamTest, CancellingEndsItWithAMessage) {
    const auto corpus = write(many_games());
    for (const Table table : kTables) {
        const ReadTable read =
            read_table(corpus, {.table = table}, {2, [](uint64_t) { return false; }});
        EXPECT_EQ(read.error, ECANCELED);
        EXPECT_NE(read.message.find("cancelled"), std::string::npos);
    }
}

TEST_F(StreamTest, AFailedStreamStaysFailed) {
    OpenStream open(write(many_games()), {.batch_rows = 500},
                    {1, [](uint64_t games) { return games < 2000; }});
    ArrowArray batch{};
    int code = 0;
    for (int i = 0; i < 5; ++i) {
        code = open.stream.get_next(&open.stream, &batch);
        if (code == 0) batch.release(&batch);
    }
    EXPECT_EQ(code, ECANCELED);
    EXPECT_STRNE(open.stream.get_last_error(&open.stream), nullptr);
}

TEST_F(StreamTest, ProgressNeverGoesBack) {
    std::atomic<uint64_t> last = 0;
    std::atomic<bool> went_back = false;
    const auto corpus = write(many_games(), 2);
    read_table(corpus, {.query = ask("Q=q=0"), .batch_rows = 64}, {1, [&](uint64_t games) {
                                                                       if (games < last) {
                                                                           went_back = true;
                                                                       }
                                                                       last = games;
                                                                       return true;
                                                                   }});
    EXPECT_FALSE(went_back);
    EXPECT_EQ(last, corpus->game_count());
}

TEST_F(StreamTest, AnUnknownColumnIsAnsweredWithThoseThereAre) {
    const auto corpus = write(edge::test::sample_games());
    for (const Table table : kTables) {
        const OpenStream open(corpus, {.table = table, .columns = {"wight"}});
        ASSERT_FALSE(open.status);
        EXPECT_EQ(open.status.error().code, ErrorCode::InvalidArgument);
        EXPECT_TRUE(open.status.error().message.starts_with("found the column 'wight'"));
        EXPECT_EQ(open.stream.release, nullptr);
    }
    const OpenStream twice(corpus, {.columns = {"eco", "eco"}});
    EXPECT_EQ(twice.status.error().message, "found the column 'eco' twice");
}

// Whatever bytes are there, reading ends with rows or an error.
TEST_F(StreamTest, DamageGivesErrors) {
    write(edge::test::sample_games());
    const auto read_all = [&] {
        auto corpus = corpus::Corpus::open(root_.string());
        if (!corpus) return;
        const auto shared = std::make_shared<const corpus::Corpus>(*std::move(corpus));
        for (const Table table : kTables) {
            TableOptions options = {.table = table};
            if (table == Table::Games) options.columns = {"white", "event", "tags", "uci", "pgn"};
            if (table == Table::Edges) options.query = ask("result = W");
            const ReadTable read = read_table(shared, options);
            if (read.error != 0) {
                EXPECT_FALSE(read.message.empty());
            }
        }
    };
    for (const char* const file : {"shards/0.moves", "shards/0.dict", "shards/0.extra"}) {
        const auto path = root_ / file;
        const std::string whole = edge::test::read_file(path);
        for (size_t at = 0; at < whole.size(); at += 3) {
            edge::test::put_byte(path, at, static_cast<char>(whole[at] ^ 0x85));
            read_all();
            edge::test::put_byte(path, at, whole[at]);
        }
    }
}

TEST_F(StreamTest, ANameThatIsNotUtf8IsCorrupt) {
    write(edge::test::sample_games());
    edge::test::put_byte(root_ / "shards" / "0.dict", 0, '\xFF');
    const ReadTable read = read_table(open(), {.columns = {"white"}});
    EXPECT_EQ(read.error, EBADMSG);
    EXPECT_NE(read.message.find("column 'white'"), std::string::npos);
}

}  // namespace
}  // namespace edge::table
