#include "corpus/cols.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "corpus/cols_layout.h"
#include "corpus/cols_writer.h"
#include "corpus/corpus.h"
#include "corpus/corpus_builder.h"
#include "corpus/older_columns.h"
#include "corpus/verify.h"
#include "support/damage.h"

namespace edge::corpus {
namespace {

using Bytes = std::vector<std::byte>;

constexpr size_t kTableEnd = kColsHeaderBytes + kColumnCount * kColsEntryBytes;

ErrorCode code_of(const Bytes& bytes, uint32_t games) {
    const auto columns = parse_header_columns(bytes, "0.cols", games);
    EXPECT_FALSE(columns);
    return columns ? ErrorCode::Cancelled : columns.error().code;
}

std::string message_of(const Bytes& bytes, uint32_t games) {
    const auto columns = parse_header_columns(bytes, "0.cols", games);
    return columns ? "accepted" : columns.error().message;
}

// Games with every field in use, in a corpus of some shards, the first ones empty.
class ColsTest : public testing::Test {
protected:
    void SetUp() override {
        builder_.games = test::sample_games();
        uint16_t number = 0;
        for (test::TestGame& game : builder_.games) {
            game.header.white_elo = static_cast<uint16_t>(2400 + number);
            game.header.black_elo = static_cast<uint16_t>(1800 - number);
            game.header.eco = static_cast<uint16_t>(100 + number);
            game.header.date = {static_cast<uint16_t>(1990 + number), 12, 31};
            game.header.termination = Termination::TimeForfeit;
            game.header.time_control = {180, static_cast<uint8_t>(number), false};
            ++number;
        }
        builder_.with_cols = true;
    }

    Corpus open() {
        std::filesystem::remove_all(root_);
        builder_.write(root_);
        return Corpus::open(root_.string()).value();
    }

    Bytes sample_bytes() { return build_header_columns(open().shard(0)).value(); }
    uint32_t game_count() const { return static_cast<uint32_t>(builder_.games.size()); }

