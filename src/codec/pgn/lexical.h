// The small words of PGN: where a tag begins and ends, what looks like a move, which token is a
// result. Pure functions over a span of text; the reader combines them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "codec/game_result.h"

namespace edge::pgn {

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f';
}

// The beginning of a tag pair: [Name " with blanks anywhere between.
struct TagStart {
    std::string_view name;
    const char* value = nullptr;  // after the opening quote; null when this is not a tag
    bool is_cut = false;          // the text ends before it shows whether this is one
};
TagStart tag_start(const char* open, const char* end);

struct TagValueEnd {
    const char* value_end;
    const char* after;  // after the closing bracket, or the end of the line
    bool closed;        // a quote and a bracket were found
};
// The value ends at the first unescaped quote that is separated from a closing bracket by blanks
// only; failing that, at the last quote of the line; failing that, at the line's end.
TagValueEnd find_tag_value_end(const char* value, const char* end);

// The value with \" and \\ undone.
std::string unescape_tag_value(std::string_view value);

// Names of one game's tags, to notice where the next game's begin.
class TagNames {
public:
    // Called for every tag; the first letters mostly settle it without a call.
    bool is_first(std::string_view name) const {
        return !names_.empty() && names_[0].front() == name.front() && names_[0] == name;
    }
    bool contains(std::string_view name);  // hashed names when there are many
    void add(std::string_view name) { names_.push_back(name); }
    void clear() {
        names_.clear();
        if (hashed_count_ == 0) return;
        hashed_ = {};  // its clear() would visit the buckets of the largest game before
        hashed_count_ = 0;
    }

private:
    std::vector<std::string_view> names_;
    std::unordered_set<std::string_view> hashed_;  // the first hashed_count_ of them
    size_t hashed_count_ = 0;
};

// Finds closing brackets for opening ones given from front to back, and never scans any part of a
// line twice.
class LineBrackets {
public:
    // The closing bracket on the line of `open`, before `limit`; null for none.
    const char* find_close(const char* open, const char* limit);
    // Where the last failed search ended: at a newline or at its limit.
    const char* none_before() const { return none_before_; }

private:
    const char* none_before_ = nullptr;
};

// A run of characters up to a blank or to a mark that is a token of its own.
const char* end_of_word(const char* word, const char* end);
// 12, 12. or 12... ; the words 1.e4 and 1...e5 are not.
bool is_move_number(std::string_view word);
// For text outside games: what would begin a game without tags.
bool looks_like_move(std::string_view word);

struct ResultToken {
    GameResult result = GameResult::Unknown;
    const char* after = nullptr;  // null when there is no result here
};
// `mark` is the *, the / or the - of a result.
ResultToken result_token(const char* mark, const char* begin, const char* end);

// The castling or null move that the dash at `dash` belongs to: 0-0, 0-0-0, --; empty for none.
std::string_view zero_castling_or_null_move(const char* dash, const char* begin, const char* end);

// A word together with a promotion written after it: e8(Q), e8/Q; or the whole of e.p., alone or at
// the end of the word.
std::string_view extend_word(const char* word, size_t length, const char* end);
// The word without a result that follows its move without a blank: Qd61-0, Qd61/2-1/2.
std::string_view without_result(std::string_view word, const char* end);
bool is_en_passant_mark(std::string_view word);

// The next line that follows an empty line and begins a tag, null when there is none. The line at
// `from` itself is not looked at.
const char* find_tag_after_empty_line(const char* from, const char* end);
// Where to continue looking for such a line when more text comes.
const char* last_empty_line(const char* from, const char* end);

// The first position at or after `from` where a text can be cut: a tag at the start of a line that
// does not follow a tag line. Null when there is none before `end`.
const char* find_cut(const char* begin, const char* from, const char* end);
// The last such position after `begin`.
const char* find_last_cut(const char* begin, const char* end);

}  // namespace edge::pgn
