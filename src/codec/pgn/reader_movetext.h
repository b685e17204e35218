// How Reader reads movetext: 64 bytes at a time, the words of the main line to the visitor, and the
// rest byte by byte. The second half of reader.h, which includes it.
#pragma once

#include "codec/pgn/reader.h"

namespace edge::pgn {

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
                const OddWord odd = read_odd_word(word, size);
                if (!odd.wants_more) {
                    wanted_ = false;
                    work &= ~words;
                }
                if (odd.after != word + size) {
                    p_ = odd.after;
                    break;
                }
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
        case '(':
            return handle_variation(at);
        case ';':
            return {Do::ScanAgain, skipper_.line_end(at)};
        case '%':
            if (begins_line(at)) return {Do::ScanAgain, skipper_.line_end(at)};
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
    const char* const after = skipper_.skip_comment(open);
    if (after == nullptr) return after_end(end_at_comment(open));
    return {AfterSpecial::Do::ScanAgain, after};
}

template <GameVisitor Visitor>
typename Reader<Visitor>::AfterSpecial Reader<Visitor>::handle_variation(const char* open) {
    const CommentSkipper::Variation variation = skipper_.skip_variation(open);
    if (variation.unclosed_comment != nullptr) {
        return after_end(end_at_comment(variation.unclosed_comment));
    }
    if (!variation.is_closed) open_variation_ = open;
    return {AfterSpecial::Do::ScanAgain, variation.after};
}

// A tag, which begins the next game, or something in brackets.
template <GameVisitor Visitor>
typename Reader<Visitor>::AfterSpecial Reader<Visitor>::handle_bracket(const char* open) {
    if (tag_start(open, skipper_.reach(open)).value != nullptr) {
        end_game(open, GameEnd::Complete);
        p_ = open;
        return {AfterSpecial::Do::NextGame};
    }
    const char* const close = brackets_.find_close(open, skipper_.reach(open));
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

// A word that is not plain SAN, together with what belongs to it after the word's end, and without
// a result glued to it, which is then read on its own.
template <GameVisitor Visitor>
typename Reader<Visitor>::OddWord Reader<Visitor>::read_odd_word(const char* word,
                                                                 unsigned length) {
    const std::string_view whole = without_result(extend_word(word, length, end_), end_);
    const char* const after = whole.data() + whole.size();
    if (is_en_passant_mark(whole)) return {after, true};
    return {after, visitor_.odd_move(whole, offset(word))};
}

}  // namespace edge::pgn
