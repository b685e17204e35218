#include "corpus/verify.h"

#include <gtest/gtest.h>

#include "corpus/corpus_builder.h"
#include "support/damage.h"

namespace edge::corpus {
namespace {

class VerifyTest : public testing::Test {
protected:
    void SetUp() override {
        builder_.games = test::sample_games();
        builder_.write(root_);
    }

    // Changes one value of a file and says which kinds of findings that makes.
    template <class T>
    std::map<std::string, uint64_t> kinds_after(const char* name, size_t at, T value) {
        const std::string whole = test::read_file(root_ / name);
        std::string changed = whole;
        std::memcpy(changed.data() + at, &value, sizeof value);
        test::write_file(root_ / name, changed);
        const auto corpus = Corpus::open(root_.string());
        std::map<std::string, uint64_t> kinds;
        if (!corpus) {
            kinds["refused: " + corpus.error().message] = 1;
        } else {
            kinds = verify(*corpus, {.threads = 2}).value().counts;
        }
        test::write_file(root_ / name, whole);
        return kinds;
    }

    static std::string listed(const std::map<std::string, uint64_t>& kinds) {
        std::string text;
        for (const auto& [kind, count] : kinds) text += (text.empty() ? "" : " ") + kind;
        return text;
    }

    test::TempDir dir_;
    std::filesystem::path root_ = dir_ / "c.scoredb";
    test::CorpusBuilder builder_;
};

TEST_F(VerifyTest, ASoundCorpusHasNoFindings) {
    for (const uint32_t plies : {0U, 1U, 3U, 40U}) {
        for (const uint32_t shards : {1U, 3U}) {
            test::CorpusBuilder builder;
            builder.games = test::sample_games();
            builder.tree_plies = plies;
            builder.shards = shards;
            const auto root = dir_ / std::to_string(plies * 10 + shards);
            builder.write(root);
            const auto report = verify(Corpus::open(root.string()).value(), {.threads = 2}).value();
            for (const Finding& finding : report.findings) ADD_FAILURE() << finding.message;
            EXPECT_EQ(report.games, builder.games.size());
            EXPECT_EQ(report.plies, builder.meta.total_moves);
        }
    }
}

TEST_F(VerifyTest, ChecksATreeThatIsNotSorted) {
    for (const uint32_t nbuckets : {1U, 8U, 1024U}) {
        builder_.with_sorted_tree = false;
        builder_.with_tree_games = true;
        builder_.nbuckets = nbuckets;
        const auto root = dir_ / std::to_string(nbuckets);
        builder_.write(root);
        const auto report = verify(Corpus::open(root.string()).value()).value();
        for (const Finding& finding : report.findings) ADD_FAILURE() << finding.message;
        // One win more, and one edge where there was another.
        const size_t edges = Tree::edges_offset(nbuckets);
        for (const size_t at : {edges + 16, edges + 8}) {
            const std::string tree = test::read_file(root / "tree.dat");
            test::put_byte(root / "tree.dat", at, static_cast<char>(tree[at] + 1));
            const auto damaged = verify(Corpus::open(root.string()).value()).value();
            EXPECT_TRUE(damaged.counts.contains("tree-replay")) << nbuckets << ", offset " << at;
            test::put_byte(root / "tree.dat", at, tree[at]);
        }
    }
}

TEST_F(VerifyTest, FindsATreeThatIsNotSortedAsMetaSays) {
    builder_.with_sorted_tree = false;
    builder_.nbuckets = 1;
    builder_.write(dir_ / "shuffled");
    std::filesystem::copy_file(dir_ / "shuffled/tree.dat", root_ / "tree.dat",
                               std::filesystem::copy_options::overwrite_existing);
    const auto report = verify(Corpus::open(root_.string()).value()).value();
    EXPECT_EQ(listed(report.counts), "tree-order");
}

TEST_F(VerifyTest, FindsEveryFieldOutOfRange) {
    const char* const moves = "shards/0.moves";
    EXPECT_EQ(listed(kinds_after<uint8_t>(moves, 11, 1)), "header");  // move_count's top byte
    EXPECT_EQ(listed(kinds_after<uint8_t>(moves, 12, 5)), "header tree-replay");  // result 5
    EXPECT_EQ(listed(kinds_after<uint8_t>(moves, 15, 0x80)), "header");  // packed1's top bit
    EXPECT_EQ(listed(kinds_after<uint16_t>(moves, 16, 9000)), "header");
    EXPECT_EQ(listed(kinds_after<uint16_t>(moves, 20, 600)), "header");
    EXPECT_EQ(listed(kinds_after<uint16_t>(moves, 22, 1)), "header");
    EXPECT_EQ(listed(kinds_after<uint32_t>(moves, 24, 13U << 12)), "header");
    EXPECT_EQ(listed(kinds_after<uint32_t>(moves, 24, 1U << 21)), "header");
    EXPECT_EQ(listed(kinds_after<uint32_t>(moves, 28, 99)), "name-index name-order");
    EXPECT_EQ(listed(kinds_after<uint32_t>(moves, 28, 1)), "name-order");
    EXPECT_EQ(listed(kinds_after<uint64_t>(moves, 0, 100)), "pgn-offset");
}

TEST_F(VerifyTest, FindsIllegalMovesAndWrongFlags) {
    const auto kinds = kinds_after<uint16_t>("shards/0.moves", 36, 0x0FFF);
    EXPECT_EQ(kinds.at("illegal-move"), 1U);
    // e2e4 with the flag of a castling.
    const auto flags = static_cast<uint16_t>(test::line("e4")[0].raw() | 1U << 14);
    EXPECT_TRUE(kinds_after<uint16_t>("shards/0.moves", 36, flags).contains("illegal-move"));
}

TEST_F(VerifyTest, FindsDamageInTheTree) {
    const size_t edges = Tree::edges_offset(1024);
    const char* const tree = "tree.dat";
    EXPECT_EQ(listed(kinds_after<uint64_t>(tree, 24, 1)), "tree-header");
    EXPECT_EQ(listed(kinds_after<uint32_t>(tree, edges + 28, 1)), "tree-padding");
    EXPECT_EQ(listed(kinds_after<uint32_t>(tree, edges + 12, 77)), "tree-counts tree-replay");
    EXPECT_TRUE(kinds_after<uint64_t>(tree, edges, 0x3FF).contains("tree-bucket"));
    EXPECT_TRUE(kinds_after<uint32_t>(tree, edges + 8, 1U << 20).contains("tree-move"));
    EXPECT_EQ(listed(kinds_after<uint32_t>(tree, 32 + 4 * 512, 0)), "tree-table");
}

class VerifyTreeGamesTest : public VerifyTest {
protected:
    void SetUp() override {
        builder_.with_tree_games = true;
        builder_.games = test::sample_games();
        // Enough of one kind that a list is in blocks, with padding.
        for (int i = 0; i < 6; ++i) builder_.games.push_back(builder_.games.front());
        builder_.write(root_);
    }
};

TEST_F(VerifyTreeGamesTest, ASoundFileHasNoFindings) {
    const auto corpus = Corpus::open(root_.string()).value();
    ASSERT_TRUE(corpus.has_tree_games());
    const auto report = verify(corpus, {.threads = 2}).value();
    for (const Finding& finding : report.findings) ADD_FAILURE() << finding.message;
}

TEST_F(VerifyTreeGamesTest, FindsEveryFlippedBit) {
    test::for_each_flipped_bit(root_ / "tree.games", [&](size_t at, unsigned bit) {
        const auto corpus = Corpus::open(root_.string());
        ASSERT_TRUE(corpus) << corpus.error().message;
        EXPECT_EQ(listed(verify(*corpus)->counts), "tree-games")
            << "byte " << at << ", bit " << bit;
    });
}

TEST_F(VerifyTreeGamesTest, FindsListsOfOtherGames) {
    // As many games on every edge, but not the same ones.
    std::swap(builder_.games[0], builder_.games[6]);
    builder_.games.push_back(builder_.games.front());
    builder_.games.erase(builder_.games.begin());
    const auto other = dir_ / "other";
    builder_.write(other);
    ASSERT_EQ(test::read_file(other / "tree.dat"), test::read_file(root_ / "tree.dat"));
    std::filesystem::copy_file(other / "tree.games", root_ / "tree.games",
                               std::filesystem::copy_options::overwrite_existing);
    const auto report = verify(Corpus::open(root_.string()).value()).value();
    EXPECT_EQ(listed(report.counts), "tree-games");
}

TEST_F(VerifyTest, CountsAreTheGamesNotTheVisits) {
    // One game less on an edge that is otherwise well formed.
    builder_.games.pop_back();
    const auto other = dir_ / "other";
    builder_.write(other);
    std::filesystem::copy_file(other / "tree.dat", root_ / "tree.dat",
                               std::filesystem::copy_options::overwrite_existing);
    const auto report = verify(Corpus::open(root_.string()).value()).value();
    EXPECT_EQ(listed(report.counts), "tree-replay");
}

TEST_F(VerifyTest, FindsBadNames) {
    test::write_file(root_ / "shards/0.dict", "Anna\nAnna\nCarla\nDora\nEmil\n");
    EXPECT_EQ(listed(verify(Corpus::open(root_.string()).value())->counts), "dict");
    test::write_file(root_ / "shards/0.dict", "Anna\nB\xFFrt\nCar\tla\n?\n\n");
    EXPECT_EQ(verify(Corpus::open(root_.string()).value())->counts.at("dict"), 4U);
    test::write_file(root_ / "shards/0.dict", "Anna\nBert\nCarla\nDora\nEmil\nZoe\n");
    EXPECT_EQ(listed(verify(Corpus::open(root_.string()).value())->counts), "name-order");
}

TEST_F(VerifyTest, StopsWhenItIsCancelled) {
    const auto corpus = Corpus::open(root_.string()).value();
    int asked = 0;
    const auto count = [&asked] {
        ++asked;
        return false;
    };
    EXPECT_TRUE(verify(corpus, {.is_cancelled = count}));
    ASSERT_GT(asked, 3);
    for (int stop = 1; stop <= asked; ++stop) {
        int left = stop;
        const auto report = verify(corpus, {.is_cancelled = [&left] { return --left <= 0; }});
        ASSERT_FALSE(report) << stop;
        EXPECT_EQ(report.error().code, ErrorCode::Cancelled);
    }
}

TEST_F(VerifyTest, TheReportDoesNotDependOnThreads) {
    for (const size_t at : {12, 16, 36, 84, 90})
        test::put_byte(root_ / "shards/0.moves", at, '\x55');
    const auto corpus = Corpus::open(root_.string());
    ASSERT_TRUE(corpus) << corpus.error().message;
    const auto one = verify(*corpus).value();
    const auto seven = verify(*corpus, {.threads = 7}).value();
    ASSERT_GE(one.findings.size(), 3U);
    ASSERT_EQ(one.findings.size(), seven.findings.size());
    for (size_t i = 0; i < one.findings.size(); ++i) {
        EXPECT_EQ(one.findings[i].message, seven.findings[i].message);
    }
}

TEST(VerifyReport, KeepsTwentyOfAKindAndCountsTheRest) {
    VerifyReport report;
    for (int i = 0; i < 30; ++i) report.add("a", "message");
    VerifyReport more;
    for (int i = 0; i < 25; ++i) more.add("a", "message");
    more.add("b", "other");
    report.merge(std::move(more));
    EXPECT_EQ(report.findings.size(), 21U);
    EXPECT_EQ(report.counts["a"], 55U);
    EXPECT_EQ(report.counts["b"], 1U);
}

}  // namespace
}  // namespace edge::corpus
