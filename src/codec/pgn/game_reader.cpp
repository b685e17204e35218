#include "codec/pgn/game_reader.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "chess/fen.h"
#include "codec/game_result.h"
#include "codec/pgn/movetext.h"
#include "core/count_lines.h"
#include "core/utf8.h"

namespace edge::pgn {
namespace {

std::string as_utf8(std::string text) {
    return is_valid_utf8(text) ? std::move(text) : windows1252_to_utf8(text);
}

// The rules are those of chess, with Chess960 castling where the start needs it.
bool is_known_variant(std::string_view name) {
    std::string letters;  // in lower case, without the separators between words
    for (const char c : name) {
        if (c >= 'A' && c <= 'Z') letters += static_cast<char>(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) letters += c;
    }
    static constexpr std::array<std::string_view, 11> kNames = {
        "",    "standard",     "normal",        "chess",     "fromposition",      "chess960",
        "960", "fischerandom", "fischerrandom", "freestyle", "fischerrandomchess"};
    return std::ranges::find(kNames, letters) != kNames.end();
}

// Finds where the last game ends, and how many there are.
class Counter {
public:
    void begin_game(size_t) {}
    void tag(const Tag&) {}
    static bool begin_moves() { return false; }
    static bool move(uint64_t, unsigned) { return true; }
    static bool odd_move(std::string_view, size_t) { return false; }
    void result(GameResult) {}
    void drop_game() {}
    void end_game(size_t, GameEnd) { ++games_; }

    size_t games() const { return games_; }

private:
    size_t games_ = 0;
};
static_assert(GameVisitor<Counter>);

// Builds the games of one stretch of text: a visitor of the reader.
class Builder {
public:
    Builder(std::string_view text, uint64_t first_line, uint64_t offset,
            std::vector<TextGame>& games)
        : text_(text), line_(first_line), offset_(offset), games_(games) {}

    void begin_game(size_t at) {
        game_ = {};
        game_.line = line_at(at);
        game_.offset = offset_ + at;
        game_.game.tags.reserve(kTagsReserved);
        moves_at_ = at;
        last_value_ = nullptr;
        result_ = GameResult::Unknown;
    }
    void tag(const Tag& tag) {
        GameTag& added = game_.game.tags.emplace_back();
        added.name = tag.name;
        if (tag.plain) {
            added.value = tag.value;
        } else {
            added.value = as_utf8(unescape_tag_value(tag.value));
        }
        last_value_ = tag.value.data();
    }
    static bool begin_moves() { return false; }
    static bool move(uint64_t, unsigned) { return true; }
    static bool odd_move(std::string_view, size_t) { return false; }
    void result(GameResult result) { result_ = result; }
    void drop_game() {}

    void end_game(size_t at, GameEnd how) {
        if (last_value_ != nullptr) {
            // A tag that makes the game too long continues after its end.
            const char* const after = find_tag_value_end(last_value_, text_.data() + at).after;
            moves_at_ = static_cast<size_t>(after - text_.data());
        }
        set_start();
        if (game_.issues.empty()) {
            // A variation that is not closed continues from `at`, up to a tag, where read_movetext
            // stops by itself and notes it.
            const bool is_open = how == GameEnd::UnclosedVariation;
            const std::string_view moves =
                text_.substr(moves_at_, is_open ? std::string_view::npos : at - moves_at_);
            read_movetext(moves, line_at(moves_at_), game_.game, game_.issues);
        }
        if (how == GameEnd::UnclosedComment) note(GameIssue::Kind::UnclosedComment, at);
        if (how == GameEnd::TooLong) note(GameIssue::Kind::TooLong, at);
        const auto said = parse_result(game_.game.tag("Result"));
        game_.game.result = said.value_or(GameResult::Unknown);
        if (game_.game.result == GameResult::Unknown) game_.game.result = result_;
        games_.push_back(std::move(game_));
    }

private:
    static constexpr size_t kTagsReserved = 16;

    void set_start() {
        const std::string_view variant = game_.game.tag("Variant");
        if (!is_known_variant(variant)) {
            game_.issues.push_back(
                {GameIssue::Kind::UnknownVariant, game_.line, std::string(variant)});
            return;
        }
        const std::string_view fen = game_.game.tag("FEN");
        if (fen.empty()) return;
        if (const auto start = parse_fen(fen, FenMode::Lenient)) {
            game_.game.start = *start;
        } else {
            game_.issues.push_back({GameIssue::Kind::BadStart, game_.line, std::string(fen)});
        }
    }
    void note(GameIssue::Kind kind, size_t at) {
        constexpr size_t kMaxText = 20;
        game_.issues.push_back(
            {kind, line_at(at), as_utf8(std::string(text_.substr(at, kMaxText)))});
    }
    // Positions are nearly always asked for in ascending order.
    uint64_t line_at(size_t at) {
        if (at >= counted_) {
            line_ += count_newlines(text_.substr(counted_, at - counted_));
        } else {
            line_ -= count_newlines(text_.substr(at, counted_ - at));
        }
        counted_ = at;
        return line_;
    }

