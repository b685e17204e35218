#include "codec/pgn/game_writer.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/fen.h"
#include "chess/san.h"
#include "codec/game_result.h"
#include "codec/tree_walk.h"
#include "core/ascii.h"

namespace edge::pgn {
namespace {

constexpr size_t kMaxColumns = 79;

struct RosterTag {
    std::string_view name;
    std::string_view unknown;
};
// Section 8.1.1 of the standard.
constexpr std::array kRoster = {RosterTag{"Event", "?"},         RosterTag{"Site", "?"},
                                RosterTag{"Date", "????.??.??"}, RosterTag{"Round", "?"},
                                RosterTag{"White", "?"},         RosterTag{"Black", "?"},
                                RosterTag{"Result", "*"}};

constexpr bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }
// The standard allows letters, digits and the underscore; other characters occur and are read.
constexpr bool is_name_char(char c) {
    return is_letter_or_digit(c) || std::string_view("_+#=:-").find(c) != std::string_view::npos;
}

// ---- tags

void append_tag(std::string_view name, std::string_view value, std::string& out) {
    out += '[';
    if (name.empty() || !is_letter_or_digit(name.front())) out += 'X';
    for (const char c : name) out += is_name_char(c) ? c : '_';
    out += " \"";
    for (const char c : value) {
        const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
        if (c == '"' || c == '\\') out += '\\';
        out += is_control ? ' ' : c;
    }
    out += "\"]\n";
}

// The value to write where the game has this tag; a Result outside the standard, such as "0-0", is
// kept.
std::string written_value(const Game& game, const GameTag& tag) {
    if (tag.name == "Result" && (parse_result(tag.value) || game.result != GameResult::Unknown)) {
        return std::string(result_text(game.result));
    }
    if (tag.name == "FEN") {
        const auto start = parse_fen(tag.value, FenMode::Lenient);
        if (!start || to_shredder_fen(*start) != to_shredder_fen(game.start)) {
            return to_fen(game.start);
        }
    }
    return tag.value;
}

void append_tags(const Game& game, std::string& out) {
    const std::vector<GameTag> tags = agreeing_tags(game);
    for (const RosterTag& roster : kRoster) {
        const auto tag = std::ranges::find(tags, roster.name, &GameTag::name);
        append_tag(roster.name, tag != tags.end() ? tag->value : roster.unknown, out);
    }
    for (const GameTag& tag : tags) {
        const bool in_roster =
            std::ranges::find(kRoster, tag.name, &RosterTag::name) != kRoster.end();
        if (!in_roster) append_tag(tag.name, tag.value, out);
    }
}

// ---- movetext

// Words with a space or a line break between them.
class LineFiller {
public:
    explicit LineFiller(std::string& out) : out_(out) {}

    // `opening` marks directly precede the next word.
    void open(char mark) { opening_ += mark; }
    void add(std::string_view word) {
        if (column_ > 0 && column_ + 1 + opening_.size() + word.size() > kMaxColumns) end_line();
        if (column_ > 0) put(" ");
        put(opening_);
        opening_.clear();
        put(word);
    }
    // Closing marks directly follow the last word.
    void close(char mark) {
        if (column_ >= kMaxColumns) end_line();
        put({&mark, 1});
    }
    // A comment to the end of the line.
    void add_line(std::string_view text) {
        add(";");
        put(text);
        end_line();
    }
    void end_line() {
        out_ += '\n';
        column_ = 0;
    }

private:
    void put(std::string_view text) {
        out_ += text;
        column_ += text.size();
    }

    std::string& out_;
    std::string opening_;
    size_t column_ = 0;
};

// A comment may be broken at a single space, but not inside square brackets, where programs keep
// their data, and not where the next line would look like a tag or an escape.
void add_comment(const std::string& comment, LineFiller& out) {
    const std::string text = comment_text(comment);
    if (text.empty()) return;
    if (text.find('}') != std::string::npos) {
        out.add_line(' ' + text);
        return;
    }
    out.open('{');
    size_t begin = 0;
    bool in_brackets = false;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '[') in_brackets = true;
        if (text[i] == ']') in_brackets = false;
        const bool may_break = text[i] == ' ' && !in_brackets && text[i - 1] != ' ' &&
                               text[i - 1] != '\t' && text[i + 1] != ' ' && text[i + 1] != '\t' &&
                               text[i + 1] != '[' && text[i + 1] != '%';
        if (!may_break) continue;
        out.add(std::string_view(text).substr(begin, i - begin));
        begin = i + 1;
    }
    out.add(std::string_view(text).substr(begin));
    out.close('}');
}

class MovetextWriter {
public:
    MovetextWriter(const Game& game, std::string& out) : tree_(game.moves), out_(out) {
        add_comment(tree_.annotation(kRootNode).comment, out_);
        lines_.push_back({.position = game.start});
    }

    void write(GameResult result) {
        using Step = TreeWalk::Step;
        TreeWalk walk(tree_);
        for (Step step = walk.next(); step != Step::End; step = walk.next()) {
            switch (step) {
                case Step::Move:
                    write_move(lines_.back(), walk.node());
                    break;
                case Step::OpenVariation:
                    open_variation(walk.node());
                    break;
                case Step::CloseVariation:
                    out_.close(')');
                    lines_.pop_back();
                    break;
                case Step::End:
                    break;
            }
        }
        out_.add(result_text(result));
        out_.end_line();
    }

private:
    struct Line {
        Position position;     // after the last written move
        Position varied = {};  // before it, where the variations on it begin
        bool needs_number = true;
    };

    void write_move(Line& line, NodeIndex node) {
        const Annotation& notes = tree_.annotation(node);
        const bool is_white = line.position.side_to_move() == Color::White;
        if (is_white || line.needs_number) {
            out_.add(std::to_string(line.position.fullmove_number()) + (is_white ? "." : "..."));
        }
        const Move move = tree_.move(node);
        out_.add(move.is_none() ? "--" : to_san(line.position, move));
        for (const uint8_t nag : notes.nags) out_.add('$' + std::to_string(nag));
        add_comment(notes.comment, out_);
        line.needs_number = !notes.comment.empty();
        line.varied = line.position;
        play_move(line.position, move);
    }

    void open_variation(NodeIndex node) {
        lines_.back().needs_number = true;
        out_.open('(');
        add_comment(tree_.annotation(node).comment_before, out_);
        const Line opened{.position = lines_.back().varied};
        lines_.push_back(opened);
    }

    const MoveTree& tree_;
    LineFiller out_;
    std::vector<Line> lines_;
};

}  // namespace

std::vector<GameTag> agreeing_tags(const Game& game) {
    std::vector<GameTag> tags;
    tags.reserve(game.tags.size());
    for (const GameTag& tag : game.tags) tags.push_back({tag.name, written_value(game, tag)});
    const auto add_missing = [&tags](std::string_view name, std::string value) {
        if (std::ranges::find(tags, name, &GameTag::name) != tags.end()) return;
        tags.push_back({std::string(name), std::move(value)});
    };
    add_missing("Result", std::string(result_text(game.result)));
    if (to_shredder_fen(game.start) != to_shredder_fen(Position::start())) {
        add_missing("SetUp", "1");
        add_missing("FEN", to_fen(game.start));
    }
    if (!game.start.has_standard_castling()) add_missing("Variant", "Chess960");
    return tags;
}

void append_movetext(const Game& game, std::string& out) {
    MovetextWriter(game, out).write(game.result);
}

void append_game(const Game& game, std::string& out) {
    append_tags(game, out);
    out += '\n';
    append_movetext(game, out);
    out += '\n';
}

}  // namespace edge::pgn
