#include "codec/pgn/game_reader.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "chess/fen.h"
#include "codec/pgn/movetext.h"
#include "codec/pgn/reader.h"
#include "core/count_lines.h"
#include "core/utf8.h"

namespace edge::pgn {
namespace {

std::string as_utf8(std::string text) {
    return is_valid_utf8(text) ? std::move(text) : windows1252_to_utf8(text);
}

// The rules are those of chess, with the castling of Chess960 where the start asks for it.
bool is_known_variant(std::string_view name) {
    std::string letters;  // in lower case, without what may stand between words
    for (const char c : name) {
        if (c >= 'A' && c <= 'Z') letters += static_cast<char>(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) letters += c;
    }
    static constexpr std::array<std::string_view, 11> kNames = {
        "",    "standard",     "normal",        "chess",     "fromposition",      "chess960",
        "960", "fischerandom", "fischerrandom", "freestyle", "fischerrandomchess"};
    return std::ranges::find(kNames, letters) != kNames.end();
}

GameResult result_of_tag(std::string_view text) {
    if (text == "1-0") return GameResult::WhiteWins;
    if (text == "0-1") return GameResult::BlackWins;
    if (text == "1/2-1/2" || text == "1/2") return GameResult::Draw;
    return GameResult::Unknown;
}

// Builds the games of one block of text: the visitor of reader.h.
class Builder {
public:
    Builder(std::string_view text, uint64_t first_line, uint64_t offset,
            std::deque<ReadGame>& games)
        : text_(text), line_(first_line), offset_(offset), games_(games) {}

    void begin_game(size_t at) {
        game_ = {};
        game_.line = line_at(at);
        game_.offset = offset_ + at;
        moves_at_ = at;
        result_ = GameResult::Unknown;
    }
    void tag(const Tag& tag) {
        std::string value(tag.value);
        if (!tag.plain) value = as_utf8(unescape_tag_value(tag.value));
        game_.game.tags.push_back({std::string(tag.name), std::move(value)});
        const char* const end = text_.data() + text_.size();
        moves_at_ =
            static_cast<size_t>(find_tag_value_end(tag.value.data(), end).after - text_.data());
    }
    static bool begin_moves() { return false; }
    static bool move(uint64_t, unsigned) { return true; }
    static bool odd_move(std::string_view, size_t) { return false; }
    void result(GameResult result) { result_ = result; }
    void drop_game() {}

    void end_game(size_t at, GameEnd how) {
        set_start();
        if (game_.issues.empty()) {
            // A variation that is not closed goes on from `at`, up to a tag, where read_movetext
            // stops by itself, and is noted there.
            const bool is_open = how == GameEnd::UnclosedVariation;
            const std::string_view moves =
                text_.substr(moves_at_, is_open ? std::string_view::npos : at - moves_at_);
            read_movetext(moves, line_at(moves_at_), game_.game, game_.issues);
        }
        if (how == GameEnd::UnclosedComment) note(GameIssue::Kind::UnclosedComment, at);
        if (how == GameEnd::TooLong) note(GameIssue::Kind::TooLong, at);
        game_.game.result = result_of_tag(game_.game.tag("Result"));
        if (game_.game.result == GameResult::Unknown) game_.game.result = result_;
        games_.push_back(std::move(game_));
    }

private:
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
    // Asked for places in ascending order, nearly always.
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
    std::deque<ReadGame>& games_;
    ReadGame game_;
    size_t moves_at_ = 0;
    GameResult result_ = GameResult::Unknown;
};

}  // namespace

Result<bool> GameReader::next(ReadGame& game) {
    while (games_.empty()) {
        if (ended_ && size_ == 0) return false;
        EDGE_CHECK(read_block());
    }
    game = std::move(games_.front());
    games_.pop_front();
    return true;
}

// Brings the text to `wanted` bytes, or to the end of the source.
Status GameReader::fill(size_t wanted) {
    text_.resize(std::max(text_.size(), wanted + kScanBytes));
    while (!ended_ && size_ < wanted) {
        const size_t read = EDGE_TRY(source_.read(std::span(text_.data() + size_, wanted - size_)));
        size_ += read;
        ended_ = read == 0;
    }
    return {};
}

Status GameReader::read_block() {
    EDGE_CHECK(fill(wanted_));
    const std::string_view text(text_.data(), size_);
    const TextEnd text_end = ended_ ? TextEnd::EndOfInput : TextEnd::Anywhere;
    Builder builder(text, line_, offset_, games_);
    const ReadEnd end = Reader<Builder>(text, text_end, at_line_start_, builder).read(lost_);
    const size_t done = end.state == ReadEnd::State::Clean ? size_ : end.at;
    lost_ = end.state == ReadEnd::State::Lost;
    // A game that does not end in this text is read again with twice as much.
    wanted_ = std::max(kBlockBytes, 2 * (size_ - done));
    line_ += count_newlines(text.substr(0, done));
    if (done > 0) at_line_start_ = text[done - 1] == '\n';
    offset_ += done;
    size_ -= done;
    std::copy_n(text_.begin() + static_cast<ptrdiff_t>(done), size_, text_.begin());
    return {};
}

std::vector<ReadGame> read_games(std::string_view text) {
    const auto source = open_memory_stream(std::as_bytes(std::span(text)));
    GameReader reader(*source);
    std::vector<ReadGame> games;
    ReadGame game;
    while (reader.next(game).value_or(false)) games.push_back(std::move(game));
    return games;
}

}  // namespace edge::pgn
