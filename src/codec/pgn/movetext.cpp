#include "codec/pgn/movetext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>

#include "chess/san.h"
#include "chess/san_decoder.h"
#include "chess/uci.h"
#include "codec/pgn/lexical.h"
#include "core/ascii.h"
#include "core/count_lines.h"
#include "core/utf8.h"

namespace edge::pgn {
namespace {

constexpr auto kIsWordChar = [] {
    std::array<bool, 256> table{};
    for (unsigned i = 0; i < table.size(); ++i) {
        const char c = static_cast<char>(i);
        table[i] = is_letter(c) || is_digit(c) || c == '-' || c == '=';
    }
    return table;
}();
constexpr bool is_word_char(char c) { return kIsWordChar[static_cast<unsigned char>(c)]; }
constexpr bool is_sign_char(char c) {
    return c == '+' || c == '-' || c == '=' || c == '/' || c == '~';
}

struct NagSign {
    std::string_view sign;
    uint8_t nag;
};

// The PGN standard's numbers, section 10.
constexpr std::array kMoveGlyphs = {NagSign{"!!", 3}, NagSign{"??", 4}, NagSign{"!?", 5},
                                    NagSign{"?!", 6}, NagSign{"!", 1},  NagSign{"?", 2}};
constexpr std::array kSigns = {NagSign{"=", 10},   NagSign{"~", 13},   NagSign{"+=", 14},
                               NagSign{"+/=", 14}, NagSign{"=+", 15},  NagSign{"=/+", 15},
                               NagSign{"+/-", 16}, NagSign{"-/+", 17}, NagSign{"+-", 18},
                               NagSign{"-+", 19}};

// The position before the last move of a line, where a variation on it begins. Few moves have one,
// so instead of every position (4 ns a ply) one of sixteen is kept, and the moves since.
class LinePast {
public:
    void begin(const Position& start) {
        checkpoint_ = start;
        count_ = 0;
    }
    void add(Move move, const Position& after) {
        moves_[count_++] = move;
        if (count_ == kStride) next_checkpoint_ = after;
        if (count_ < moves_.size()) return;
        std::copy(moves_.begin() + kStride, moves_.end(), moves_.begin());
        count_ = kStride;
        checkpoint_ = next_checkpoint_;
        next_checkpoint_ = after;
    }
    // After at least one move.
    Position before_last() const {
        Position position = checkpoint_;
        for (size_t i = 0; i + 1 < count_; ++i) play_move(position, moves_[i]);
        return position;
    }

private:
    static constexpr size_t kStride = 16;

    Position checkpoint_;       // before moves_[0]
    Position next_checkpoint_;  // before moves_[kStride], once there are that many
    std::array<Move, 2 * kStride> moves_;
    size_t count_ = 0;
};

class MovetextReader {
public:
    MovetextReader(std::string_view text, uint64_t first_line, Game& game,
                   std::vector<GameIssue>& issues)
        : begin_(text.data()),
          end_(text.data() + text.size()),
          p_(begin_),
          line_(first_line),
          counted_(begin_),
          tree_(game.moves),
          issues_(issues),
          has_standard_castling_(game.start.has_standard_castling()) {
        // A ply usually takes at least five bytes; text with comments needs fewer nodes than that.
        tree_.reserve(std::min(text.size() / 5, kNodesReserved) + 1);
        Line& main = lines_.emplace_back();
        main.open = begin_;
        main.board.reset(game.start);
        main.past.begin(game.start);
    }

    void read();

private:
    // A line being read: the main line, or a variation that has not been closed.
    struct Line {
        NodeIndex last = kRootNode;  // its last move; until it has one, the node before it
        NodeIndex varied = kNoNode;  // the move that a variation is an alternative to
        LinePast past = {};          // up to that move
        SanDecoder board = {};       // after it
        const char* open = nullptr;
        bool has_moves = false;
        bool ended = false;  // by a bad move: the rest is skipped
        std::string comment_before = {};
        std::vector<uint8_t> nags_before = {};
    };

    void read_word();
    bool read_plain_move(size_t length);
    void read_move(std::string_view word);
    void play(Move move);
    void read_comment();
    void read_nag();
    void read_glyphs();
    void read_sign();
    void read_bracket();
    void open_variation();
    void close_variation();
    void skip_variation();
    void add_move(Line& at, Move move);
    void add_comment(std::string_view text);
    void add_nag(uint8_t nag);
    void note_unplaced_nags();
    void note(GameIssue::Kind kind, std::string_view text);

    Line& line() { return lines_.back(); }
    const char* line_end(const char* from) const {
        const void* found = std::memchr(from, '\n', static_cast<size_t>(end_ - from));
        return found != nullptr ? static_cast<const char*>(found) : end_;
    }
    bool begins_line(const char* at) const { return at == begin_ || at[-1] == '\n'; }

    const char* begin_;
    const char* end_;
    const char* p_;
    uint64_t line_;        // the line of counted_
    const char* counted_;  // lines are counted when issues need them
    MoveTree& tree_;
    std::vector<GameIssue>& issues_;
    const bool has_standard_castling_;
    std::vector<Line> lines_;
    LineBrackets brackets_;

