// Splits PGN text into games and pushes what they hold to a visitor: tags, the words of the main
// line, the result. Nothing is built that the visitor (game_visitor.h) did not ask for.
//
// What it forgives, beyond the 1994 standard:
//   - games without tags, without a result, without blank lines between them, several on a line;
//   - text between games that is neither tag nor move; tag lines that are no tags;
//   - quotes inside a tag value that are not escaped (a value ends at a quote followed by "]");
//   - unclosed variations (the next tag ends them) and stray closing marks;
//   - a { not closed within 1 MiB or by the end, which ends its game; reading goes on at the next
//     line that follows an empty line and starts [Name ", as it does after a game beyond 64 MiB.
//
// Reading is a pure function of the bytes from a place between games onwards. A text may therefore
// be cut into blocks: each is read on its own as if a game began at its start, and the end state of
// the block before says whether that was so. See ReadEnd.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "codec/pgn/game_visitor.h"
#include "codec/pgn/lexical.h"
#include "codec/pgn/scan.h"

namespace edge::pgn {

inline constexpr size_t kMaxGameBytes = size_t{64} << 20;
inline constexpr size_t kMaxCommentBytes = size_t{1} << 20;
// The longest result from its mark on, "/2-1/2", and the byte behind it.
inline constexpr int kResultBytes = 7;

// What follows the text handed to the reader.
enum class TextEnd : uint8_t {
    EndOfInput,
    BeforeTag,  // the next byte begins a tag at the start of a line
    Anywhere,
};

// Where reading stopped.
struct ReadEnd {
    enum class State : uint8_t {
        Clean,  // between games: the next text can be read on its own
        Open,   // inside something that began at `at`: read again from there, with more text
        Lost,   // after an unclosed comment: look for the next game from `at`, with more text
    };
    State state = State::Clean;
    size_t at = 0;
};

template <GameVisitor Visitor>
class Reader {
public:
    // `text` must be followed by kScanBytes readable bytes. `at_line_start`: it begins a line.
    Reader(std::string_view text, TextEnd text_end, bool at_line_start, Visitor& visitor,
           const Scanner& scanner = pgn::scanner())
        : begin_(text.data()),
          end_(text.data() + text.size()),
          p_(begin_),
          text_end_(text_end),
          at_line_start_(at_line_start),
          visitor_(visitor),
          scanner_(scanner) {}

    ReadEnd read(bool lost) {
        if (lost && !find_next_game(p_)) return stop_;
        while (between_games()) {
            const bool goes_on = in_tags_ ? read_tags() : read_movetext();
            if (!goes_on) return stop_;
        }
        return stop_;
    }

private:
    // Each of these returns false when reading must stop; stop_ then says how.
    bool between_games();
    bool read_tags();
    bool read_movetext();
    bool read_movetext_words();
    bool find_next_game(const char* from);
#if defined(__x86_64__)
    [[gnu::target("bmi,bmi2")]] bool read_movetext_bmi2() { return read_movetext_words(); }
#endif

    // What to do after a byte of movetext that begins no ordinary move.
    struct AfterSpecial {
        enum class Do : uint8_t {
            GoOn,       // with these 64 bytes, from `from`: what stands before is dealt with
            ScanAgain,  // from `from`, which these 64 bytes may not reach
            NextGame,   // this one has ended, and p_ is after it
            Stop,       // stop_ says how
        };
        Do what;
        const char* from = nullptr;
    };
    AfterSpecial handle_special(const char* chunk, unsigned i, const MovetextMasks& masks);
    AfterSpecial handle_comment(const char* chunk, unsigned i, const MovetextMasks& masks);
    AfterSpecial handle_bracket(const char* open);
    AfterSpecial handle_result_mark(const char* mark, const char* chunk);
    static AfterSpecial after_end(bool goes_on) {
        return {goes_on ? AfterSpecial::Do::NextGame : AfterSpecial::Do::Stop};
    }