    test::TempDir dir_;
    std::filesystem::path root_ = dir_ / "c.scoredb";
    test::CorpusBuilder builder_;
};

void expect_equal(const HeaderColumns& columns, const Shard& shard) {
    for (uint32_t i = 0; i < shard.game_count(); ++i) {
        const GameView view = shard.game(i).value();
        const GameHeader header = view.header();
        EXPECT_EQ(columns.packed1[i], load<uint32_t>(view.record() + 12));
        EXPECT_EQ(columns.white_elo[i], header.white_elo);
        EXPECT_EQ(columns.black_elo[i], header.black_elo);
        EXPECT_EQ(columns.eco[i], header.eco);
        EXPECT_EQ(columns.date[i], load<uint32_t>(view.record() + 24));
        EXPECT_EQ(columns.plies[i], header.plies);
        EXPECT_EQ(columns.white_name[i], header.white_name);
        EXPECT_EQ(columns.black_name[i], header.black_name);
        EXPECT_EQ(columns.result[i], static_cast<uint8_t>(header.result));
        const MoveHashes hashes = hash_moves(view.record() + kHeaderBytes, header.plies);
        EXPECT_EQ(columns.moves_hash[i], hashes.moves);
        EXPECT_EQ(columns.opening_hash[i], hashes.opening);
    }
    for_each_column([&](const auto& column) {
        EXPECT_EQ((columns.*column.view).size(), shard.game_count()) << column.name;
    });
}

TEST_F(ColsTest, ColumnsEqualTheRecords) {
    for (const uint32_t shards : {1U, 3U, 10U}) {  // with 10 some are empty
        builder_.shards = shards;
        const Corpus corpus = open();
        for (uint32_t i = 0; i < shards; ++i) {
            ASSERT_NE(corpus.shard(i).columns(), nullptr);
            expect_equal(*corpus.shard(i).columns(), corpus.shard(i));
        }
        const auto report = verify(corpus, {.threads = 2}).value();
        for (const Finding& finding : report.findings) ADD_FAILURE() << finding.message;
    }
}

TEST_F(ColsTest, ManyGamesAreWrittenInSeveralPieces) {
    const auto few = builder_.games;
    while (builder_.games.size() < 20'000) {
        builder_.games.insert(builder_.games.end(), few.begin(), few.end());
    }
    builder_.with_tree = false;
    const Corpus corpus = open();
    expect_equal(*corpus.shard(0).columns(), corpus.shard(0));
}

TEST_F(ColsTest, InMemoryAndOnDiskAreTheSameBytes) {
    const Bytes bytes = sample_bytes();
    const std::string file = test::read_file(root_ / "shards/0.cols");
    ASSERT_EQ(file.size(), bytes.size());
    EXPECT_EQ(std::memcmp(file.data(), bytes.data(), bytes.size()), 0);
}

TEST_F(ColsTest, SpilledColumnsAreTheSameBytes) {
    const Corpus corpus = open();
    ColumnsBuilder kept;
    ColumnsBuilder spilled;
    for (uint32_t i = 0; i < 2'500'000; ++i) {
        const GameView game = corpus.shard(0).game(i % game_count()).value();
        kept.add(game.record());
        spilled.add(game.record());
        ASSERT_TRUE(spilled.spill_if_large(dir_ / "spill"));
    }
    EXPECT_TRUE(std::filesystem::exists(dir_ / "spill"));
    OutputFile file = OutputFile::create(dir_ / "0.cols").value();
    ASSERT_TRUE(spilled.write(file));
    ASSERT_TRUE(file.close(false));
    EXPECT_FALSE(std::filesystem::exists(dir_ / "spill"));
    const Bytes bytes = kept.bytes();
    const std::string written = test::read_file(dir_ / "0.cols");
    ASSERT_EQ(written.size(), bytes.size());
    EXPECT_EQ(std::memcmp(written.data(), bytes.data(), bytes.size()), 0);
}

TEST_F(ColsTest, EveryColumnBeginsOnA64ByteBorder) {
    const Bytes bytes = sample_bytes();
    const HeaderColumns columns = parse_header_columns(bytes, "0.cols", game_count()).value();
    for_each_column([&](const auto& column) {
        const auto* const begin = reinterpret_cast<const std::byte*>((columns.*column.view).data());
        EXPECT_EQ((begin - bytes.data()) % 64, 0) << column.name;
    });
}

TEST_F(ColsTest, ReservedValuesAreStoredAsUnknown) {
    (void)open();
    std::string moves = test::read_file(root_ / "shards/0.moves");
    moves[12] = static_cast<char>(5 | 4 << 3);                       // result 5, termination 4
    store<uint16_t>(reinterpret_cast<std::byte*>(&moves[20]), 600);  // eco
    test::write_file(root_ / "shards/0.moves", moves);
    const Shard shard = Shard::open((root_ / "shards/0").string()).value();
    const Bytes bytes = build_header_columns(shard).value();
    const HeaderColumns columns = parse_header_columns(bytes, "0.cols", game_count()).value();
    EXPECT_EQ(columns.result[0], 0);
    EXPECT_EQ(columns.packed1[0] & 63, 7U << 3);
    EXPECT_EQ(columns.eco[0], kUnknownEco);
}

TEST_F(ColsTest, AShardWithoutTheFileHasNoColumns) {
    builder_.with_cols = false;
    EXPECT_EQ(open().shard(0).columns(), nullptr);
}

TEST_F(ColsTest, AnEmptyShardHasAHeaderAndATable) {
    builder_.games.clear();
    const Corpus corpus = open();
    ASSERT_NE(corpus.shard(0).columns(), nullptr);
    EXPECT_TRUE(corpus.shard(0).columns()->packed1.empty());
    EXPECT_EQ(corpus.shard(0).cols_bytes().size(), align_column(kTableEnd));
}

TEST_F(ColsTest, CutAnywhereItIsCorrupt) {
    const Bytes whole = sample_bytes();
    for (size_t size = 0; size < whole.size(); ++size) {
        EXPECT_EQ(code_of(Bytes(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size)),
                          game_count()),
                  ErrorCode::Corrupt)
            << size;
    }
    Bytes longer = whole;
    longer.emplace_back();
    EXPECT_EQ(code_of(longer, game_count()), ErrorCode::Corrupt);
}

bool is_id_of_optional_column(size_t offset) {
    if (offset < kColsHeaderBytes || (offset - kColsHeaderBytes) % kColsEntryBytes >= 4)
        return false;
    const size_t entry = (offset - kColsHeaderBytes) / kColsEntryBytes;
    size_t i = 0;
    bool is_optional = false;
    for_each_column([&](const auto& column) {
        if (i++ == entry) is_optional = column.is_optional;
    });
    return is_optional;
}

TEST_F(ColsTest, AnyBitOfHeaderOrTableMatters) {
    const Bytes whole = sample_bytes();
    for (size_t bit = 0; bit < kTableEnd * 8; ++bit) {
        Bytes flipped = whole;
        flipped[bit / 8] ^= std::byte{1} << bit % 8;
        const bool is_version = bit / 8 >= 8 && bit / 8 < 12;
        const auto columns = parse_header_columns(flipped, "0.cols", game_count());
        if (columns) {  // an optional column with an id that nobody knows
            EXPECT_TRUE(is_id_of_optional_column(bit / 8)) << "bit " << bit;
            EXPECT_TRUE(columns->moves_hash.empty() || columns->opening_hash.empty()) << bit;
            continue;
        }
        EXPECT_EQ(columns.error().code, is_version ? ErrorCode::Unsupported : ErrorCode::Corrupt)
            << "bit " << bit;
    }
}

TEST_F(ColsTest, ErrorsNameTheFileTheOffsetAndWhatWasExpected) {
    Bytes bytes = sample_bytes();
    EXPECT_EQ(message_of(bytes, 6),
              "0.cols, offset 16: found 7 games, expected the 6 of the shard");
    store<uint32_t>(bytes.data() + 8, 2);
    EXPECT_EQ(message_of(bytes, 7), "0.cols, offset 8: found version 2, expected 1");
    store<uint32_t>(bytes.data() + 8, 1);
    store<uint64_t>(bytes.data() + kColsHeaderBytes + 8, 184);
    EXPECT_EQ(message_of(bytes, 7), "0.cols, offset 40: found column 1 at 184, expected it at 256");
}

// The file as a later version may write it: one more column after the others.
TEST_F(ColsTest, UnknownColumnsAreSkipped) {
    const Bytes whole = sample_bytes();
    const uint64_t games = game_count();
    Bytes bytes(whole.begin(), whole.begin() + kTableEnd);
    bytes.resize(kTableEnd + kColsEntryBytes);
    store<uint32_t>(bytes.data() + 12, kColumnCount + 1);
    for (size_t i = 0; i < kColumnCount; ++i) {
        std::byte* const entry = bytes.data() + kColsHeaderBytes + i * kColsEntryBytes;
        const auto from = load<uint64_t>(entry + 8);
        const uint64_t size = load<uint32_t>(entry + 4) * games;
        const uint64_t to = align_column(bytes.size());
        store<uint64_t>(entry + 8, to);
        bytes.resize(to + size);
        std::memcpy(bytes.data() + to, whole.data() + from, size);
    }
    const uint64_t to = align_column(bytes.size());
    std::byte* const last = bytes.data() + kTableEnd;
    store<uint32_t>(last, 1000);
    store<uint32_t>(last + 4, 3);
    store<uint64_t>(last + 8, to);
    bytes.resize(to + 3 * games);
    const auto columns = parse_header_columns(bytes, "0.cols", game_count());
    ASSERT_TRUE(columns) << columns.error().message;
    expect_equal(*columns, open().shard(0));
}

TEST_F(ColsTest, AMissingColumnIsAnError) {
    EXPECT_EQ(message_of(test::first_columns(sample_bytes(), 8, game_count()), 7),
              "0.cols, offset 32: found no column 9, expected it for result");
}

TEST_F(ColsTest, AnOlderFileHasNoHashes) {
    const Corpus corpus = open();
    const Bytes bytes = test::first_columns(sample_bytes(), 9, game_count());
    const auto columns = parse_header_columns(bytes, "0.cols", game_count());
    ASSERT_TRUE(columns) << columns.error().message;
    EXPECT_EQ(columns->result.size(), game_count());
    EXPECT_TRUE(columns->moves_hash.empty());
    EXPECT_TRUE(columns->opening_hash.empty());

    test::write_file(root_ / "shards/0.cols",
                     {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    const auto report = verify(Corpus::open(root_.string()).value()).value();
    EXPECT_TRUE(report.findings.empty()) << report.findings[0].message;
}

// Values that other programs can compute, as docs/formats/cols.md has them.
TEST(MoveHash, IsXxh3OfTheMovesAsStored) {
    std::vector<std::byte> moves(std::size_t{2} * 25);
    const auto hash = [&](uint32_t plies) { return hash_moves(moves.data(), plies); };
    for (uint16_t ply = 0; ply < 25; ++ply) store<uint16_t>(&moves[size_t{2} * ply], ply);
    EXPECT_EQ(hash(1).moves, 0x3325230e1f285505U);
    EXPECT_EQ(hash(20).moves, 0x17daddfe29d4bc35U);
    EXPECT_EQ(hash(25).moves, 0xaae8ff77df383b8eU);
    EXPECT_EQ(hash(1).opening, hash(1).moves);
    EXPECT_EQ(hash(20).opening, hash(20).moves);
    EXPECT_EQ(hash(21).opening, hash(20).moves);
    EXPECT_EQ(hash(25).opening, hash(20).moves);
}

TEST_F(ColsTest, ADamagedFileIsRefusedWithTheCorpus) {
    (void)open();
    test::put_byte(root_ / "shards/0.cols", 0, 'X');
    const auto corpus = Corpus::open(root_.string());
    ASSERT_FALSE(corpus);
    EXPECT_EQ(corpus.error().code, ErrorCode::Corrupt);
    EXPECT_EQ(corpus.error().message, (root_ / "shards/0.cols").string() +
                                          ", offset 0: found another magic, expected EDGECOLS");
}

TEST_F(ColsTest, VerifyFindsEveryWrongEntry) {
    const Corpus sound = open();
    const HeaderColumns& columns = *sound.shard(0).columns();
    for_each_column([&](const auto& column) {
        const auto* const entry = reinterpret_cast<const std::byte*>(&(columns.*column.view)[3]);
        const auto at = static_cast<size_t>(entry - sound.shard(0).cols_bytes().data());
        const auto before = static_cast<char>(*entry);
        test::put_byte(root_ / "shards/0.cols", at, static_cast<char>(before ^ 1));
        const auto report = verify(Corpus::open(root_.string()).value()).value();
        ASSERT_EQ(report.counts, (std::map<std::string, uint64_t>{{"cols", 1}}));
        const std::string expected = (root_ / "shards/0.cols").string() + ", offset " +
                                     std::to_string(at) + ": found " + column.name;
        EXPECT_TRUE(report.findings[0].message.starts_with(expected)) << report.findings[0].message;
        test::put_byte(root_ / "shards/0.cols", at, before);
    });
}

}  // namespace
}  // namespace edge::corpus
