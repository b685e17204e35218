#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "corpus/checksums.h"
#include "corpus/commit.h"
#include "corpus/corpus.h"
#include "corpus/verify.h"
#include "index/add.h"
#include "index/add_columns.h"
#include "index/indexer.h"
#include "support/damage.h"
#include "support/temp_dir.h"
#include "tree/add_tree_games.h"

namespace edge::corpus {
namespace {

namespace fs = std::filesystem;

constexpr const char* kGames =
    "[White \"Anderssen, A\"]\n[Black \"Kieseritzky, L\"]\n[Site \"London\"]\n\n1. e4 e5 2. f4 "
    "1-0\n\n"
    "[White \"Morphy, P\"]\n[Black \"Anderssen, A\"]\n\n1. d4 d5 2. c4 1/2-1/2\n";

class ChecksumVerifyTest : public testing::Test {
protected:
    void SetUp() override {
        test::write_file(dir_ / "games.pgn", kGames);
        indexing::IndexOptions options;
        options.inputs = {dir_ / "games.pgn"};
        options.out = root_;
        options.tree_plies = 4;
        ASSERT_TRUE(indexing::index_games(options));
    }

    VerifyReport verified() const {
        const auto corpus = Corpus::open(root_);
        return corpus ? verify(*corpus).value() : verify_unreadable(root_, corpus.error());
    }

    void add_a_game() const {
        test::write_file(dir_ / "more.pgn", "1. c4 e5 0-1\n");
        indexing::IndexOptions options;
        options.inputs = {dir_ / "more.pgn"};
        options.append = root_;
        ASSERT_TRUE(indexing::add_games(options));
    }

    // Whether a finding about hashes names the file.
    static bool names(const VerifyReport& report, const std::string& file) {
        return std::ranges::any_of(report.findings, [&](const Finding& finding) {
            return finding.kind == "checksum" && finding.message.find(file) != std::string::npos;
        });
    }

    void expect_sound() const {
        for (const Finding& finding : verified().findings) ADD_FAILURE() << finding.message;
    }

    MetaChecksums named() const { return *Corpus::open(root_).value().meta().checksums; }

    test::TempDir dir_;
    std::string root_ = dir_ / "c.scoredb";
};

TEST_F(ChecksumVerifyTest, AnIndexedCorpusIsSoundAndListsItsFiles) {
    expect_sound();
    const auto directory = Directory::open(root_).value();
    const auto files = read_checksums(directory, named()).value();
    ASSERT_EQ(files.size(), 7U);
    EXPECT_EQ(files.back().name, "tree.games");
}

TEST_F(ChecksumVerifyTest, FindsEveryFlippedBitByTheNameOfItsFile) {
    for (const auto& entry : fs::recursive_directory_iterator(root_)) {
        if (!entry.is_regular_file()) continue;
        const std::string whole = test::read_file(entry.path());
        const std::string name = entry.path().filename();
        // The tree is large for its two games.
        const size_t step = whole.size() > 2000 ? 61 : 1;
        for (size_t at = 0; at < whole.size(); at += step) {
            test::put_byte(entry.path(), at, static_cast<char>(whole[at] ^ 1 << at % 8));
            EXPECT_TRUE(names(verified(), name)) << name << ", byte " << at;
            test::put_byte(entry.path(), at, whole[at]);
        }
    }
    expect_sound();
}

TEST_F(ChecksumVerifyTest, FindsMissingAndLongerAndShorterFiles) {
    const fs::path dict = fs::path(root_) / "shards/0.dict";
    const std::string whole = test::read_file(dict);
    test::write_file(dict, whole + "Zukertort, J\n");
    EXPECT_TRUE(names(verified(), "0.dict"));
    test::write_file(dict, whole.substr(0, whole.size() - 1));
    EXPECT_TRUE(names(verified(), "0.dict"));
    fs::remove(dict);
    EXPECT_TRUE(names(verified(), "0.dict"));
    test::write_file(dict, whole);
    expect_sound();
}

TEST_F(ChecksumVerifyTest, NamesTheBlockOfALargeFile) {
    const fs::path extra = fs::path(root_) / "shards/0.extra";
    fs::resize_file(extra, kHashBlockBytes + 1);
    const auto directory = Directory::open(root_).value();
    const std::string names_of_files[] = {"shards/0.extra"};
    const auto files = checksums_of(directory, names_of_files, 1).value();
    const auto list = write_checksums(root_, 2, files).value();
    Meta meta = Corpus::open(root_).value().meta();
    meta.checksums = list;
    test::write_file(fs::path(root_) / "meta", format_meta(meta));
    test::put_byte(extra, kHashBlockBytes, 'x');
    EXPECT_TRUE(names(verified(), "block 1"));
    EXPECT_FALSE(names(verified(), "block 0"));
}

TEST_F(ChecksumVerifyTest, MetaNeedsItsHashNextToChecksums) {
    const fs::path path = fs::path(root_) / "meta";
    std::string meta = test::read_file(path);
    meta.erase(meta.find("meta_hash="));
    test::write_file(path, meta);
    EXPECT_TRUE(names(verified(), "meta"));
}

TEST_F(ChecksumVerifyTest, WhateverChangesTheCorpusRenewsTheList) {
    const std::string first = named().file;
    fs::remove(fs::path(root_) / "shards/0.cols");
    ASSERT_TRUE(indexing::add_columns(root_));
    expect_sound();
    EXPECT_NE(named().file, first);
    ASSERT_TRUE(tree::add_tree_games({.corpus = root_, .threads = 1}));
    expect_sound();
    add_a_game();
    expect_sound();
    EXPECT_FALSE(fs::exists(fs::path(root_) / first)) << "the old list is removed";
}

TEST_F(ChecksumVerifyTest, ACrashBetweenReplacedFilesLooksLikeNoDamage) {
    const std::string listed[] = {"shards/0.cols"};
    const Meta before = Corpus::open(root_).value().meta();
    const auto meta = unlist_files(root_, before, listed);
    ASSERT_TRUE(meta);
    EXPECT_NE(meta->checksums, before.checksums);
    fs::remove(fs::path(root_) / "shards/0.cols");
    expect_sound();
    ASSERT_TRUE(indexing::add_columns(root_));
    expect_sound();
    test::put_byte(fs::path(root_) / "shards/0.cols", 40, '\x7f');
    EXPECT_TRUE(names(verified(), "0.cols"));
}

TEST_F(ChecksumVerifyTest, ACorpusThatIsChangedMeanwhileIsBusy) {
    const auto corpus = Corpus::open(root_).value();
    add_a_game();
    const auto report = verify(corpus);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Busy);
}

}  // namespace
}  // namespace edge::corpus
