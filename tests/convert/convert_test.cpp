#include "convert/convert.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include "codec/pgn/game_reader.h"
#include "codec/synth/synth.h"
#include "corpus/corpus.h"
#include "index/corpus_files.h"
#include "index/indexer.h"
#include "query/lang/text.h"
#include "support/temp_dir.h"

namespace edge::convert {
namespace {

namespace fs = std::filesystem;

// A megabyte of plain games, and between them some with all that a game can have.
std::string annotated_text() {
    std::string text;
    synth::Generator plain(1, false);
    synth::Generator clocks(2, true);
    for (uint64_t i = 0; i < 1200; ++i) {
        (i % 3 == 0 ? clocks : plain).append_game(i, text);
        if (i % 50 == 0) {
            text +=
                "[Event \"annotated\"]\n[White \"Ana \\\"x\\\"\"]\n[Black \"Müller\"]\n"
                "[Result \"1-0\"]\n[Annotator \"B\"]\n\n"
                "{intro} 1. e4 e5 $1 {good} (1... c5 2. Nf3 (2. c3 d5 {deep})) 2. Nf3 1-0\n\n";
        }
        if (i % 70 == 0) {
            text +=
                "[Event \"study\"]\n[FEN \"8/8/8/8/8/k7/p7/K7 w - - 0 1\"]\n"
                "[SetUp \"1\"]\n\n*\n\n[Event \"bad\"]\n\n1. e4 e5 2. Ke4 1-0\n\n";
        }
        if (i % 90 == 0) text += "[Event \"v\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n";
    }
    return text;
}

const std::string& shared_text() {
    static const std::string text = annotated_text();
    return text;
}

class ConvertTest : public testing::Test {
protected:
    void SetUp() override { test::write_file(dir_ / "in.pgn", shared_text()); }

    ConvertOptions options(const std::string& in, const std::string& out) {
        ConvertOptions options;
        options.inputs = {(dir_ / in).string()};
        options.out = (dir_ / out).string();
        options.force = true;
        options.threads = 2;
        return options;
    }
    ConvertReport run(const std::string& in, const std::string& out) {
        return convert(options(in, out)).value();
    }
    ConvertReport filter(const std::string& in, const std::string& out, std::string_view query) {
        ConvertOptions filtered = options(in, out);
        filtered.query = query::parse_text(query).value();
        return convert(filtered).value();
    }
    std::string read(std::string_view name) { return test::read_file(dir_ / name); }
    // The content of the folder, so that nothing is left behind unnoticed.
    size_t entries() {
        size_t count = 0;
        for ([[maybe_unused]] const auto& entry : fs::directory_iterator(dir_.path())) ++count;
        return count;
    }

