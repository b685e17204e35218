#include "codec/synth/synth.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>

#include "chess/movegen.h"
#include "chess/san.h"
#include "codec/synth/players.h"

namespace edge::synth {
namespace {

std::string text_of(const Options& options) {
    std::string text;
    const Status status = write_games(options, [&](std::string_view piece) -> Status {
        text += piece;
        return {};
    });
    EXPECT_TRUE(status.has_value());
    return text;
}

struct ParsedGame {
    std::map<std::string, std::string> tags;
    std::vector<std::string> words;  // the movetext without comments
};

// Reads exactly what the generator writes; a slow twin for the tests, no PGN reader.
std::vector<ParsedGame> parse(const std::string& text) {
    std::vector<ParsedGame> games;
    std::istringstream lines(text);
    std::string line;
    bool in_tags = false;
    while (std::getline(lines, line)) {
        if (line.empty()) continue;
        if (line.front() == '[') {
            if (!in_tags) games.emplace_back();
            in_tags = true;
            const size_t quote = line.find('"');
            games.back().tags[line.substr(1, quote - 2)] =
                line.substr(quote + 1, line.size() - quote - 3);
            continue;
        }
        in_tags = false;
        std::istringstream words(line);
        std::string word;
        bool in_comment = false;
        while (words >> word) {
            if (word == "{") in_comment = true;
            if (!in_comment) games.back().words.push_back(word);
            if (word == "}") in_comment = false;
        }
    }
    return games;
}

TEST(Synth, EveryMoveIsLegalAndWrittenCanonically) {
    const auto games = parse(text_of({.games = 400, .seed = 7}));
    ASSERT_EQ(games.size(), 400U);
    size_t mates = 0;
    for (const ParsedGame& game : games) {
        Position position = Position::start();
        for (const std::string& word : game.words) {
            if (word.back() == '.' || word == game.tags.at("Result")) continue;
            const auto move = parse_san(position, word);
            ASSERT_TRUE(move.has_value()) << word;
            ASSERT_EQ(to_san(position, *move), word);
            position.make_move<Maintain::Board>(*move);
        }
        EXPECT_EQ(game.words.back(), game.tags.at("Result"));
        if (is_checkmate(position)) {
            ++mates;
            const bool black_won = position.side_to_move() == Color::White;
            EXPECT_EQ(game.tags.at("Result"), black_won ? "0-1" : "1-0");
        }
    }
    EXPECT_GT(mates, 10U);
}

TEST(Synth, BytesDoNotDependOnThreads) {
    const std::string one = text_of({.games = 3500, .seed = 3, .threads = 1});
    EXPECT_EQ(one, text_of({.games = 3500, .seed = 3, .threads = 2}));
    EXPECT_EQ(one, text_of({.games = 3500, .seed = 3, .threads = 7}));
}

TEST(Synth, FewerGamesAreAPrefixOfMore) {
    const std::string more = text_of({.games = 1500, .seed = 5});
    const std::string fewer = text_of({.games = 300, .seed = 5});
    EXPECT_EQ(more.substr(0, fewer.size()), fewer);
}

TEST(Synth, SeedsGiveDifferentGames) {
    EXPECT_NE(text_of({.games = 5, .seed = 1}), text_of({.games = 5, .seed = 2}));
}

TEST(Synth, NoGamesIsNoText) { EXPECT_EQ(text_of({.games = 0}), ""); }

// FNV-1a.
uint64_t fingerprint(std::string_view text) {
    uint64_t hash = 0xCBF29CE484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    return hash;
}

TEST(Synth, TextStaysTheSameOnEveryMachine) {
    // Sizes in docs/performance.md and other people's corpora depend on these bytes.
    EXPECT_EQ(fingerprint(text_of({.games = 200})), 10459982586588696412U);
    EXPECT_EQ(fingerprint(text_of({.games = 200, .clocks = true})), 6028413292251196153U);
}

TEST(Synth, ClocksOnlyAddComments) {
    const auto plain = parse(text_of({.games = 50, .seed = 9}));
    const auto clocked = parse(text_of({.games = 50, .seed = 9, .clocks = true}));
    ASSERT_EQ(plain.size(), clocked.size());
    const auto moves_of = [](const ParsedGame& game) {
        std::vector<std::string> moves;
        for (const std::string& word : game.words) {
            if (word.back() != '.') moves.push_back(word);
        }
        return moves;
    };
    for (size_t i = 0; i < plain.size(); ++i) {
        EXPECT_EQ(plain[i].tags, clocked[i].tags);
        EXPECT_EQ(moves_of(plain[i]), moves_of(clocked[i]));
    }
}

TEST(Synth, LooksLikeARealCollection) {
    const auto games = parse(text_of({.games = 4000, .seed = 11, .threads = 2}));
    std::map<std::string, size_t> first_moves, results, players;
    size_t plies = 0;
    double favourites_points = 0;
    size_t favourites = 0;
    for (const ParsedGame& game : games) {
        ++first_moves[game.words[1]];
        ++results[game.tags.at("Result")];
        ++players[game.tags.at("White")];
        plies += (game.words.size() - 1) * 2 / 3;
        const int lead = std::stoi(game.tags.at("WhiteElo")) - std::stoi(game.tags.at("BlackElo"));
        if (std::abs(lead) < 300) continue;
        ++favourites;
        const std::string& result = game.tags.at("Result");
        if (result == "1/2-1/2") favourites_points += 0.5;
        if (result == (lead > 0 ? "1-0" : "0-1")) favourites_points += 1;
    }
    EXPECT_GT(first_moves["e4"], 1500U);
    EXPECT_GT(first_moves["d4"], 800U);
    EXPECT_GT(first_moves.size(), 7U);
    EXPECT_GT(results["1/2-1/2"], 300U);
    EXPECT_GT(results["0-1"], 1000U);
    EXPECT_GT(plies / games.size(), 60U);
    EXPECT_LT(plies / games.size(), 100U);
    EXPECT_GT(players.size(), 1000U);
    EXPECT_GT(favourites_points, 0.55 * static_cast<double>(favourites));
}

TEST(Synth, AnErrorOfTheSinkStopsTheRun) {
    size_t calls = 0;
    const Status status =
        write_games({.games = 100'000, .threads = 2}, [&](std::string_view) -> Status {
            ++calls;
            return fail(ErrorCode::Io, "no space");
        });
    ASSERT_FALSE(status.has_value());
    EXPECT_EQ(status.error().message, "no space");
    EXPECT_EQ(calls, 1U);
}

TEST(Players, HaveDifferentNames) {
    std::map<std::string, uint32_t> seen;
    for (uint32_t number = 0; number < kPlayers; ++number) {
        const Player p = player(number);
        const std::string name =
            std::string(p.stem) + std::string(p.ending) + ", " + std::string(p.first_name);
        EXPECT_TRUE(seen.emplace(name, number).second) << name;
        EXPECT_GT(p.rating, 1000);
        EXPECT_LT(p.rating, 2900);
    }
}

TEST(OpeningLines, EveryLeafHasACodeAndEveryLineIsLegal) {
    const OpeningLines book;  // asserts the moves when built with assertions
    size_t leaves = 0;
    const auto visit = [&](const auto& self, const OpeningLines::Node& node,
                           const Position& position) -> void {
        EXPECT_EQ(node.eco.size(), 3U);
        if (node.children.empty()) ++leaves;
        for (const OpeningLines::Node& child : node.children) {
            ASSERT_TRUE(is_legal(position, child.move));
            Position next = position;
            next.make_move<Maintain::Board>(child.move);
            self(self, child, next);
        }
    };
    visit(visit, book.root(), Position::start());
    EXPECT_GT(leaves, 80U);
}

}  // namespace
}  // namespace edge::synth
