#include "convert/training_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "codec/synth/synth.h"
#include "convert/convert.h"
#include "query/lang/text.h"
#include "support/temp_dir.h"

namespace edge::convert {
namespace {

// Four positions and their scores: ply 1 and ply 3 have one, the first and ply 2 do not.
constexpr std::string_view kShort =
    "[Result \"1-0\"]\n\n1. e4 {[%eval 0.3]} e5 2. Nf3 {[%eval #4]} 1-0\n\n";

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

class TrainingWriterTest : public testing::Test {
protected:
    ConvertOptions options(const std::string& out) {
        ConvertOptions options;
        options.inputs = {(dir_ / "in.pgn").string()};
        options.out = (dir_ / out).string();
        options.force = true;
        options.threads = 2;
        return options;
    }
    void write(std::string_view pgn) { test::write_file(dir_ / "in.pgn", pgn); }
    // A few hundred games of engines, with repeated openings.
    void write_games(uint64_t count) {
        std::string text;
        synth::Generator games(3, false);
        for (uint64_t i = 0; i < count; ++i) games.append_game(i, text);
        write(text);
    }
    ConvertReport run(const ConvertOptions& options) { return convert(options).value(); }
    std::string read(const ConvertOptions& options) { return test::read_file(options.out); }
    std::string made(const ConvertOptions& options) {
        (void)run(options);
        return read(options);
    }
    uint64_t left_out(const ConvertReport& report, LeftOutPosition reason) {
        return report.positions->left_out[static_cast<size_t>(reason)];
    }
    ConvertOptions zero_scores(const std::string& out) {
        ConvertOptions made = options(out);
        made.scores.source = viriformat::ScoreSource::Zero;
        return made;
    }