    test::TempDir dir_;
};

uint64_t skipped(const ConvertReport& report, std::string_view kind) {
    const auto found = report.games.skipped.find(kind);
    return found == report.games.skipped.end() ? 0 : found->second.count;
}
uint64_t lost(const ConvertReport& report, std::string_view kind) {
    const auto found = report.games.lost.find(kind);
    return found == report.games.lost.end() ? 0 : found->second.count;
}

TEST_F(ConvertTest, KeepsGamesWholeFromPgnToPgn) {
    const ConvertReport report = run("in.pgn", "a.pgn");
    EXPECT_EQ(skipped(report, "variant"), 14U);
    EXPECT_EQ(lost(report, "illegal_move"), 18U);
    EXPECT_EQ(report.games.games_read, report.games.games_written + 14);
    const auto read_back = pgn::read_games(read("a.pgn"));
    auto expected = pgn::read_games(shared_text());
    std::erase_if(expected,
                  [](const pgn::TextGame& read) { return read.game.tag("Variant") == "Atomic"; });
    ASSERT_EQ(read_back.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(read_back[i].game.moves, expected[i].game.moves) << i;
        EXPECT_EQ(read_back[i].game.result, expected[i].game.result) << i;
    }
    run("a.pgn", "b.pgn");
    EXPECT_EQ(read("b.pgn"), read("a.pgn"));
}

TEST_F(ConvertTest, ThreadsDoNotChangeTheBytes) {
    for (const std::string out :
         {"o.pgn", "o.pgn.gz", "o.pgn.bz2", "o.pgn.zst", "o.si4", "o.vf", "o.fbpgn"}) {
        std::string expected;
        ConversionReport expected_report;
        for (const unsigned threads : {1U, 2U, 7U}) {
            ConvertOptions once = options("in.pgn", out);
            once.threads = threads;
            if (out == "o.vf") once.scores.source = viriformat::ScoreSource::Zero;
            const ConvertReport report = convert(once).value();
            std::string bytes = read(out);
            if (out == "o.si4") bytes += read("o.sn4") + read("o.sg4");
            if (out == "o.fbpgn") bytes += read("o.fbpgn.idx");
            if (threads == 1) {
                expected = bytes;
                expected_report = report.games;
            }
            EXPECT_TRUE(bytes == expected) << out << ' ' << threads;
            EXPECT_EQ(report.games, expected_report) << out << ' ' << threads;
        }
    }
}

TEST_F(ConvertTest, KeepsAllByWayOfEveryWholeFormat) {
    run("in.pgn", "direct.pgn");
    for (const std::string way : {"way.pgn.gz", "way.pgn.bz2", "way.pgn.zst", "way.fbpgn"}) {
        run("in.pgn", way);
        run(way, "back.pgn");
        const auto back = pgn::read_games(read("back.pgn"));
        const auto direct = pgn::read_games(read("direct.pgn"));
        ASSERT_EQ(back.size(), direct.size()) << way;
        for (size_t i = 0; i < back.size(); ++i) {
            EXPECT_EQ(back[i].game.moves, direct[i].game.moves) << way << ' ' << i;
        }
    }
    run("in.pgn", "way.si4");
    const ConvertReport report = run("way.si4", "back.si4");
    EXPECT_EQ(report.games.games_read, report.games.games_written);
    for (const std::string file : {".si4", ".sn4", ".sg4"}) {
        EXPECT_TRUE(read("back" + file) == read("way" + file)) << file;
    }
}

TEST_F(ConvertTest, MakesTheCorpusThatTheIndexerMakes) {
    const ConvertReport report = run("in.pgn", "c.scoredb");
    indexing::IndexOptions index;
    index.inputs = {(dir_ / "in.pgn").string()};
    index.out = dir_ / "d.scoredb";
    const indexing::IndexReport indexed = indexing::index_games(index).value();
    EXPECT_EQ(report.games.games_written, indexed.games);
    EXPECT_EQ(report.games.games_read, indexed.games_read);
    EXPECT_EQ(lost(report, "comments"), 24U + 400);  // and those with clocks
    EXPECT_EQ(lost(report, "variations"), 24U);
    EXPECT_EQ(skipped(report, "variant"), 14U);
    test::expect_same_files(dir_ / "c.scoredb", dir_ / "d.scoredb");
}

TEST_F(ConvertTest, MakesTheCorpusOfAFolder) {
    fs::create_directory(dir_ / "folder");
    test::write_file(dir_ / "folder/a.pgn", "1. e4 *\n");
    test::write_file(dir_ / "folder/b.pgn", "1. d4 *\n");
    run("folder", "c.scoredb");
    indexing::IndexOptions index;
    index.inputs = {(dir_ / "folder").string()};
    index.out = dir_ / "d.scoredb";
    ASSERT_TRUE(indexing::index_games(index));
    test::expect_same_files(dir_ / "c.scoredb", dir_ / "d.scoredb");
}

TEST_F(ConvertTest, GamesOfTextHaveTheirOffsetsAmongOtherSources) {
    test::write_file(dir_ / "text.pgn", "\n1. e4 *\n\n1. Ke2 *\n\n1. d4 *\n\n; the end\n");
    run("text.pgn", "other.fbpgn");
    ConvertOptions several = options("text.pgn", "c.scoredb");
    several.inputs = {(dir_ / "other.fbpgn").string(), (dir_ / "text.pgn").string(),
                      (dir_ / "other.fbpgn").string(), (dir_ / "text.pgn").string()};
    for (const unsigned threads : {1U, 4U}) {
        several.threads = threads;
        ASSERT_TRUE(convert(several));
        indexing::IndexOptions index;
        index.inputs = several.inputs;
        index.out = dir_ / "d.scoredb";
        index.force = true;
        ASSERT_TRUE(indexing::index_games(index));
        test::expect_same_files(dir_ / "c.scoredb", dir_ / "d.scoredb");
    }
}

TEST_F(ConvertTest, IndexesEveryKindAlike) {
    run("in.pgn", "kept.pgn");
    indexing::IndexOptions index;
    index.inputs = {(dir_ / "kept.pgn").string()};
    index.out = dir_ / "text.scoredb";
    ASSERT_TRUE(indexing::index_games(index));
    const auto expected = test::files_of(dir_ / "text.scoredb");
    for (const std::string kind : {"x.si4", "x.fbpgn", "x.scoredb"}) {
        run("kept.pgn", kind);
        for (const unsigned threads : {1U, 5U}) {
            index.inputs = {(dir_ / kind).string()};
            index.out = dir_ / "other.scoredb";
            index.force = true;
            index.threads = threads;
            ASSERT_TRUE(indexing::index_games(index)) << kind;
            const auto files = test::files_of(dir_ / "other.scoredb");
            EXPECT_TRUE(files.at("tree.dat") == expected.at("tree.dat")) << kind;
            EXPECT_TRUE(files.at("shards/0.dict") == expected.at("shards/0.dict")) << kind;
        }
    }
}

TEST_F(ConvertTest, PlacesOfWholeGamesAreTheirNumbers) {
    test::write_file(dir_ / "two.pgn", "1. e4 *\n\n1. d4 *\n\n1. c4 *\n");
    run("two.pgn", "two.fbpgn");
    indexing::IndexOptions index;
    const std::string fbpgn = (dir_ / "two.fbpgn").string();
    index.inputs = {fbpgn, (dir_ / "two.pgn").string(), fbpgn};
    index.out = dir_ / "c.scoredb";
    for (const uint32_t shards : {1U, 3U}) {
        index.shards = shards;
        index.force = true;
        ASSERT_TRUE(indexing::index_games(index));
        const auto corpus = corpus::Corpus::open((dir_ / "c.scoredb").string()).value();
        std::vector<uint64_t> offsets;
        for (uint64_t id = 0; id < corpus.game_count(); ++id) {
            offsets.push_back(corpus.game(id).value().header().pgn_offset);
        }
        // The text is 27 bytes long.
        EXPECT_EQ(offsets, (std::vector<uint64_t>{0, 1, 2, 3, 12, 21, 29, 30, 31}));
        ASSERT_EQ(corpus.meta().sources.size(), 3U);
        EXPECT_EQ(corpus.meta().sources[0].games, 3U);
        EXPECT_EQ(corpus.meta().sources[1].games, std::nullopt);
    }
}

TEST_F(ConvertTest, FiltersByHeadersWithoutACorpus) {
    const ConvertReport report = filter("in.pgn", "f.pgn", "tag(\"Event\") ~ \"study\"");
    EXPECT_EQ(report.games.games_written, 18U);  // from another start, which no corpus holds
    EXPECT_EQ(skipped(report, "no_match"),
              report.games.games_read - 18 - skipped(report, "variant"));
}

TEST_F(ConvertTest, FiltersByPositionsAndKeepsAnnotations) {
    const size_t before = entries();
    for (const std::string kind : {"in.pgn", "x.fbpgn", "x.si4"}) {
        if (kind != "in.pgn") run("in.pgn", kind);
        const ConvertReport report =
            filter(kind, "f.pgn",
                   "position(\"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R "
                   "b KQkq - 1 2\") and tag(\"Event\") ~ \"annotated\"");
        EXPECT_EQ(report.games.games_written, 24U) << kind;
        for (const pgn::TextGame& read : pgn::read_games(read("f.pgn"))) {
            EXPECT_EQ(read.game.tag("White"), "Ana \"x\"");
            EXPECT_EQ(read.game.moves.size(), 9U - 1U);
            EXPECT_EQ(read.game.moves.annotation(kRootNode).comment, "intro");
        }
    }
    // x.fbpgn with its index, the three files of x.si4, and f.pgn: no corpus is left.
    EXPECT_EQ(entries(), before + 6);
}

TEST_F(ConvertTest, FiltersACorpusByItsOwnGames) {
    run("in.pgn", "c.scoredb");
    const ConvertReport direct = filter("in.pgn", "a.pgn", "ever(Q=q=0) and result = W");
    const ConvertReport stored = filter("c.scoredb", "b.pgn", "ever(Q=q=0) and result = W");
    EXPECT_EQ(direct.games.games_written, stored.games.games_written);
    const ConvertReport corpus = filter("in.pgn", "w.scoredb", "ever(Q=q=0) and result = W");
    EXPECT_EQ(corpus.games.games_written, stored.games.games_written);
    const auto a = pgn::read_games(read("a.pgn"));
    const auto b = pgn::read_games(read("b.pgn"));
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].game.tags, b[i].game.tags);
}