    std::string_view text_;
    uint64_t line_;       // of counted_
    size_t counted_ = 0;  // offset in text_
    uint64_t offset_;
    std::vector<TextGame>& games_;
    TextGame game_;
    size_t moves_at_ = 0;
    const char* last_value_ = nullptr;  // of the tag seen last
    GameResult result_ = GameResult::Unknown;
};
static_assert(GameVisitor<Builder>);

// "line 12"; made for every game.
std::string line_text(uint64_t line) {
    std::string text = "line ";
    text += std::to_string(line);
    return text;
}

}  // namespace

TextStretch::TextStretch(std::string_view text) {
    text_.reserve(text.size() + kScanBytes);
    text_.assign(text.begin(), text.end());
    text_.resize(text.size() + kScanBytes);
}

template <GameVisitor Visitor>
ReadEnd TextStretch::visit(Visitor& visitor) const {
    return Reader(view(), end_, at_line_start_, visitor).read(lost_);
}

std::vector<TextGame> TextStretch::read() const {
    std::vector<TextGame> games;
    Builder builder(view(), line_, offset_, games);
    visit(builder);
    return games;
}

Status TextStretch::decode(std::vector<ReadGame>& games, ConversionReport& report) const {
    std::vector<TextGame> read_games = read();
    games.reserve(games.size() + read_games.size());
    for (TextGame& read : read_games) {
        ++report.games_read;
        const bool skips = !read.issues.empty() && leaves_out_moves(read.issues.front());
        for (const GameIssue& issue : read.issues) {
            const std::string place = line_text(issue.line);
            if (skips) {
                report.skip(kind_name(issue.kind), place, what(issue));
                break;
            }
            report.lose(kind_name(issue.kind), place, what(issue));
        }
        if (!skips) games.push_back({std::move(read.game), line_text(read.line), read.offset});
    }
    return {};
}

// The rest and what follows it, `wanted_` bytes in all or up to the end of the source, and the
// bytes that a scan may read.
Result<std::vector<char>> GameReader::take_text() {
    std::vector<char> text = std::exchange(rest_, {});
    const size_t had = text.size();
    text.resize(std::max(had, wanted_) + kScanBytes);
    size_t size = had;
    if (!ended_ && had < wanted_) {
        size += EDGE_TRY(read_full(*source_, std::span(text).subspan(had, wanted_ - had)));
        ended_ = size < wanted_;
    }
    text.resize(size + kScanBytes);
    return text;
}

Result<std::unique_ptr<TextStretch>> GameReader::next_stretch() {
    while (!ended_ || !rest_.empty()) {
        auto stretch = std::make_unique<TextStretch>();
        stretch->text_ = EDGE_TRY(take_text());
        stretch->end_ = ended_ ? TextEnd::EndOfInput : TextEnd::Anywhere;
        stretch->offset_ = offset_;
        stretch->line_ = line_;
        stretch->at_line_start_ = at_line_start_;
        stretch->lost_ = lost_;
        Counter counter;
        const ReadEnd end = stretch->visit(counter);
        const std::string_view text = stretch->view();
        const size_t done = end.state == ReadEnd::State::Clean ? text.size() : end.at;
        const std::string_view rest = text.substr(done);
        lost_ = end.state == ReadEnd::State::Lost;
        line_ += count_newlines(text.substr(0, done));
        if (done > 0) at_line_start_ = text[done - 1] == '\n';
        offset_ += done;
        // A game that does not end in this text is read again with twice as much.
        wanted_ = std::max(kStretchBytes, 2 * rest.size());
        rest_.reserve(wanted_ + kScanBytes);
        rest_.assign(rest.begin(), rest.end());
        if (counter.games() > 0) return stretch;
    }
    return nullptr;
}

std::vector<TextGame> read_games(std::string_view text) {
    GameReader reader(open_memory_stream(std::as_bytes(std::span(text))));
    std::vector<TextGame> games;
    for (;;) {
        const auto stretch = reader.next_stretch();
        if (!stretch || *stretch == nullptr) return games;
        std::ranges::move((*stretch)->read(), std::back_inserter(games));
    }
}

}  // namespace edge::pgn
