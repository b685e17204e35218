// Splits PGN text into games and pushes what they hold to a visitor: tags, the words of the main
// line, the result. Nothing is built that the visitor (game_visitor.h) did not ask for.
//
// What it forgives, beyond the 1994 standard:
//   - games without tags, without a result, without blank lines between them, several on a line;
//   - text between games that is neither tag nor move; lines in brackets that are not tags;
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

#include "codec/pgn/byte_scanner.h"
#include "codec/pgn/comment_skipper.h"
#include "codec/pgn/game_visitor.h"
#include "codec/pgn/lexical.h"

namespace edge::pgn {

// The longest result from its mark on, "/2-1/2", and the byte after it.
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
           const ByteScanner& scanner = pgn::byte_scanner())
        : begin_(text.data()),
          end_(text.data() + text.size()),
          p_(begin_),
          skipper_(end_),
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
    AfterSpecial handle_variation(const char* open);
    AfterSpecial handle_bracket(const char* open);
    AfterSpecial handle_result_mark(const char* mark, const char* chunk);
    static AfterSpecial after_end(bool goes_on) {
        return {goes_on ? AfterSpecial::Do::NextGame : AfterSpecial::Do::Stop};
    }

    struct OddWord {
        const char* after;  // it and what belongs to it
        bool wants_more;    // whether the visitor wants more moves
    };
    OddWord read_odd_word(const char* word, unsigned length);
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
    // Where to read again between games. What is longer than a game may be is skipped instead,
    // whatever it would have become.
    const char* again_from(const char* at) const {
        return static_cast<size_t>(end_ - at) > kMaxGameBytes ? end_ : at;
    }
    size_t offset(const char* at) const { return static_cast<size_t>(at - begin_); }
    bool begins_line(const char* at) const {
        return at == begin_ ? at_line_start_ : at[-1] == '\n';
    }

    const char* begin_;
    const char* end_;
    const char* p_;
    CommentSkipper skipper_;
    const char* game_begin_ = nullptr;      // null between games
    const char* open_variation_ = nullptr;  // of this game, never closed
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
    const ByteScanner& scanner_;
};

template <GameVisitor Visitor>
bool Reader<Visitor>::between_games() {
    const char* number = nullptr;  // a move number not yet followed by anything but blanks
    const char* begin = p_;        // after the last game or comment
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
            const char* after = skipper_.skip_comment(p_);
            if (after == nullptr) {
                if (!end_at_comment(p_)) return false;
            } else {
                p_ = after;
            }
            begin = p_;
            number = nullptr;
        } else if (c == ';' || (c == '%' && begins_line(p_))) {
            p_ = skipper_.line_end(p_);
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
    // after a number whose move is to come. The line is read again with the newline before it, to
    // show that it begins there.
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
        const char* const limit = skipper_.reach(game_begin_);
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
                p_ = skipper_.line_end(p_);
            } else if (c == '{') {
                const char* after = skipper_.skip_comment(p_);
                if (after == nullptr) return end_at_comment(p_);
                p_ = after;
                section_ended_ = true;
            } else if (c == '[' && !begins_tag(p_)) {
                p_ = skipper_.line_end(p_);  // a line in brackets that is not a tag
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
    const TagStart start = tag_start(open, skipper_.reach(open));
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
    const char* const limit = skipper_.reach(value);
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

#include "codec/pgn/reader_movetext.h"