// After the last match, too, and where there is none.
TEST_F(ConvertTest, FiltersIntoACorpusToItsLastGame) {
    run("in.pgn", "c.scoredb");
    for (const char* query : {"ever(..2, R>=3)", "plies <= 4 and ever(Q=1)", "year < 1900"}) {
        const uint64_t wanted = filter("c.scoredb", "o.pgn", query).games.games_written;
        for (const char* source : {"c.scoredb", "in.pgn"}) {
            const ConvertReport kept = filter(source, "w.scoredb", query);
            EXPECT_EQ(kept.games.games_written, wanted) << source << ' ' << query;
            const auto corpus = corpus::Corpus::open((dir_ / "w.scoredb").string()).value();
            EXPECT_EQ(corpus.game_count(), wanted) << source << ' ' << query;
            if (source != std::string_view("in.pgn")) continue;
            for (uint64_t id = 0; id < wanted; ++id) {
                const uint64_t offset = corpus.game(id).value().header().pgn_offset;
                EXPECT_EQ(shared_text().substr(offset, 7), "[Event ") << query;
            }
        }
    }
}

TEST_F(ConvertTest, ReadsAPipeOnlyOnce) {
    ASSERT_EQ(::mkfifo((dir_ / "pipe").c_str(), 0600), 0);
    ConvertOptions asked = options("pipe", "o.pgn");
    asked.query = query::parse_text("ever(Q=q=0)").value();
    const auto refused = convert(asked);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
    EXPECT_FALSE(fs::exists(dir_ / "o.pgn"));
}

