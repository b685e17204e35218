#include "index/skip_duplicates.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "codec/synth/synth.h"
#include "core/compressed.h"
#include "corpus/commit.h"
#include "corpus/corpus.h"
#include "corpus/format.h"
#include "corpus/verify.h"
#include "index/compact.h"
#include "index/corpus_files.h"
#include "index/dedup.h"
#include "support/temp_dir.h"

namespace edge::indexing {
namespace {

namespace fs = std::filesystem;
using formats::IssueReason;

constexpr std::string_view kLong =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 "
    "10. d4 Nbd7 11. Nbd2";  // 21 plies

std::string game(std::string_view white, std::string_view black, std::string_view date,
                 std::string_view result, std::string_view moves) {
    return fmt::format(
        "[White \"{}\"]\n[Black \"{}\"]\n[Date \"{}\"]\n[Result \"{}\"]\n[Annotator \"x\"]\n\n"
        "{} {}\n\n",
        white, black, date, result, moves, result);
}

// A game that no other one repeats.
std::string single(int number) {
    return game("Anna", "Bert", fmt::format("{}.01.01", 1800 + number), "1-0", "1. e4 e5");
}

std::string synth_games(uint64_t begin, uint64_t end) {
    std::string text;
    synth::Generator generator(7, false);
    for (uint64_t i = 0; i < end; ++i) {
        std::string game;
        generator.append_game(i, game);
        if (i >= begin) text += game;
    }
    return text;
}

class SkipDuplicatesTest : public testing::Test {
protected:
    std::string write(const std::string& name, std::string_view text) {
        test::write_file(dir_ / name, text);
        return (dir_ / name).string();
    }
    IndexOptions options() {
        IndexOptions options;
        options.threads = 2;
        options.on_issue = [this](const LocatedIssue& located) -> Status {
            issues_ += to_text(located).substr(dir_.path().string().size() + 1) + '\n';
            return {};
        };
        return options;
    }
    void index(std::vector<std::string> inputs, const std::string& out, bool skips = false) {
        IndexOptions wanted = options();
        wanted.inputs = std::move(inputs);
        wanted.out = dir_ / out;
        wanted.skip_duplicates = skips;
        const auto report = index_games(wanted);
        ASSERT_TRUE(report) << report.error().message;
        report_ = *report;
    }
    Result<IndexReport> try_add(IndexOptions wanted, std::vector<std::string> inputs,
                                const std::string& to = "c") {
        wanted.inputs = std::move(inputs);
        wanted.append = dir_ / to;
        return index_games(wanted);
    }
    void add(std::vector<std::string> inputs, const std::string& to = "c", bool skips = true) {
        issues_.clear();
        IndexOptions wanted = options();
        wanted.skip_duplicates = skips;
        const auto report = try_add(wanted, std::move(inputs), to);
        ASSERT_TRUE(report) << report.error().message;
        report_ = *report;
        expect_consistent();
        expect_sound(to);
    }
    void expect_consistent() {
        uint64_t skipped = 0;
        uint64_t truncated = 0;
        for (size_t r = 0; r < formats::kIssueReasons; ++r) {
            (formats::is_skip(static_cast<IssueReason>(r)) ? skipped : truncated) +=
                report_.issue_counts[r];
        }
        EXPECT_EQ(report_.games_read, report_.games + skipped);
        EXPECT_EQ(report_.truncated, truncated);
    }
    uint64_t duplicates() const {
        return report_.issue_counts[static_cast<size_t>(IssueReason::Duplicate)];
    }
    corpus::Corpus open(const std::string& name) {
        auto corpus = corpus::Corpus::open((dir_ / name).string());
        EXPECT_TRUE(corpus) << corpus.error().message;
        return *std::move(corpus);
    }
    void expect_sound(const std::string& name) {
        const auto report = corpus::verify(open(name)).value();
        for (const corpus::Finding& finding : report.findings) ADD_FAILURE() << finding.message;
    }
    // "White-Black DATE RESULT PLIES" of each game.
    std::vector<std::string> games_of(const std::string& name) {
        const corpus::Corpus corpus = open(name);
        std::vector<std::string> games;
        for (uint64_t id = 0; id < corpus.game_count(); ++id) {
            const corpus::Shard& shard = corpus.shard(corpus.locate(id).shard);
            const corpus::GameHeader header = corpus.game(id)->header();
            games.push_back(fmt::format("{}-{} {} {} {}", shard.name(header.white_name).value(),
                                        shard.name(header.black_name).value(), header.date.year,
                                        static_cast<int>(header.result), corpus.game(id)->plies()));
        }
        return games;
    }
    using Games = std::vector<std::string>;