    test::TempDir dir_;
};

TEST_F(TrainingWriterTest, WritesThePositionsThatHaveAScore) {
    write(kShort);
    const ConvertOptions to_text = options("x.txt");
    const ConvertReport report = run(to_text);
    EXPECT_EQ(read(to_text),
              "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 30 | 1.0\n"
              "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2 | 32763 | 1.0\n");
    EXPECT_EQ(report.positions->written, 2);
    // The first position's score is not made up from the next one's.
    EXPECT_EQ(left_out(report, LeftOutPosition::NoScore), 2);
    EXPECT_EQ(report.positions->mates, 1);
    EXPECT_EQ(made(options("x.bullet")).size(), 64);
}

TEST_F(TrainingWriterTest, WritesEpdWithTheScoresThatAreKnown) {
    write(kShort);
    EXPECT_EQ(made(options("x.epd")),
              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"1-0\"; id \"0:0\";\n"
              "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - c0 \"1-0\"; ce -30; "
              "id \"0:1\";\n"
              "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - c0 \"1-0\"; id \"0:2\";\n"
              "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - c0 \"1-0\"; ce -32759; "
              "id \"0:3\";\n");
}

TEST_F(TrainingWriterTest, CountsTheGamesThatItCannotUse) {
    write(
        "[Result \"*\"]\n\n1. e4 {[%eval 0.3]} *\n\n[Result \"1-0\"]\n\n1. e4 1-0\n\n"
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[Result \"1-0\"]\n\n"
        "1. e4 {[%eval 0.3]} Kd7 {[%eval 0.4]} 1-0\n\n");
    ConvertOptions to_text = options("x.txt");
    ConvertReport report = run(to_text);
    EXPECT_EQ(report.games.skipped.at("no_result").count, 1);
    EXPECT_EQ(report.games.skipped.at("no_scores").count, 1);
    EXPECT_EQ(report.games.games_written, 1);
    EXPECT_EQ(read(to_text),
              "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1 | 30 | 1.0\n"
              "8/3k4/8/8/4P3/8/8/4K3 w - - 1 2 | 40 | 1.0\n");

    to_text.positions.condition = query::parse_text("quiet").value();
    report = run(to_text);
    EXPECT_EQ(report.games.skipped.at("custom_start").count, 1);
    EXPECT_EQ(read(to_text), "");
}

TEST_F(TrainingWriterTest, ChoosesByPlyAndCondition) {
    write("[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n");
    ConvertOptions chosen = zero_scores("x.txt");
    chosen.positions.condition = query::parse_text("quiet").value();
    chosen.positions.plies = query::PlyRange{.from = 2, .until = 6};
    const ConvertReport report = run(chosen);
    EXPECT_EQ(report.positions->written, 4);
    EXPECT_EQ(left_out(report, LeftOutPosition::Plies), 3);
    EXPECT_EQ(left_out(report, LeftOutPosition::Condition), 1);
    EXPECT_EQ(report.positions->considered(), 8);
    chosen.positions.condition = query::parse_text("elo > 2000").value();
    EXPECT_EQ(convert(chosen).error().code, ErrorCode::InvalidArgument);
}

TEST_F(TrainingWriterTest, EndsAtANullMove) {
    write("[Result \"1-0\"]\n\n1. e4 -- 2. d4 1-0\n\n");
    const ConvertReport report = run(zero_scores("x.txt"));
    EXPECT_EQ(report.positions->written, 2);
    EXPECT_EQ(report.games.lost.at("moves_after").count, 1);
}

TEST_F(TrainingWriterTest, WritesEachPositionOnceWhereItComesFirst) {
    write_games(300);
    const std::vector<std::string> all = lines_of(made(zero_scores("all.epd")));
    std::set<std::string> seen;
    std::vector<std::string> firsts;
    for (const std::string& line : all) {
        if (seen.insert(line.substr(0, line.find(" c0 "))).second) firsts.push_back(line);
    }
    ASSERT_LT(firsts.size(), all.size());
    ConvertOptions unique = zero_scores("unique.epd");
    unique.positions.unique = true;
    const ConvertReport report = run(unique);
    EXPECT_EQ(lines_of(read(unique)), firsts);
    EXPECT_EQ(left_out(report, LeftOutPosition::Repeated), all.size() - firsts.size());
    EXPECT_EQ(report.positions->written, firsts.size());
}

TEST_F(TrainingWriterTest, ShufflesWithoutLosingAny) {
    write_games(300);
    std::vector<std::string> all = lines_of(made(zero_scores("all.epd")));
    ConvertOptions shuffled = zero_scores("shuffled.epd");
    shuffled.positions.shuffle = true;
    shuffled.positions.seed = 5;
    const std::vector<std::string> once = lines_of(made(shuffled));
    EXPECT_NE(once, all);
    shuffled.positions.seed = 6;
    const std::vector<std::string> again = lines_of(made(shuffled));
    EXPECT_NE(once, again);
    const auto in_order = [](std::vector<std::string> lines) {
        std::ranges::sort(lines);
        return lines;
    };
    EXPECT_EQ(in_order(once), in_order(all));
    EXPECT_EQ(in_order(again), in_order(all));
    // Far from where it was: the first thousand are not those of the first games.
    const std::set<std::string> before(all.begin(), all.begin() + 1000);
    EXPECT_LT(std::count_if(once.begin(), once.begin() + 1000,
                            [&](const std::string& line) { return before.contains(line); }),
              200);
}

TEST_F(TrainingWriterTest, ASmallerSampleIsPartOfALargerOne) {
    write_games(300);
    const size_t all = lines_of(made(zero_scores("all.epd"))).size();
    ConvertOptions sampled = zero_scores("sampled.epd");
    sampled.positions.sample = 0.5;
    const std::vector<std::string> half = lines_of(made(sampled));
    sampled.positions.sample = 0.1;
    const ConvertReport report = run(sampled);
    const std::vector<std::string> tenth = lines_of(read(sampled));
    EXPECT_NEAR(static_cast<double>(half.size()) / static_cast<double>(all), 0.5, 0.03);
    EXPECT_NEAR(static_cast<double>(tenth.size()) / static_cast<double>(all), 0.1, 0.03);
    EXPECT_EQ(left_out(report, LeftOutPosition::Sample), all - tenth.size());
    const std::set<std::string> larger(half.begin(), half.end());
    for (const std::string& line : tenth) EXPECT_TRUE(larger.contains(line)) << line;
    sampled.positions.seed = 1;
    EXPECT_NE(lines_of(made(sampled)), tenth);
}

TEST_F(TrainingWriterTest, GivesTheSameBytesWithAnyThreadsAndMemory) {
    write_games(500);
    for (const bool unique : {false, true}) {
        for (const bool shuffle : {false, true}) {
            ConvertOptions first = zero_scores("first.bullet");
            first.threads = 1;
            first.positions.unique = unique;
            first.positions.shuffle = shuffle;
            first.positions.sample = 0.9;
            const std::string bytes = made(first);
            ConvertOptions second = first;
            second.out = (dir_ / "second.bullet").string();
            second.threads = 4;
            if (unique || shuffle) second.positions.memory = 1;
            const ConvertReport report = run(second);
            EXPECT_EQ(report.positions->spilled_bytes > 0, unique || shuffle);
            EXPECT_TRUE(read(second) == bytes) << unique << shuffle;
            EXPECT_EQ(bytes.size(), 32 * report.positions->written);
        }
    }
}

TEST_F(TrainingWriterTest, LeavesNothingBehindWhenItIsCancelled) {
    write_games(300);
    ConvertOptions cancelled = zero_scores("x.bullet");
    cancelled.threads = 1;
    cancelled.positions.unique = true;
    // Once the games are read, so that it is the sorting that stops.
    std::atomic<int> asked = 0;
    (void)run(cancelled);
    std::filesystem::remove(cancelled.out);
    cancelled.is_cancelled = [&asked] {
        ++asked;
        return false;
    };
    (void)run(cancelled);
    std::filesystem::remove(cancelled.out);
    const int last = asked.exchange(0);
    cancelled.is_cancelled = [&asked, last] { return ++asked == last; };
    const auto report = convert(cancelled);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(dir_.path()), {}), 1);
}

TEST_F(TrainingWriterTest, RefusesOptionsThatDoNotGoTogether) {
    write(kShort);
    const auto refused = [](const ConvertOptions& options) {
        const auto report = convert(options);
        return !report && report.error().code == ErrorCode::InvalidArgument;
    };
    ConvertOptions to_games = options("x.pgn");
    to_games.positions.shuffle = true;
    EXPECT_TRUE(refused(to_games));
    ConvertOptions with_seed = options("x.txt");
    with_seed.positions.seed = 3;
    EXPECT_TRUE(refused(with_seed));
    ConvertOptions with_memory = options("x.txt");
    with_memory.positions.memory = 3 << 20;
    EXPECT_TRUE(refused(with_memory));
    ConvertOptions to_stdout = options("x.txt");
    to_stdout.out = "-";
    to_stdout.to = formats::GameKind::Bullet;
    EXPECT_TRUE(refused(to_stdout));
    ConvertOptions from = options("x.pgn");
    from.from = formats::GameKind::Text;
    EXPECT_EQ(convert(from).error().code, ErrorCode::Unsupported);
}

}  // namespace
}  // namespace edge::convert