// The moves are those from the first FEN, which a second one must not hide.
TEST_F(ConvertTest, ARepeatedFenIsStillAnotherStart) {
    test::write_file(
        dir_ / "twice.pgn",
        "[Event \"two starts\"]\n[FEN \"4k3/8/8/8/8/8/8/4KQ2 w - - 0 1\"]\n[SetUp \"1\"]\n"
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n"
        "1. Qf7+ Kxf7 *\n");
    const ConvertReport report = run("twice.pgn", "twice.scoredb");
    EXPECT_EQ(report.games.games_written, 0U);
    EXPECT_EQ(report.games.skipped.at("custom_start").count, 1U);
}

TEST_F(ConvertTest, EndingsInCapitalsMeanTheSame) {
    run("in.pgn", "B.SI4");
    EXPECT_TRUE(fs::exists(dir_ / "B.SI4") && fs::exists(dir_ / "B.SN4"));
    EXPECT_EQ(run("B.SI4", "b.pgn").games.games_written,
              run("in.pgn", "a.PGN.ZST").games.games_written);
    EXPECT_NE(read("a.PGN.ZST").front(), '[');
}

TEST_F(ConvertTest, RefusesWhatIsForAnotherTarget) {
    ConvertOptions book = options("in.pgn", "o.pgn");
    book.max_ply = 20;
    ASSERT_FALSE(convert(book));
    EXPECT_EQ(convert(book).error().code, ErrorCode::InvalidArgument);
}

TEST_F(ConvertTest, NamesTheSourceWhereThereAreSeveral) {
    test::write_file(dir_ / "bad.pgn", "1. e4 e5 2. Ke5 *\n");
    ConvertOptions two = options("bad.pgn", "o.pgn");
    two.inputs.push_back(two.inputs.front());
    const ConvertReport report = convert(two).value();
    EXPECT_EQ(report.games.games_written, 2U);
    EXPECT_EQ(report.games.lost.at("illegal_move").examples.front(),
              (dir_ / "bad.pgn").string() +
                  ", line 1: found 'Ke5', expected a legal move; the line ends there");
}

