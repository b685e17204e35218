#include "games/games_export.h"

#include <gtest/gtest.h>

#include "corpus/corpus_builder.h"
#include "games/original_text.h"
#include "games/stored_game.h"
#include "wire/games/game_json.h"

namespace edge::games {
namespace {

class GamesExport : public testing::Test {
protected:
    corpus::Corpus open() {
        builder_.write(dir_ / "c");
        return corpus::Corpus::open((dir_ / "c").string()).value();
    }
    test::TempDir dir_;
    test::CorpusBuilder builder_;
};

TEST_F(GamesExport, RebuildsPgnWithAllTags) {
    builder_.games = {{test::line("e4 e5 Nf3"),
                       corpus::GameResult::Draw,
                       "Anna",
                       "Bert",
                       {{"Event", "A \"B\" \\C"}, {"Round", "1.2"}}}};
    const auto corpus = open();
    std::string text;
    ASSERT_TRUE(append_pgn(corpus, GameLoader(corpus).load(0).value(), text));
    EXPECT_EQ(text,
              "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1/2-1/2\"]\n"
              "[Event \"A \\\"B\\\" \\\\C\"]\n[Round \"1.2\"]\n\n1. e4 e5 2. Nf3 1/2-1/2\n\n");
}

TEST_F(GamesExport, WritesTheRosterWhenTheCorpusKeepsNoTags) {
    builder_.games = {{test::line("d4")}};
    builder_.games[0].header.eco = 122;
    builder_.games[0].header.date = {1998, 11, 0};
    builder_.with_extra = false;
    const auto corpus = open();
    std::string text;
    ASSERT_TRUE(append_pgn(corpus, GameLoader(corpus).load(0).value(), text));
    EXPECT_EQ(
        text,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"1998.11.??\"]\n[Round \"?\"]\n[White \"Anna\"]\n"
        "[Black \"Bert\"]\n[Result \"1-0\"]\n[ECO \"B22\"]\n\n1. d4 1-0\n\n");
}

TEST_F(GamesExport, LinesStayBelowEightyColumns) {
    std::string shuffle;
    for (int i = 0; i < 60; ++i) shuffle += i % 2 == 0 ? "Nf3 Nf6 " : "Ng1 Ng8 ";
    shuffle.pop_back();
    builder_.games = {{test::line(shuffle)}};
    const auto corpus = open();
    std::string text;
    ASSERT_TRUE(append_pgn(corpus, GameLoader(corpus).load(0).value(), text));
    size_t longest = 0;
    for (size_t at = 0; at < text.size();) {
        const size_t end = text.find('\n', at);
        longest = std::max(longest, end - at);
        at = end + 1;
    }
    EXPECT_LT(longest, 80U);
    EXPECT_GT(longest, 70U);
}

TEST_F(GamesExport, MarksTheMatchAndMayBeginThere) {
    builder_.games = {
        {test::line("e4 e5 Nf3 Nc6 Bb5"),
         corpus::GameResult::Draw,
         "Anna",
         "Bert",
         {{"SetUp", "1"}, {"FEN", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}}}};
    const auto corpus = open();
    const StoredGame game = GameLoader(corpus).load(0).value();
    const auto pgn = [&](std::vector<uint32_t> plies, const MatchNotes& notes) {
        std::string text;
        EXPECT_TRUE(append_pgn(corpus, {game, {0, 0}, std::move(plies)}, notes, text));
        return text;
    };
    const auto moves = [&](const std::vector<uint32_t>& plies, const MatchNotes& notes) {
        const std::string text = pgn(plies, notes);
        return text.substr(text.find("\n\n") + 2);
    };
    constexpr MatchNotes kMark{.mark = true};
    constexpr MatchNotes kBoth{.mark = true, .from_match = true};
    EXPECT_EQ(moves({0}, kMark), "{match} 1. e4 e5 2. Nf3 Nc6 3. Bb5 1/2-1/2\n\n");
    EXPECT_EQ(moves({3}, kMark), "1. e4 e5 2. Nf3 {match} 2... Nc6 3. Bb5 1/2-1/2\n\n");
    EXPECT_EQ(moves({5}, kMark), "1. e4 e5 2. Nf3 Nc6 3. Bb5 {match} 1/2-1/2\n\n");
    EXPECT_EQ(moves({1, 2, 4}, kMark),
              "1. e4 {match begins} 1... e5 2. Nf3 Nc6 {match ends} 3. Bb5 1/2-1/2\n\n");
    EXPECT_EQ(moves({3}, {.from_match = true}), "2... Nc6 3. Bb5 1/2-1/2\n\n");
    EXPECT_EQ(moves({5}, kBoth), "{match} 1/2-1/2\n\n");
    EXPECT_EQ(pgn({2, 4}, kBoth),
              "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n"
              "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n\n"
              "{match begins} 2. Nf3 Nc6 {match ends} 3. Bb5 1/2-1/2\n\n");
    // The whole game where there is nothing to begin at.
    EXPECT_EQ(pgn({}, kBoth), pgn({0}, {.from_match = true}));
    EXPECT_EQ(pgn({}, kBoth), pgn({}, {}));
}

TEST_F(GamesExport, WritesUciCsvAndJson) {
    builder_.games = {{test::line("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"),
                       corpus::GameResult::BlackWins,
                       "Ann, \"A\"",
                       "Bert",
                       {{"Site", "https://lichess.org/abcd1234"}}}};
    const auto corpus = open();
    const auto game = GameLoader(corpus).load(0).value();
    std::string uci, csv;
    ASSERT_TRUE(append_uci(corpus, game, uci));
    EXPECT_EQ(uci, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 0-1\n");
    const SelectedGame selected{game, {0, 0}, {2, 3}};
    ASSERT_TRUE(append_csv(corpus, selected, default_columns(RowFormat::Csv, false), csv));
    EXPECT_EQ(csv,
              "0,abcd1234,,https://lichess.org/abcd1234,,,\"Ann, \"\"A\"\"\",Bert,0-1,,,,,,7,"
              "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O\r\n");
    EXPECT_EQ(wire::game_json(corpus, selected, default_columns(RowFormat::Json, false)),
              R"({"game_id":0,"lichess_id":"abcd1234","tags":{"White":"Ann, \"A\"","Black":"Bert",)"
              R"("Result":"0-1","Site":"https://lichess.org/abcd1234"},"result":"0-1","plies":7,)"
              R"("pgn_offset":0,"moves":["e4","e5","Nf3","Nc6","Bc4","Bc5","O-O"]})");
}

TEST_F(GamesExport, WritesTheColumnsAskedForInTheirOrder) {
    builder_.games = {{test::line("e4"), corpus::GameResult::Draw, "?", "Bert", {{"Event", "A"}}}};
    builder_.games[0].header.black_elo = 2100;
    const auto corpus = open();
    const SelectedGame selected{GameLoader(corpus).load(0).value(), {3, 4}, {1, 2}};
    constexpr std::string_view kNames =
        "tag:event,match_plies,shard,game,white_elo,black_elo,uci,date,tag:None";
    std::string csv;
    const auto columns = parse_columns(kNames, RowFormat::Csv).value();
    append_csv_header(columns, csv);
    ASSERT_TRUE(append_csv(corpus, selected, columns, csv));
    EXPECT_EQ(csv, std::string(kNames) + "\r\nA,1 2,3,4,,2100,e2e4,,\r\n");
    EXPECT_EQ(wire::game_json(corpus, selected, parse_columns(kNames, RowFormat::Json).value()),
              R"({"tag:event":"A","match_plies":[1,2],"shard":3,"game":4,"white_elo":null,)"
              R"("black_elo":2100,"uci":["e2e4"],"date":null,"tag:None":null})");
}

TEST(GameColumns, RefusesUnknownColumns) {
    for (const char* names :
         {"", "elo", "game_id,", "game_id,game_id", "tag:", "GAME_ID", "tags"}) {
        const auto columns = parse_columns(names, RowFormat::Csv);
        ASSERT_FALSE(columns) << names;
        EXPECT_EQ(columns.error().code, ErrorCode::InvalidArgument);
    }
    EXPECT_TRUE(parse_columns("tags", RowFormat::Json));
    EXPECT_NE(parse_columns("elo", RowFormat::Csv).error().message.find("white_elo"),
              std::string::npos);
}

TEST_F(GamesExport, ADamagedGameIsAnErrorWithItsPlace) {
    builder_.games = {{test::line("e4")}};
    builder_.games[0].moves[0] = Move::from_raw(0x0FFF);
    builder_.with_tree = false;
    const auto corpus = open();
    std::string text;
    const auto status = append_pgn(corpus, GameLoader(corpus).load(0).value(), text);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::Corrupt);
    EXPECT_NE(status.error().message.find("0.moves, offset 36"), std::string::npos);
    EXPECT_TRUE(text.empty());
}

class Originals : public GamesExport {
protected:
    // The builder counts pgn_offset in steps of 100, so games are padded to that.
    std::string padded(std::string text) {
        text.resize(100, '\n');
        return text;
    }
    void SetUp() override {
        builder_.games = {{test::line("e4 e5")}, {test::line("d4 d5 c4")}};
        source_ = padded("[White \"Anna\"]\n\n1. e4 {best} e5 1-0") +
                  padded("[White \"Anna\"]\n\n1.d4 d5 (1... Nf6) 2. c4 $1 1-0");
        test::write_file(dir_ / "s.pgn", source_);
        builder_.meta.sources = {{(dir_ / "s.pgn").string(), source_.size()}};
    }
    std::string source_;
};

TEST_F(Originals, FindsTheTextOfEachGame) {
    const auto corpus = open();
    GameLoader loader(corpus);
    OriginalText originals(corpus);
    for (int round = 0; round < 2; ++round) {
        EXPECT_EQ(originals.text_of(loader.load(0).value()),
                  "[White \"Anna\"]\n\n1. e4 {best} e5 1-0");
        EXPECT_EQ(originals.text_of(loader.load(1).value()),
                  "[White \"Anna\"]\n\n1.d4 d5 (1... Nf6) 2. c4 $1 1-0");
    }
}

TEST_F(Originals, RefusesASourceThatHasChanged) {
    const auto corpus = open();
    const auto game = GameLoader(corpus).load(1).value();
    test::write_file(dir_ / "s.pgn", source_ + " ");
    EXPECT_FALSE(OriginalText(corpus).text_of(game));
    std::string other = source_;
    other.replace(other.find("d4 d5"), 5, "d4 g6");
    test::write_file(dir_ / "s.pgn", other);
    const auto text = OriginalText(corpus).text_of(game);
    ASSERT_FALSE(text);
    EXPECT_NE(text.error().message.find("has changed"), std::string::npos);
    std::filesystem::remove(dir_ / "s.pgn");
    EXPECT_FALSE(OriginalText(corpus).text_of(game));
}

TEST_F(Originals, SaysWhenThereIsNoSourceToReadAgain) {
    builder_.meta.sources[0].path = "-";
    const auto corpus = open();
    const auto text = OriginalText(corpus).text_of(GameLoader(corpus).load(0).value());
    ASSERT_FALSE(text);
    EXPECT_NE(text.error().message.find("standard input"), std::string::npos);
}

}  // namespace
}  // namespace edge::games