    static constexpr size_t kNodesReserved = 256;
};

void MovetextReader::read() {
    while (p_ < end_) {
        const char c = *p_;
        if (is_letter(c)) {
            read_word();
            continue;
        }
        switch (c) {
            case '{':
                read_comment();
                break;
            case ';': {
                const char* const stop = line_end(p_);
                add_comment({p_ + 1, static_cast<size_t>(stop - p_ - 1)});
                p_ = stop;
                break;
            }
            case '%':
                p_ = begins_line(p_) ? line_end(p_) : p_ + 1;
                break;
            case '(':
                open_variation();
                break;
            case ')':
                close_variation();
                break;
            case '$':
                read_nag();
                break;
            case '!':
            case '?':
                read_glyphs();
                break;
            case '[':
                read_bracket();
                break;
            case '*':
            case '/':
            case '-':
            case '=':
            case '+':
            case '~':
                read_sign();
                break;
            default:
                ++p_;
        }
    }
    while (lines_.size() > 1) {
        p_ = line().open;
        note(GameIssue::Kind::UnclosedVariation, "(");
        close_variation();
    }
    note_unplaced_nags();
}

void MovetextReader::read_word() {
    const char* stop = p_;
    while (stop < end_ && is_word_char(*stop)) ++stop;
    const auto length = static_cast<size_t>(stop - p_);
    if (read_plain_move(length)) {
        p_ = stop;
        return;
    }
    const std::string_view word = without_result(extend_word(p_, length, end_), end_);
    if (!is_en_passant_mark(word)) read_move(word);
    p_ = word.data() + word.size();
}

// Ordinary SAN, as nearly all words are. False, with nothing done, for any other word.
bool MovetextReader::read_plain_move(size_t length) {
    constexpr size_t kShortest = 2;
    constexpr size_t kLongest = 7;
    Line& at = line();
    if (length < kShortest || length > kLongest || !has_standard_castling_ || at.ended) {
        return false;
    }
    uint64_t word = 0;
    if (end_ - p_ >= ptrdiff_t{sizeof word}) {
        std::memcpy(&word, p_, sizeof word);
    } else {
        std::memcpy(&word, p_, length);
    }
    const Move move = at.board.play_word<Maintain::Pieces>(word, static_cast<unsigned>(length));
    if (move.is_none()) return false;
    add_move(at, move);
    return true;
}

void MovetextReader::read_move(std::string_view word) {
    if (line().ended) return;
    const Position& position = line().board.position();
    const auto found = parse_san(position, word);
    if (found) return play(*found);
    const bool is_pass = found.error() == SanError::NullMove;
    if (is_pass && may_play(position, Move())) return play(Move());
    // King takes rook, as engines write Chess960 castling.
    if (const auto by_uci = parse_uci(position, word)) return play(*by_uci);
    switch (found.error()) {
        case SanError::Ambiguous:
            note(GameIssue::Kind::AmbiguousMove, word);
            break;
        case SanError::Unreadable:
            note(GameIssue::Kind::UnreadableMove, word);
            break;
        case SanError::Illegal:
        case SanError::NullMove:
            note(GameIssue::Kind::IllegalMove, word);
            break;
    }
    line().ended = true;
}

// A move in any notation, or a null move.
void MovetextReader::play(Move move) {
    Line& at = line();
    Position after = at.board.position();
    play_move(after, move);
    at.board.reset(after);
    add_move(at, move);
}

void MovetextReader::add_move(Line& at, Move move) {
    const bool begins_variation = !at.has_moves && at.varied != kNoNode;
    at.last = begins_variation ? tree_.add_variation(at.varied, move) : tree_.add(at.last, move);
    at.past.add(move, at.board.position());
    if (at.has_moves) return;
    at.has_moves = true;
    if (!at.comment_before.empty() || !at.nags_before.empty()) {
        Annotation& notes = tree_.annotate(at.last);
        notes.comment_before = std::move(at.comment_before);
        notes.nags = std::move(at.nags_before);
    }
}

void MovetextReader::read_comment() {
    const void* const found = std::memchr(p_, '}', static_cast<size_t>(end_ - p_));
    const char* const close = found != nullptr ? static_cast<const char*>(found) : end_;
    add_comment({p_ + 1, static_cast<size_t>(close - p_ - 1)});
    p_ = close < end_ ? close + 1 : end_;
}

void MovetextReader::add_comment(std::string_view text) {
    if (line().ended) return;
    const std::string comment = comment_text(text);
    if (comment.empty()) return;
    const bool begins_variation = lines_.size() > 1 && !line().has_moves;
    std::string& to =
        begins_variation ? line().comment_before : tree_.annotate(line().last).comment;
    if (!to.empty()) to += ' ';
    to += comment;
}

void MovetextReader::read_nag() {
    const char* stop = p_ + 1;
    while (stop < end_ && is_digit(*stop)) ++stop;
    uint8_t nag = 0;
    const auto [after, error] = std::from_chars(p_ + 1, stop, nag);
    if (error == std::errc::result_out_of_range) {
        note(GameIssue::Kind::UnknownNag, {p_, static_cast<size_t>(stop - p_)});
    } else if (error == std::errc()) {
        add_nag(nag);
    }
    p_ = stop;
}

void MovetextReader::read_glyphs() {
    const std::string_view rest(p_, static_cast<size_t>(end_ - p_));
    for (const NagSign& glyph : kMoveGlyphs) {
        if (!rest.starts_with(glyph.sign)) continue;
        add_nag(glyph.nag);
        p_ += glyph.sign.size();
        return;
    }
}

// A result, a castling with zeros, a null move or an evaluation, by its first mark. A digit before
// the mark has been skipped as a number.
void MovetextReader::read_sign() {
    if (const ResultToken result = result_token(p_, begin_, end_); result.after != nullptr) {
        p_ = result.after;
        return;
    }
    if (*p_ == '-') {
        const std::string_view word = zero_castling_or_null_move(p_, begin_, end_);
        if (!word.empty()) {
            p_ = word.data() + word.size();
            return read_move(word);
        }
    }
    constexpr std::ptrdiff_t kLongestSign = 3;
    const char* stop = p_;
    while (stop < end_ && stop - p_ <= kLongestSign && is_sign_char(*stop)) ++stop;
    const bool stands_alone =
        p_ > begin_ && is_blank(p_[-1]) && (stop == end_ || is_blank(*stop) || *stop == ')');
    const std::string_view word(p_, static_cast<size_t>(stop - p_));
    const auto sign = std::ranges::find(kSigns, word, &NagSign::sign);
    if (stands_alone && sign != kSigns.end()) {
        add_nag(sign->nag);
        p_ = stop;
    } else {
        ++p_;
    }
}

void MovetextReader::add_nag(uint8_t nag) {
    Line& at = line();
    if (at.ended) return;
    (at.has_moves ? tree_.annotate(at.last).nags : at.nags_before).push_back(nag);
}

// A line that ends without a move has none that its NAGs could belong to.
void MovetextReader::note_unplaced_nags() {
    if (line().has_moves) return;
    for (const uint8_t nag : line().nags_before) {
        note(GameIssue::Kind::NoMoveToMark, '$' + std::to_string(nag));
    }
    line().nags_before.clear();
}

// As in the reader: a tag ends the game, other brackets are skipped.
void MovetextReader::read_bracket() {
    if (tag_start(p_, end_).value != nullptr) {
        end_ = p_;
        return;
    }
    const char* const close = brackets_.find_close(p_, end_);
    p_ = (close != nullptr ? close : p_) + 1;
}

void MovetextReader::open_variation() {
    if (line().ended) return skip_variation();
    if (!line().has_moves) {
        note(GameIssue::Kind::NoMoveToVary, "(");
        return skip_variation();
    }
    if (lines_.size() > kMaxVariationDepth) {
        note(GameIssue::Kind::TooDeep, "(");
        return skip_variation();
    }
    Line variation;
    variation.varied = line().last;
    variation.last = tree_.parent(variation.varied);
    const Position before = line().past.before_last();
    variation.board.reset(before);
    variation.past.begin(before);
    variation.open = p_++;
    lines_.push_back(std::move(variation));
}

void MovetextReader::close_variation() {
    ++p_;
    if (lines_.size() == 1) return;
    note_unplaced_nags();
    const std::string lost_comment = line().has_moves ? "" : std::move(line().comment_before);
    lines_.pop_back();
    add_comment(lost_comment);
}

// Leaves p_ after the variation that opens here.
void MovetextReader::skip_variation() {
    size_t depth = 0;
    while (p_ < end_) {
        switch (*p_) {
            case '{': {
                const void* const found = std::memchr(p_, '}', static_cast<size_t>(end_ - p_));
                p_ = found != nullptr ? static_cast<const char*>(found) + 1 : end_;
                continue;
            }
            case ';':
                p_ = line_end(p_);
                continue;
            case '[':
                if (tag_start(p_, end_).value != nullptr) return;
                break;
            case '(':
                ++depth;
                break;
            case ')':
                --depth;
                break;
            default:
                break;
        }
        ++p_;
        if (depth == 0) return;
    }
}

void MovetextReader::note(GameIssue::Kind kind, std::string_view text) {
    if (issues_.size() >= kMaxGameIssues) return;
    // Unclosed variations are noted from the last to the first.
    if (p_ >= counted_) {
        line_ += count_newlines({counted_, static_cast<size_t>(p_ - counted_)});
    } else {
        line_ -= count_newlines({p_, static_cast<size_t>(counted_ - p_)});
    }
    counted_ = p_;
    constexpr size_t kMaxText = 40;
    text = text.substr(0, kMaxText);
    issues_.push_back(
        {kind, line_, is_valid_utf8(text) ? std::string(text) : windows1252_to_utf8(text)});
}

}  // namespace

void read_movetext(std::string_view text, uint64_t first_line, Game& game,
                   std::vector<GameIssue>& issues) {
    MovetextReader(text, first_line, game, issues).read();
}

}  // namespace edge::pgn
