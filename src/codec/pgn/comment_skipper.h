// Skips comments and variations of one text, also those that are never closed. What it searches is
// bounded, so that hostile text is read once and the answer does not depend on where a text was
// cut.
#pragma once

#include <algorithm>
#include <cstddef>

namespace edge::pgn {

inline constexpr size_t kMaxGameBytes = size_t{64} << 20;
inline constexpr size_t kMaxCommentBytes = size_t{1} << 20;

class CommentSkipper {
public:
    // `end` is the end of the text that all places below are in.
    explicit CommentSkipper(const char* end) : end_(end) {}

    // The end of what begins at `from`, be it a line, a tag or a variation, is searched no further
    // than this: a game that has it is too long.
    const char* reach(const char* from) const {
        return from + std::min(static_cast<size_t>(end_ - from), kMaxGameBytes + 1);
    }
    // The newline, or as far as it is searched.
    const char* line_end(const char* from) const;

    // The place after the closing brace of the comment at `open`; null when there is none within
    // kMaxCommentBytes. Call it from front to back.
    const char* skip_comment(const char* open);

    struct Variation {
        // After its closing parenthesis. Where it is not closed: the tag that follows, the end, or
        // a place where the game is too long.
        const char* after;
        bool is_closed;
        const char* unclosed_comment = nullptr;  // one in it that is not closed; then it ends there
    };
    Variation skip_variation(const char* open);

private:
    const char* end_;
    // Between a comment that was not closed and this no brace closes one, so that many comments do
    // not have the same text searched over and over.
    const char* no_brace_before_ = nullptr;
};

}  // namespace edge::pgn
