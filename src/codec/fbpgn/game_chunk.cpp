#include "codec/fbpgn/game_chunk.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "codec/game_result.h"
#include "codec/pgn/game_reader.h"
#include "codec/pgn/game_writer.h"
#include "codec/pgn/lexical.h"
#include "core/utf8.h"

namespace edge::fbpgn {
namespace {

constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

bool is_tag_name(std::string_view name) {
    const std::string tag = fmt::format("[{} \"", name);
    return !name.empty() && pgn::tag_start(tag.data(), tag.data() + tag.size()).name == name;
}

bool has_place(const GameTag& tag, const std::string& place, ConversionReport& report) {
    if (is_tag_name(tag.name)) return true;
    report.lose(
        "tag_names", place,
        fmt::format("found a tag '{}', expected a name of letters and digits; left out", tag.name));
    return false;
}

// ---- writing

std::string escaped(std::string_view value) {
    std::string utf8;
    if (!is_valid_utf8(value)) {
        utf8 = windows1252_to_utf8(value);
        value = utf8;
    }
    std::string text;
    text.reserve(value.size());
    for (const char c : value) {
        if (c == '"' || c == '\\') text += '\\';
        text += is_control(c) ? ' ' : c;
    }
    return text;
}

// One line, as the format's own encoder makes of a text. Only a comment to the end of the line
// keeps its end: PGN has no other place for a comment with a closing brace.
std::string movetext_line(const Game& game) {
    std::string text;
    pgn::append_movetext(game, text);
    text.pop_back();  // the end of the last line
    bool in_braces = false;
    for (size_t i = 0; i < text.size(); ++i) {
        switch (text[i]) {
            case '{':
                in_braces = true;
                break;
            case '}':
                in_braces = false;
                break;
            case ';':
                if (!in_braces) i = std::min(text.find('\n', i), text.size());
                break;
            case '\n':
                text[i] = ' ';
                break;
            default:
                break;
        }
    }
    return text;
}

// ---- reading

// The names of the tags before the moves: the encoder leaves tags there that it does not recognise
// as headers.
std::vector<std::string_view> leading_tag_names(std::string_view moves) {
    const char* const end = moves.data() + moves.size();
    std::vector<std::string_view> names;
    for (const char* p = moves.data();;) {
        while (p < end && pgn::is_blank(*p)) ++p;
        if (p == end || *p != '[') return names;
        const pgn::TagStart start = pgn::tag_start(p, end);
        if (start.value == nullptr) return names;
        names.push_back(start.name);
        p = pgn::find_tag_value_end(start.value, end).after;
    }
}

// A chunk as PGN. A text without tags gets one that is removed again: PGN skips comments before a
// game, and a game begins with its tags.
struct GameText {
    std::string text;
    bool has_placeholder = false;
};

GameText pgn_text(const Chunk& chunk, const std::string& place, ConversionReport& report) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    std::string_view moves = chunk.moves;
    if (moves.starts_with(kByteOrderMark)) moves.remove_prefix(kByteOrderMark.size());
    const std::vector<std::string_view> leading = leading_tag_names(moves);
    std::string text;
    for (const GameTag& tag : chunk.tags) {
        if (!has_place(tag, place, report)) continue;
        if (std::ranges::find(leading, tag.name) != leading.end()) continue;
        text += fmt::format("[{} \"", tag.name);
        for (const char c : tag.value) text += is_control(c) ? ' ' : c;
        text += "\"]\n";
    }
    const bool has_placeholder = text.empty() && leading.empty();
    if (has_placeholder) text = "[Event \"?\"]\n";
    // A character at the start of a line may have a meaning that it does not have elsewhere.
    text += leading.empty() ? "\n " : "";
    text += moves;
    return {std::move(text), has_placeholder};
}

std::optional<GameResult> last_result(std::string_view moves) {
    while (!moves.empty() && pgn::is_blank(moves.back())) moves.remove_suffix(1);
    for (const GameResult result :
         {GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown}) {
        if (!moves.ends_with(result_text(result))) continue;
        const std::string_view before = moves.substr(0, moves.size() - result_text(result).size());
        if (before.empty() || pgn::is_blank(before.back()) || before.back() == '}') return result;
    }
    return std::nullopt;
}

void set_result(Game& game, GameResult result) {
    game.result = result;
    for (GameTag& tag : game.tags) {
        // A result outside the standard, such as "0-0", says more than the movetext can.
        const bool is_contradicted = parse_result(tag.value).value_or(result) != result;
        if (tag.name == "Result" && is_contradicted) tag.value = result_text(result);
    }
}

void add_game(pgn::TextGame& read, const std::string& place, std::vector<ReadGame>& games,
              ConversionReport& report) {
    ++report.games_read;
    if (!read.issues.empty() && leaves_out_moves(read.issues.front())) {
        report.skip(kind_name(read.issues.front().kind), place, what(read.issues.front()));
        return;
    }
    for (const pgn::GameIssue& issue : read.issues) {
        report.lose(kind_name(issue.kind), place, what(issue));
    }
    games.push_back({std::move(read.game), place});
}

}  // namespace

Chunk chunk_of(const ReadGame& read, ConversionReport& report) {
    Chunk chunk;
    for (const GameTag& tag : pgn::agreeing_tags(read.game)) {
        if (!has_place(tag, read.place, report)) continue;
        if (is_short_key(tag.name)) {
            report.lose("short_tag_names", read.place,
                        fmt::format("found a tag '{}', which would be read as {}", tag.name,
                                    tag_name_of(tag.name)));
            continue;
        }
        const auto same = std::ranges::find(chunk.tags, tag.name, &GameTag::name);
        if (same != chunk.tags.end()) {
            report.lose(
                "repeated_tags", read.place,
                fmt::format("found a second tag '{}', of which the first is kept", tag.name));
            continue;
        }
        chunk.tags.push_back({tag.name, escaped(tag.value)});
    }
    chunk.moves = movetext_line(read.game);
    return chunk;
}

void add_games(const Chunk& chunk, const std::string& place, std::vector<ReadGame>& games,
               ConversionReport& report) {
    for (const std::string& field : chunk.odd_fields) {
        report.lose("odd_fields", place, fmt::format("found a field '{}', left out", field));
    }
    const GameText text = pgn_text(chunk, place, report);
    std::vector<pgn::TextGame> found = pgn::TextStretch(text.text).read();
    const std::optional<GameResult> result = last_result(chunk.moves);
    for (pgn::TextGame& read : found) {
        std::vector<GameTag>& tags = read.game.tags;
        if (text.has_placeholder && &read == &found.front()) tags.erase(tags.begin());
        if (result && &read == &found.back()) set_result(read.game, *result);
        add_game(read, place, games, report);
    }
}

}  // namespace edge::fbpgn