    bool read_odd_word(const char* word, unsigned length);
    const char* skip_comment(const char* open);
    const char* skip_variation(const char* open);
    bool begins_tag(const char* open);
    void take_plain_tags();
    void take_tag(const char* open, const Tag& tag);
    bool finish_tag();
    bool end_at_comment(const char* open);
    bool end_at_text_end();
    bool end_too_long();

    // The tag of the usual form that opens there, well before the end of the text.
    PlainTag plain_tag(const char* open) const {
        return end_ - open > ptrdiff_t{kScanBytes} ? scanner_.plain_tag(open) : PlainTag{};
    }
    static Tag parts_of(const char* open, PlainTag tag) {
        const char* value = open + tag.name_size + 3;
        const char* value_end = open + tag.value_end;
        return {{open + 1, tag.name_size}, {value, static_cast<size_t>(value_end - value)}, true};
    }

    void begin_game(const char* at) {
        game_begin_ = at;
        open_variation_ = nullptr;
        visitor_.begin_game(offset(at));
    }
    void end_game(const char* at, GameEnd how) {
        game_begin_ = nullptr;
        if (how == GameEnd::Complete && open_variation_ != nullptr) {
            at = open_variation_;
            how = GameEnd::UnclosedVariation;
        }
        visitor_.end_game(offset(at), how);
    }
    bool stop(ReadEnd::State state, const char* at) {
        stop_ = {state, offset(at)};
        return false;
    }
    bool stop_open(const char* at) {
        if (game_begin_ != nullptr) {
            visitor_.drop_game();
            at = game_begin_;
        }
        return stop(ReadEnd::State::Open, at);
    }
    // Where to read again between games. What is longer than a game may be is passed over instead,
    // whatever it would have become.
    const char* again_from(const char* at) const {
        return static_cast<size_t>(end_ - at) > kMaxGameBytes ? end_ : at;
    }
    size_t offset(const char* at) const { return static_cast<size_t>(at - begin_); }
    bool begins_line(const char* at) const {
        return at == begin_ ? at_line_start_ : at[-1] == '\n';
    }
    // The end of what begins at `from`, be it a line, a tag or a variation, is looked for no
    // further than this: a game that has it is too long. It does not hang on where the text was
    // cut.
    const char* reach(const char* from) const {
        return from + std::min(static_cast<size_t>(end_ - from), kMaxGameBytes + 1);
    }
    const char* line_end(const char* from) const {
        const char* const limit = reach(from);
        const void* found = std::memchr(from, '\n', static_cast<size_t>(limit - from));
        return found != nullptr ? static_cast<const char*>(found) : limit;
    }