TEST_F(ConvertTest, LeavesNothingBehindWhenItFails) {
    run("in.pgn", "base.si4");
    run("in.pgn", "x.fbpgn");
    const size_t before = entries();
    const auto fails = [&](const std::string& in, const std::string& out, ErrorCode code) {
        const auto result = convert(options(in, out));
        ASSERT_FALSE(result) << in << " to " << out;
        EXPECT_EQ(result.error().code, code) << result.error().message;
        EXPECT_EQ(entries(), before) << in << " to " << out;
    };
    fails("none.pgn", "o.pgn", ErrorCode::NotFound);
    fails("in.pgn", "in.pgn", ErrorCode::Io);
    fails("base.si4", "base.sg4", ErrorCode::Io);
    fails("in.pgn", "o.xyz", ErrorCode::InvalidArgument);
    fails("none.pgn", "o.pgn.gz", ErrorCode::NotFound);
    fails("in.pgn", "no/folder/o.pgn", ErrorCode::NotFound);
    EXPECT_EQ(test::read_file(dir_ / "in.pgn"), shared_text());

    for (const std::string file : {"x.fbpgn", "base.sg4"}) {
        const std::string whole = read(file);
        test::write_file(dir_ / file, std::string_view(whole).substr(0, whole.size() / 2));
    }
    fails("x.fbpgn", "o.pgn", ErrorCode::Corrupt);
}

TEST_F(ConvertTest, RefusesWhatIsThereUnlessForced) {
    run("in.pgn", "o.pgn");
    ConvertOptions careful = options("in.pgn", "o.pgn");
    careful.force = false;
    EXPECT_FALSE(convert(careful));
    EXPECT_TRUE(convert(options("in.pgn", "o.pgn")));
}

TEST_F(ConvertTest, StopsWhenItIsCancelled) {
    const size_t before = entries();
    for (const std::string out : {"o.pgn", "o.scoredb"}) {
        ConvertOptions cancelled = options("in.pgn", out);
        cancelled.is_cancelled = [] { return true; };
        const auto result = convert(cancelled);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, ErrorCode::Cancelled);
        EXPECT_EQ(entries(), before);
    }
}

TEST_F(ConvertTest, SaysWhatIsMissingOfACutBase) {
    run("in.pgn", "base.si4");
    const std::string index = read("base.si4");
    constexpr size_t kLost = 100 * 47;  // bytes of entries
    test::write_file(dir_ / "base.si4", std::string_view(index).substr(0, index.size() - kLost));
    for (const std::string out : {"o.pgn", "o.scoredb"}) {
        const ConvertReport report = run("base.si4", out);
        EXPECT_EQ(skipped(report, "missing_entry"), 100U);
        ASSERT_GE(report.warnings.size(), 2U) << out;
        EXPECT_NE(report.warnings[0].find("base.si4, offset 182: found entries of"),
                  std::string::npos);
        EXPECT_NE(report.warnings[1].find("100 of"), std::string::npos);
        const size_t before = entries();
        ConvertOptions strict = options("base.si4", "new-" + out);
        strict.fail_on_bad_games = true;
        const auto refused = convert(strict);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, ErrorCode::Corrupt);
        EXPECT_EQ(entries(), before);
    }
}

TEST_F(ConvertTest, DeletedGamesAreNotBad) {
    test::write_file(dir_ / "two.pgn",
                     "[Event \"a\"]\n[ScidFlags \"D\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n");
    run("two.pgn", "two.si4");
    ConvertOptions strict = options("two.si4", "o.pgn");
    strict.fail_on_bad_games = true;
    strict.query = query::parse_text("move(\"d4\")").value();
    const ConvertReport report = convert(strict).value();
    EXPECT_EQ(skipped(report, "deleted"), 1U);
    EXPECT_EQ(report.games.games_written, 1U);
    EXPECT_TRUE(report.warnings.empty());
}

TEST_F(ConvertTest, ResultsAreThoseOfTheIndexer) {
    std::string text;
    for (const char* tag : {"1-0", "*", "1/2", "foo", ""}) {
        for (const char* token : {"0-1", "*", ""}) {
            text += "[Event \"x\"]\n";
            if (*tag != 0) text += std::string("[Result \"") + tag + "\"]\n";
            text += std::string("\n1. e4 e5 ") + token + "\n\n";
        }
    }
    test::write_file(dir_ / "r.pgn", text);
    run("r.pgn", "a.scoredb");
    indexing::IndexOptions index;
    index.inputs = {(dir_ / "r.pgn").string()};
    index.out = dir_ / "b.scoredb";
    ASSERT_TRUE(indexing::index_games(index));
    run("a.scoredb", "a.pgn");
    run("b.scoredb", "b.pgn");
    EXPECT_EQ(read("a.pgn"), read("b.pgn"));
    EXPECT_EQ(read("a.scoredb/shards/0.extra"), read("b.scoredb/shards/0.extra"));
}

