#include "codec/pgn/comment_skipper.h"

#include <cstring>

#include "codec/pgn/lexical.h"

namespace edge::pgn {

const char* CommentSkipper::line_end(const char* from) const {
    const char* const limit = reach(from);
    const void* found = std::memchr(from, '\n', static_cast<size_t>(limit - from));
    return found != nullptr ? static_cast<const char*>(found) : limit;
}

const char* CommentSkipper::skip_comment(const char* open) {
    const char* const limit = open + std::min(static_cast<size_t>(end_ - open), kMaxCommentBytes);
    const char* const from = std::max(open, no_brace_before_);
    if (from >= limit) return nullptr;
    const void* close = std::memchr(from, '}', static_cast<size_t>(limit - from));
    if (close != nullptr) return static_cast<const char*>(close) + 1;
    no_brace_before_ = limit;
    return nullptr;
}

CommentSkipper::Variation CommentSkipper::skip_variation(const char* open) {
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
                if (--depth == 0) return {p, true};
                break;
            case '{': {
                const char* const after = skip_comment(p);
                if (after == nullptr) return {p, false, p};
                p = after;
                break;
            }
            case ';':
                p = line_end(p);
                break;
            case '[':
                if (tag_start(p, reach(p)).value != nullptr) return {p, false};
                ++p;
                break;
            default:
                ++p;
        }
    }
    return {p, false};
}

}  // namespace edge::pgn