    const char* begin_;
    const char* end_;
    const char* p_;
    const char* game_begin_ = nullptr;      // null between games
    const char* open_variation_ = nullptr;  // of this game, never closed
    const char* unclosed_ = nullptr;        // the comment that skip_comment saw last
    // Between a comment that was not closed and this no brace closes one, so that many comments,
    // asked for front to back, do not have the same text searched over and over.
    const char* no_brace_before_ = nullptr;
    LineBrackets brackets_;
    TextEnd text_end_;
    bool at_line_start_;
    // The tag that begins at p_, when one does. It stays here until it is handed over: copying what
    // was just written in other pieces stalls the processor, at every tag.
    Tag tag_{};
    const char* tag_after_ = nullptr;  // its end; null: not known yet, nor the size of its value
    bool in_tags_ = false;             // the game that between_games found begins with a tag
    bool wanted_ = false;
    TagNames names_;
    bool section_ended_ = false;  // an empty line or a comment stood between two tags
    ReadEnd stop_;
    Visitor& visitor_;
    const Scanner& scanner_;
};

template <GameVisitor Visitor>
bool Reader<Visitor>::between_games() {
    const char* number = nullptr;  // a move number not yet followed by anything but blanks
    const char* begin = p_;        // behind the last game or comment
    while (p_ < end_) {
        const char c = *p_;
        if (is_blank(c) || c == '.') {
            ++p_;
        } else if (c == '[' && begins_tag(p_)) {
            in_tags_ = true;
            begin_game(p_);
            return true;
        } else if (c == '[' && text_end_ == TextEnd::Anywhere && tag_start(p_, end_).is_cut) {
            break;
        } else if (c == '{') {
            const char* after = skip_comment(p_);
            if (after == nullptr) {
                if (!end_at_comment(p_)) return false;
            } else {
                p_ = after;
            }
            begin = p_;
            number = nullptr;
        } else if (c == ';' || (c == '%' && begins_line(p_))) {
            p_ = line_end(p_);
            number = nullptr;
        } else {
            const char* word_end = end_of_word(p_, end_);
            if (word_end == end_ && text_end_ == TextEnd::Anywhere) break;
            const std::string_view word(p_, static_cast<size_t>(word_end - p_));
            if (looks_like_move(word)) {
                in_tags_ = false;
                begin_game(number != nullptr ? number : p_);
                return true;
            }
            number = is_move_number(word) ? p_ : nullptr;
            p_ = word_end;
        }
    }
    if (text_end_ != TextEnd::Anywhere) return stop(ReadEnd::State::Clean, end_);
    // The cut may stand inside a word, a tag or a line to skip, all of which keep to their line, or
    // behind a number whose move is to come. The line is read again with the newline before it, so
    // that it is known for a line.
    const void* newline = memrchr(begin, '\n', static_cast<size_t>(end_ - begin));
    const char* again = newline != nullptr ? static_cast<const char*>(newline) : begin;
    if (number != nullptr) again = std::min(again, number);
    return stop(ReadEnd::State::Open, again_from(again));
}

template <GameVisitor Visitor>
bool Reader<Visitor>::read_tags() {
    names_.clear();
    section_ended_ = false;
    for (;;) {
        const char* open = p_;
        if (!finish_tag()) return stop_open(open);
        take_tag(open, tag_);
        take_plain_tags();
        const char* const limit = reach(game_begin_);
        unsigned newlines = 0;
        for (;;) {
            if (p_ >= limit) {
                if (p_ < end_) return end_too_long();
                if (text_end_ != TextEnd::EndOfInput) return stop_open(p_);
                return end_at_text_end();
            }
            const char c = *p_;
            if (is_blank(c)) {
                newlines += c == '\n' ? 1 : 0;
                ++p_;
            } else if (c == ';' || (c == '%' && begins_line(p_))) {
                p_ = line_end(p_);
            } else if (c == '{') {
                const char* after = skip_comment(p_);
                if (after == nullptr) return end_at_comment(p_);
                p_ = after;
                section_ended_ = true;
            } else if (c == '[' && !begins_tag(p_)) {
                p_ = line_end(p_);  // a line in brackets that is no tag
                if (p_ >= end_ && text_end_ != TextEnd::EndOfInput) return stop_open(p_);
            } else {
                break;
            }
        }
        section_ended_ |= newlines > 1;
        if (*p_ != '[') return read_movetext();
    }
}

// As long as the next line is a tag of the usual form, which most are.
template <GameVisitor Visitor>
[[gnu::always_inline]] inline void Reader<Visitor>::take_plain_tags() {
    while (static_cast<size_t>(p_ - game_begin_) <= kMaxGameBytes) {
        const char* open = p_ + (*p_ == '\r' ? 2 : 1);
        if (open[-1] != '\n' || *open != '[') return;
        const PlainTag found = plain_tag(open);
        if (found.name_size == 0) return;
        p_ = open + found.value_end + 2;
        take_tag(open, parts_of(open, found));
    }
}

// Hands over the tag that opens there. Where its name comes again it begins the next game.
template <GameVisitor Visitor>
[[gnu::always_inline]] inline void Reader<Visitor>::take_tag(const char* open, const Tag& tag) {
    const bool repeats = names_.is_first(tag.name) || (section_ended_ && names_.contains(tag.name));
    if (repeats) {
        end_game(open, GameEnd::Complete);
        begin_game(open);
        names_.clear();
        section_ended_ = false;
    }
    names_.add(tag.name);
    visitor_.tag(tag);
}

// Whether a tag begins at this bracket; tag_ then is it.
template <GameVisitor Visitor>
bool Reader<Visitor>::begins_tag(const char* open) {
    const PlainTag found = plain_tag(open);
    if (found.name_size != 0) {
        tag_ = parts_of(open, found);
        tag_after_ = open + found.value_end + 2;
        return true;
    }
    const TagStart start = tag_start(open, reach(open));
    tag_ = {start.name, std::string_view(start.value, start.value), false};
    tag_after_ = nullptr;
    return start.value != nullptr;
}

// Finds the end of tag_ and leaves p_ after it; false when the text ends inside it.
template <GameVisitor Visitor>
bool Reader<Visitor>::finish_tag() {
    if (tag_after_ != nullptr) {
        p_ = tag_after_;
        return true;
    }
    const char* const value = tag_.value.data();
    const char* const limit = reach(value);
    for (const char* chunk = value; chunk < limit; chunk += kScanBytes) {
        const uint64_t stops = scanner_.value_stops(chunk);
        if (stops == 0) continue;
        const char* quote = chunk + std::countr_zero(stops);
        if (quote + 1 < limit && *quote == '"' && quote[1] == ']') {
            tag_.value = {value, static_cast<size_t>(quote - value)};
            tag_.plain = true;
            p_ = quote + 2;
            return true;
        }
        break;
    }
    const TagValueEnd found = find_tag_value_end(value, limit);
    if (!found.closed && found.after == end_ && text_end_ != TextEnd::EndOfInput) return false;
    tag_.value = {value, static_cast<size_t>(found.value_end - value)};
    p_ = found.after;
    return true;
}

// Compiled twice, with all that move() does: it is full of shifts, of which BMI2 has cheaper ones
// (4 % of a run). The program as a whole is built for processors without them.
template <GameVisitor Visitor>
bool Reader<Visitor>::read_movetext() {
#if defined(__x86_64__)
    if (scanner_.has_bmi2) return read_movetext_bmi2();
#endif
    return read_movetext_words();
}

template <GameVisitor Visitor>
[[gnu::always_inline]] inline bool Reader<Visitor>::read_movetext_words() {
    wanted_ = visitor_.begin_moves();
    for (;;) {
        if (p_ >= end_) return end_at_text_end();
        if (static_cast<size_t>(p_ - game_begin_) > kMaxGameBytes) return end_too_long();
        MovetextMasks masks;
        scanner_.movetext(p_, masks);
        const uint64_t token = masks.letter | masks.digit | masks.joiner;
        const uint64_t starts = token & ~(token << 1);
        // Words that begin with digits and go on with something else: results, 0-0, 12e4. The sum
        // carries each number's first digit to the place after its last.
        const uint64_t mixed = (masks.digit + (starts & masks.digit)) & ~masks.digit & token;
        uint64_t work = (starts & ~masks.digit) | mixed | ~(token | masks.separator);
        // A word that reaches the end of these 64 bytes waits for the next ones.
        unsigned length = static_cast<unsigned>(std::countl_one(token));
        if (length == kScanBytes) length = 0;  // no word is so long: take it as it is
        unsigned valid = kScanBytes - length;
        if (static_cast<size_t>(end_ - p_) <= kScanBytes) {
            valid = static_cast<unsigned>(end_ - p_);
        }
        if (valid < kScanBytes) work &= (uint64_t{1} << valid) - 1;
        const uint64_t words = masks.letter;
        if (!wanted_) work &= ~words;
        const char* const chunk = p_;
        p_ = chunk + valid;
        while (work != 0) {
            const auto i = static_cast<unsigned>(std::countr_zero(work));
            work &= work - 1;
            if ((words >> i & 1U) != 0) {
                const char* word = chunk + i;
                const auto size = static_cast<unsigned>(std::countr_one(token >> i));
                uint64_t bytes;
                std::memcpy(&bytes, word, sizeof bytes);
                if (size - 2 <= 5 && visitor_.move(bytes, size)) continue;
                const char* const expected = p_;
                if (!read_odd_word(word, size)) {
                    wanted_ = false;
                    work &= ~words;
                }
                if (p_ != expected) break;
            } else {
                const AfterSpecial next = handle_special(chunk, i, masks);
                if (next.what == AfterSpecial::Do::Stop) return false;
                if (next.what == AfterSpecial::Do::NextGame) return true;
                if (next.what == AfterSpecial::Do::ScanAgain) {
                    p_ = next.from;
                    break;
                }
                const auto done = static_cast<unsigned>(next.from - chunk);
                work = done == kScanBytes ? 0 : work >> done << done;
            }
        }
    }
}

// A byte of movetext that begins no ordinary move, at chunk[i].
template <GameVisitor Visitor>
typename Reader<Visitor>::AfterSpecial Reader<Visitor>::handle_special(const char* chunk,
                                                                       unsigned i,
                                                                       const MovetextMasks& masks) {
    using Do = AfterSpecial::Do;
    const char* at = chunk + i;
    switch (*at) {
        case '{':
            return handle_comment(chunk, i, masks);
        case '(': {
            const char* after = skip_variation(at);
            if (after == nullptr) return after_end(end_at_comment(unclosed_));
            return {Do::ScanAgain, after};
        }
        case ';':
            return {Do::ScanAgain, line_end(at)};
        case '%':
            if (begins_line(at)) return {Do::ScanAgain, line_end(at)};
            return {Do::GoOn, at + 1};
        case '[':
            return handle_bracket(at);
        case '*':
        case '/':
        case '-':
        case '=':
            return handle_result_mark(at, chunk);
        default:
            return {Do::GoOn, at + 1};
    }
}

template <GameVisitor Visitor>
typename Reader<Visitor>::AfterSpecial Reader<Visitor>::handle_comment(const char* chunk,
                                                                       unsigned i,
                                                                       const MovetextMasks& masks) {
    const uint64_t closing = masks.close >> i << i;
    const char* const near = chunk + std::countr_zero(closing);
    if (closing != 0 && near < end_) return {AfterSpecial::Do::GoOn, near + 1};
    const char* const open = chunk + i;
    const char* const after = skip_comment(open);
    if (after == nullptr) return after_end(end_at_comment(open));
    return {AfterSpecial::Do::ScanAgain, after};
}

// A tag, which begins the next game, or something in brackets.
template <GameVisitor Visitor>
typename Reader<Visitor>::AfterSpecial Reader<Visitor>::handle_bracket(const char* open) {
    if (tag_start(open, reach(open)).value != nullptr) {
        end_game(open, GameEnd::Complete);
        p_ = open;
        return {AfterSpecial::Do::NextGame};
    }
    const char* const close = brackets_.find_close(open, reach(open));
    const bool unknown = close == nullptr && brackets_.none_before() == end_;
    if (unknown && text_end_ == TextEnd::Anywhere) return after_end(stop_open(open));
    return {AfterSpecial::Do::ScanAgain, (close != nullptr ? close : open) + 1};
}

// A mark that stands in results, and the hyphen in castling with zeros and in null moves too.
template <GameVisitor Visitor>
typename Reader<Visitor>::AfterSpecial Reader<Visitor>::handle_result_mark(const char* mark,
                                                                           const char* chunk) {
    using Do = AfterSpecial::Do;
    // A result shows by what follows it, which a cut may hide.
    if (text_end_ == TextEnd::Anywhere && end_ - mark < kResultBytes) {
        return after_end(stop_open(mark));
    }
    const ResultToken token = result_token(mark, chunk, end_);
    if (token.after != nullptr) {
        visitor_.result(token.result);
        p_ = token.after;
        end_game(p_, GameEnd::Complete);
        return {Do::NextGame};
    }
    if (*mark != '-') return {Do::GoOn, mark + 1};
    const std::string_view word = zero_castling_or_null_move(mark, chunk, end_);
    if (word.empty()) return {Do::GoOn, mark + 1};
    if (wanted_) wanted_ = visitor_.odd_move(word, offset(word.data()));
    return {Do::ScanAgain, word.data() + word.size()};
}

// A word that is no plain SAN, together with what belongs to it behind the word's end, and without
// a result glued to it, which is then read on its own.
template <GameVisitor Visitor>
bool Reader<Visitor>::read_odd_word(const char* word, unsigned length) {
    const std::string_view whole = without_result(extend_word(word, length, end_), end_);
    if (whole.size() != length) p_ = whole.data() + whole.size();
    if (is_en_passant_mark(whole)) return true;
    return visitor_.odd_move(whole, offset(word));
}

// The place after the comment's closing brace, null when there is none near enough.
template <GameVisitor Visitor>
const char* Reader<Visitor>::skip_comment(const char* open) {
    unclosed_ = open;
    const char* const limit = open + std::min(static_cast<size_t>(end_ - open), kMaxCommentBytes);
    const char* const from = std::max(open, no_brace_before_);
    if (from >= limit) return nullptr;
    const void* close = std::memchr(from, '}', static_cast<size_t>(limit - from));
    if (close != nullptr) return static_cast<const char*>(close) + 1;
    no_brace_before_ = limit;
    return nullptr;
}

// The place after the variation; where it is not closed, the tag that follows, the end, or a place
// where the game is too long. Null when a comment in it is not closed.
template <GameVisitor Visitor>
const char* Reader<Visitor>::skip_variation(const char* open) {
    unsigned depth = 0;
    const char* const limit = reach(open);
    const char* p = open;
    while (p < limit) {
        switch (*p) {
            case '(':
                ++depth;
                ++p;
                break;
            case ')':
                ++p;
                if (--depth == 0) return p;
                break;
            case '{':
                p = skip_comment(p);
                if (p == nullptr) return nullptr;
                break;
            case ';':
                p = line_end(p);
                break;
            case '[':
                if (tag_start(p, reach(p)).value != nullptr) {
                    open_variation_ = open;
                    return p;
                }
                ++p;
                break;
            default:
                ++p;
        }
    }
    open_variation_ = open;
    return p;
}

// The comment at `open` has no end in this text.
template <GameVisitor Visitor>
bool Reader<Visitor>::end_at_comment(const char* open) {
    const bool known =
        text_end_ == TextEnd::EndOfInput || static_cast<size_t>(end_ - open) >= kMaxCommentBytes;
    if (!known) return stop_open(open);
    if (game_begin_ != nullptr) end_game(open, GameEnd::UnclosedComment);
    return find_next_game(open);
}

template <GameVisitor Visitor>
bool Reader<Visitor>::end_at_text_end() {
    if (text_end_ == TextEnd::Anywhere) return stop_open(end_);
    if (static_cast<size_t>(end_ - game_begin_) > kMaxGameBytes) return end_too_long();
    end_game(end_, GameEnd::Complete);
    return stop(ReadEnd::State::Clean, end_);
}

template <GameVisitor Visitor>
bool Reader<Visitor>::end_too_long() {
    const char* from = p_;
    end_game(from, GameEnd::TooLong);
    return find_next_game(from);
}

template <GameVisitor Visitor>
bool Reader<Visitor>::find_next_game(const char* from) {
    const char* found = find_tag_after_empty_line(from, end_);
    if (found != nullptr) {
        p_ = found;
        return true;
    }
    if (text_end_ == TextEnd::EndOfInput) return stop(ReadEnd::State::Clean, end_);
    return stop(ReadEnd::State::Lost, again_from(last_empty_line(from, end_)));
}

}  // namespace edge::pgn
