// Sorts 64 bytes of PGN text into classes, a bit a byte: the step that every fast path of the
// reader starts from. One function per job, chosen once for this processor; the twins agree bit for
// bit.
#pragma once

#include <cstdint>

namespace edge::pgn {

// Bytes a scan may read past the end of its text. Every text handed to the reader has them.
inline constexpr unsigned kScanBytes = 64;

// Classes of movetext. Bit i stands for byte i; a byte is in at most one of the first four.
struct MovetextMasks {
    uint64_t separator;  // blank, newline, tab and the marks a move does not need: . + # ! ?
    uint64_t letter;     // A-Z a-z
    uint64_t digit;      // 0-9
    uint64_t joiner;     // - and =, which stand inside castling, results and promotions
    uint64_t close;      // }, which is in none of the above
};

// Classes of a tag pair.
struct TagMasks {
    uint64_t name;     // A-Z a-z 0-9, all that the names of most tags are made of
    uint64_t quote;    // "
    uint64_t special;  // backslash, control characters and bytes above 0x7E
};

struct Scanner {
    void (*movetext)(const char* text, MovetextMasks& masks);
    void (*tag)(const char* text, TagMasks& masks);
    const char* name;
};

// The fastest scanner that this processor runs.
const Scanner& scanner();
// Runs everywhere; the reference for the others.
const Scanner& portable_scanner();
// Null when the processor or the build has no AVX2.
const Scanner* avx2_scanner();

}  // namespace edge::pgn