    test::TempDir dir_;
    IndexReport report_;
    std::string issues_;
};

TEST_F(SkipDuplicatesTest, LeavesOutWhatTheCorpusHasAndWhatComesTwice) {
    index({write("old.pgn", game("Carlsen, Magnus", "Bert", "2001.05.06", "1-0", kLong) +
                                single(1) + single(1))},
          "c");
    add({write("new.pgn", single(2) +                                                // new
                              game("Carlsen,M", "Bert", "2001.??.??", "*", kLong) +  // of 0
                              game("Carlsen,M", "Bert", "2002.??.??", "*", kLong) +  // new, worse
                              single(1) +                                            // of 1
                              game("Carlsen,M", "Bert", "2002.03.04", "*", kLong) +  // new
                              single(2))});                                          // of the first
    EXPECT_EQ(report_.games_read, 6U);
    EXPECT_EQ(report_.games, 2U);
    EXPECT_EQ(duplicates(), 4U);
    EXPECT_EQ(report_.plies, 23U);
    EXPECT_EQ(games_of("c"),
              (Games{"Carlsen, Magnus-Bert 2001 1 21", "Anna-Bert 1801 1 2", "Anna-Bert 1801 1 2",
                     "Anna-Bert 1802 1 2", "Carlsen,M-Bert 2002 0 21"}));
    EXPECT_EQ(issues_,
              "new.pgn:9: skipped, duplicate: game 0 (Carlsen,M - Bert)\n"
              "new.pgn:17: skipped, duplicate: game 4 (Carlsen,M - Bert)\n"
              "new.pgn:25: skipped, duplicate: game 1 (Anna - Bert)\n"
              "new.pgn:41: skipped, duplicate: game 3 (Anna - Bert)\n");
    ASSERT_TRUE(report_.added);
    EXPECT_EQ(report_.added->first_game, 3U);
    EXPECT_EQ(report_.added->total_games, 5U);
    EXPECT_EQ(report_.first_issues.size(), 4U);
    const auto left = find_duplicates(open("c"), {}).value();
    ASSERT_EQ(left.duplicates.size(), 1U);
    EXPECT_EQ(left.duplicates[0].dropped, 2U);  // an old one
}

// Though it knows more, or has more moves.
TEST_F(SkipDuplicatesTest, NeverDropsAnOldGame) {
    index({write("old.pgn", game("Anna", "Bert", "1990.??.??", "*", kLong))}, "c");
    add({write("new.pgn",
               game("Anna", "Bert", "1990.05.17", "1-0", std::string(kLong) + " Bb7 12. Bc2"))});
    EXPECT_EQ(duplicates(), 1U);
    EXPECT_EQ(games_of("c"), (Games{"Anna-Bert 1990 0 21"}));
}

// Two old games that contradict each other, and a new one that repeats both; one old game that two
// new ones repeat, which contradict each other.
TEST_F(SkipDuplicatesTest, ASkippedGameIsItselfADuplicateOfAKeptOne) {
    const auto on = [](std::string_view date) {
        return game("Anna", "Bert", date, "1-0", "1. d4");
    };
    index({write("old.pgn", on("1990.01.01") + on("1990.01.02"))}, "c");
    add({write("new.pgn", on("1990.??.??") + on("1990.01.03") + on("????.01.03"))});
    EXPECT_EQ(issues_,
              "new.pgn:1: skipped, duplicate: game 0 (Anna - Bert)\n"
              "new.pgn:17: skipped, duplicate: game 2 (Anna - Bert)\n");
    EXPECT_EQ(report_.games, 1U);
}

TEST_F(SkipDuplicatesTest, PlayersTsvOfTheCorpusCounts) {
    const auto by = [](std::string_view white) { return game(white, "Bert", "", "1-0", "1. d4"); };
    for (const bool has_aliases : {false, true}) {
        fs::remove_all(dir_ / "c");
        index({write("old.pgn", by("Smith, Jane"))}, "c");
        if (has_aliases) write("c/players.tsv", "Smith, Jane\tByrne, Jane\n");
        add({write("new.pgn", by("Byrne, Jane"))});
        EXPECT_EQ(duplicates(), has_aliases ? 1U : 0U);
    }
    write("c/players.tsv", "\t\t\n");
    IndexOptions wanted = options();
    wanted.skip_duplicates = true;
    const auto damaged = try_add(wanted, {write("more.pgn", by("Carl"))});
    ASSERT_FALSE(damaged);
    EXPECT_NE(damaged.error().message.find("players.tsv"), std::string::npos);
}

// Also with more shards than one, and with a choice of what is written.
TEST_F(SkipDuplicatesTest, GivesTheFilesOfAnAddWithoutTheDuplicates) {
    const std::string old_games = synth_games(0, 300);
    const std::string new_games = synth_games(300, 400);
    const std::string mixed = synth_games(250, 260) + new_games + synth_games(310, 320);
    index({write("old.pgn", old_games)}, "expected");
    add({write("new.pgn", new_games)}, "expected", false);
    for (const bool is_plain : {false, true}) {
        SCOPED_TRACE(is_plain);
        fs::remove_all(dir_ / "c");
        index({dir_ / "old.pgn"}, "c");
        if (is_plain) {  // nothing is left out
            add({dir_ / "new.pgn"});
            test::expect_same_files(dir_ / "c/shards", dir_ / "expected/shards");
        } else {
            add({write("mixed.pgn", mixed)});
            EXPECT_EQ(duplicates(), 20U);
        }
        for (const char* file :
             {"shards/1.dict", "shards/1.gameidx", "shards/1.cols", "shards/1.extra"}) {
            EXPECT_TRUE(test::read_file(dir_ / "c" / file) ==
                        test::read_file(dir_ / "expected" / file))
                << file;
        }
        for (const corpus::MetaTreeSegment& segment :
             corpus::tree_segments_of(open("expected").meta())) {
            for (const std::string& file : {segment.file, corpus::tree_games_name(segment.file)}) {
                EXPECT_TRUE(test::read_file(dir_ / "c" / file) ==
                            test::read_file(dir_ / "expected" / file))
                    << file;
            }
        }
    }
    const corpus::Corpus corpus = open("c");
    EXPECT_EQ(games_of("c"), games_of("expected"));
}

TEST_F(SkipDuplicatesTest, ThreadsAndShardsDoNotChangeTheAnswer) {
    const std::string mixed = synth_games(0, 50) + synth_games(200, 700) + synth_games(300, 400);
    write("mixed.pgn", mixed);
    std::string first_issues;
    for (const uint32_t shards : {1U, 3U}) {
        for (const unsigned threads : {1U, 4U}) {
            const std::string name = fmt::format("c{}-{}", shards, threads);
            index({write("old.pgn", synth_games(0, 200))}, name);
            issues_.clear();
            IndexOptions wanted = options();
            wanted.skip_duplicates = true;
            wanted.threads = threads;
            wanted.shards = shards;
            const auto report = try_add(wanted, {dir_ / "mixed.pgn"}, name);
            ASSERT_TRUE(report) << report.error().message;
            EXPECT_EQ(report->games, 500U);
            EXPECT_EQ(report->shards, shards);
            if (first_issues.empty()) first_issues = issues_;
            EXPECT_EQ(issues_, first_issues);
            expect_sound(name);
        }
        test::expect_same_files(dir_ / fmt::format("c{}-4", shards) / "shards",
                                dir_ / fmt::format("c{}-1", shards) / "shards");
    }
    EXPECT_EQ(games_of("c3-4"), games_of("c1-1"));
}

TEST_F(SkipDuplicatesTest, WritesNeitherColumnsNorTagsThatAreNotWanted) {
    index({write("old.pgn", single(1))}, "c");
    IndexOptions wanted = options();
    wanted.skip_duplicates = true;
    wanted.cols = wanted.extra = false;
    ASSERT_TRUE(try_add(wanted, {write("new.pgn", single(1) + single(2))}));
    EXPECT_EQ(open("c").game_count(), 2U);
    EXPECT_FALSE(fs::exists(dir_ / "c/shards/1.cols"));
    EXPECT_FALSE(fs::exists(dir_ / "c/shards/1.extra"));
    expect_sound("c");
    // The hashes are computed where there are no columns, of old games and of new ones.
    ASSERT_TRUE(try_add(wanted, {write("more.pgn", single(2) + single(3) + single(1))}));
    EXPECT_EQ(open("c").game_count(), 3U);
}

TEST_F(SkipDuplicatesTest, WorksWithoutATree) {
    IndexOptions wanted = options();
    wanted.inputs = {write("old.pgn", single(1))};
    wanted.out = dir_ / "c";
    wanted.tree = false;
    ASSERT_TRUE(index_games(wanted));
    add({write("new.pgn", single(1) + single(2))});
    EXPECT_EQ(open("c").game_count(), 2U);
    EXPECT_FALSE(report_.has_tree);
    EXPECT_FALSE(open("c").has_tree());
}

TEST_F(SkipDuplicatesTest, ASourceOfDuplicatesAloneIsRecognisedTheNextTime) {
    index({write("old.pgn", single(1) + single(2))}, "c");
    const auto trees = corpus::tree_segments_of(open("c").meta());
    add({write("new.pgn", single(2) + single(2))});
    EXPECT_EQ(report_.games, 0U);
    EXPECT_EQ(report_.shards, 0U);
    EXPECT_EQ(report_.corpus_bytes, 0U);
    EXPECT_FALSE(report_.has_tree);
    EXPECT_EQ(duplicates(), 2U);
    EXPECT_EQ(open("c").shard_count(), 1U);
    EXPECT_EQ(open("c").tree_segments().size(), trees.size());
    EXPECT_EQ(open("c").meta().sources.size(), 2U);
    for (const bool skips : {true, false}) {
        add({dir_ / "new.pgn"}, "c", skips);
        EXPECT_EQ(report_.added->known_sources.size(), 1U);
        EXPECT_EQ(report_.games_read, 0U);
        EXPECT_EQ(issues_, "");
    }
    // The places of later games do not overlap with those of that source.
    add({write("more.pgn", single(3))});
    EXPECT_EQ(open("c").game(2)->header().pgn_offset, 4 * single(1).size());
}

// Of which nothing can be recognised.
TEST_F(SkipDuplicatesTest, AChoiceOfDuplicatesAloneChangesNothing) {
    index({write("old.pgn", single(1) + single(2))}, "c");
    const std::string before = test::read_file(dir_ / "c/meta");
    IndexOptions wanted = options();
    wanted.skip_duplicates = true;
    wanted.choice.max_games = 1;
    const auto report = try_add(wanted, {write("new.pgn", single(2) + single(3))});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->games, 0U);
    EXPECT_EQ(test::read_file(dir_ / "c/meta"), before);
}

// A later download of the same month; no warning says that its games are there twice.
TEST_F(SkipDuplicatesTest, ALongerVersionOfASourceAddsWhatIsNew) {
    index({write("old.pgn", single(1) + single(2))}, "c");
    add({write("longer.pgn", single(1) + single(2) + single(3))});
    EXPECT_EQ(report_.games, 1U);
    EXPECT_EQ(report_.warnings, std::vector<std::string>());
}

TEST_F(SkipDuplicatesTest, ATruncatedDuplicateCountsAsSkipped) {
    index({write("old.pgn", single(1))}, "c");
    const std::string cut = game("Anna", "Bert", "1801.01.01", "1-0", "1. e4 e5 2. Ke3");
    const std::string kept = game("Anna", "Bert", "1802.01.01", "1-0", "1. e4 e5 2. Ke3");
    add({write("new.pgn", cut + kept + "[White \"Carl\"]\n\n*\n\n")});
    EXPECT_EQ(report_.truncated, 1U);
    EXPECT_EQ(report_.games, 1U);
    EXPECT_EQ(issues_,
              "new.pgn:7: kept 2 plies, illegal_move: Ke3 (Anna - Bert)\n"
              "new.pgn:15: kept 2 plies, illegal_move: Ke3 (Anna - Bert)\n"
              "new.pgn:17: skipped, no_moves (Carl - )\n"
              "new.pgn:1: skipped, duplicate: game 0 (Anna - Bert)\n");
}

TEST_F(SkipDuplicatesTest, PlacesAreThoseOfTheirFiles) {
    index({write("old.pgn", single(1))}, "c");
    index({write("fives.pgn", single(5) + single(1))}, "base.scoredb");
    add({write("a.pgn", single(2) + "\n\n" + single(2)),
         write("b.pgn.gz", test::gzip(single(4) + single(1))), (dir_ / "base.scoredb").string(),
         write("c.pgn", single(4))});
    EXPECT_EQ(issues_,
              "a.pgn:11: skipped, duplicate: game 1 (Anna - Bert)\n"
              "b.pgn.gz:9: skipped, duplicate: game 0 (Anna - Bert)\n"
              "base.scoredb, game 1: skipped, duplicate: game 0 (Anna - Bert)\n"
              "c.pgn:1: skipped, duplicate: game 2 (Anna - Bert)\n");
    EXPECT_EQ(report_.games, 3U);
}

TEST_F(SkipDuplicatesTest, ANewCorpusTakesEachGameOnce) {
    write("a.pgn", synth_games(0, 100));
    write("b.pgn", synth_games(40, 60) + synth_games(100, 120));
    index({dir_ / "a.pgn", dir_ / "b.pgn"}, "c", true);
    EXPECT_EQ(duplicates(), 20U);
    expect_consistent();
    index({write("all.pgn", synth_games(0, 120))}, "expected");
    EXPECT_EQ(games_of("c"), games_of("expected"));
    for (const char* file :
         {"tree.dat", "tree.games", "shards/0.cols", "shards/0.extra", "shards/0.dict"}) {
        EXPECT_TRUE(test::read_file(dir_ / "c" / file) == test::read_file(dir_ / "expected" / file))
            << file;
    }
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(dir_ / "c")) {
        files.push_back(entry.path().filename().string());
    }
    std::ranges::sort(files);
    EXPECT_EQ(files, (std::vector<std::string>{"bitmaps", "checksums.1", "meta", "shards",
                                               "tree.dat", "tree.games"}));
    expect_sound("c");
    index({write("empty.pgn", "")}, "none", true);
    index({dir_ / "empty.pgn"}, "none-expected");
    test::expect_same_files(dir_ / "none", dir_ / "none-expected");
}

TEST_F(SkipDuplicatesTest, StopsWhenItIsCancelled) {
    index({write("old.pgn", single(1))}, "c");
    IndexOptions wanted = options();
    wanted.skip_duplicates = true;
    // After the games were read, on one thread.
    wanted.threads = 1;
    const std::string input = write("new.pgn", single(1) + single(2));
    size_t polls = 0;
    wanted.is_cancelled = [&polls] { return ++polls == SIZE_MAX; };
    fs::copy(dir_ / "c", dir_ / "copy", fs::copy_options::recursive);
    ASSERT_TRUE(try_add(wanted, {input}, "copy"));
    const size_t all = polls;
    ASSERT_GT(all, 5U);
    for (size_t last = 1; last <= all; ++last) {
        polls = 0;
        wanted.is_cancelled = [&polls, last] { return ++polls >= last; };
        const auto report = try_add(wanted, {input});
        ASSERT_FALSE(report) << last;
        EXPECT_EQ(report.error().code, ErrorCode::Cancelled) << last;
        EXPECT_EQ(open("c").game_count(), 1U);
    }
}

}  // namespace
}  // namespace edge::indexing