TEST_F(ConvertTest, RefusesItsSourceByAnotherName) {
    fs::create_hard_link(dir_ / "in.pgn", dir_ / "hard.pgn");
    fs::create_symlink(dir_ / "in.pgn", dir_ / "soft.pgn");
    for (const std::string out : {"hard.pgn", "soft.pgn"}) {
        const auto refused = convert(options("in.pgn", out));
        ASSERT_FALSE(refused) << out;
        EXPECT_NE(refused.error().message.find("read from"), std::string::npos);
    }
    EXPECT_EQ(read("in.pgn"), shared_text());
}

TEST_F(ConvertTest, RefusesTextThatIsNotPgn) {
    ConvertOptions binary = options("x", "o.pgn");
    binary.from = formats::GameKind::Pgn;
    const auto message_of = [&](std::string_view bytes) {
        test::write_file(dir_ / "x", bytes);
        const auto report = convert(binary);
        return report ? std::string() : report.error().message;
    };
    const std::string path = (dir_ / "x").string();
    EXPECT_EQ(message_of("1. e4 *\n"), "");
    EXPECT_EQ(message_of(" \n"), "");
    EXPECT_EQ(message_of("hello\n"), path + ": found no game and no tag in 6 bytes, expected PGN");
    EXPECT_EQ(
        message_of(std::string_view("1. e4 \0*", 8)),
        path + ", offset 6: found a zero byte, expected PGN text; name the kind if it is another");
    EXPECT_EQ(message_of(std::string_view("FBPGN\2\0\0\0\0", 10)),
              path +
                  ", offset 0: found an FBPGN file, expected PGN text; name the kind if it is "
                  "another");
    EXPECT_FALSE(fs::exists(dir_ / "o.scoredb"));
    EXPECT_NE(message_of("hello\n"), "");
}

TEST(GameKinds, AreNamedByTheirEndingsToo) {
    EXPECT_EQ(formats::parse_game_kind("si4"), formats::GameKind::Scid4);
    EXPECT_EQ(formats::parse_game_kind("vf"), formats::GameKind::Viriformat);
    EXPECT_EQ(formats::parse_game_kind(".bin"), formats::GameKind::Polyglot);
    EXPECT_EQ(formats::parse_game_kind("pgn"), formats::GameKind::Pgn);
    EXPECT_FALSE(formats::parse_game_kind("gz"));
}

TEST(GameKinds, AreRecognisedByContent) {
    const test::TempDir dir;
    const auto kind_of = [&dir](std::string_view bytes) {
        test::write_file(dir / "x", bytes);
        return formats::kind_of_source((dir / "x").string());
    };
    EXPECT_EQ(kind_of("1. e4 *\n"), formats::GameKind::Pgn);
    EXPECT_EQ(kind_of(""), formats::GameKind::Pgn);
    EXPECT_EQ(kind_of(std::string_view("Scid.si\0\1\2", 10)), formats::GameKind::Scid4);
    EXPECT_EQ(kind_of(std::string_view("FBPGN\2\0\0\0\0", 10)), formats::GameKind::Fbpgn);
    EXPECT_EQ(kind_of(std::string_view("\0\0\0\0\0\0\0\1\0\1\0\1\0\0\0\0", 16)),
              formats::GameKind::Polyglot);
    EXPECT_EQ(kind_of(std::string_view("\1\0\2", 3)).error().code, ErrorCode::Corrupt);
}

TEST(GameKinds, OfTargetsShowInTheirNames) {
    EXPECT_EQ(formats::kind_of_target("a/B.PGN"), formats::GameKind::Pgn);
    EXPECT_EQ(formats::kind_of_target("b.scoredb/"), formats::GameKind::Scoredb);
    EXPECT_EQ(formats::kind_of_target("b.viriformat"), formats::GameKind::Viriformat);
    EXPECT_EQ(formats::kind_of_target("b.bin"), formats::GameKind::Polyglot);
    EXPECT_EQ(formats::kind_of_target("-"), formats::GameKind::Pgn);
    EXPECT_EQ(formats::kind_of_target("games").error().code, ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace edge::convert
