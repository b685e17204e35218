// Sorts 64 bytes of PGN text into classes, one bit per byte: the first step of every fast path of
// the reader. One function per job, chosen once for this processor; the variants agree bit for bit.
#pragma once

#include <cstdint>

namespace edge::pgn {

// Bytes a scan may read past the end of its text. Every text given to the reader has them.
inline constexpr unsigned kScanBytes = 64;

// Classes of movetext. Bit i stands for byte i; a byte is in at most one of the first four.
struct MovetextMasks {
    uint64_t separator;  // blank, newline, tab and the marks that a move does not need: . + # ! ?
    uint64_t letter;     // A-Z a-z
    uint64_t digit;      // 0-9
    uint64_t joiner;     // - and =, which occur in castling, results and promotions
    uint64_t close;      // }, which is in none of the above
};

// A tag pair in the usual form: [Name "value"], the name of letters and digits.
struct PlainTag {
    uint32_t name_size;  // 0: the tag is not of this form
    uint32_t value_end;  // position of the closing quote, counted from the opening bracket
};
inline constexpr unsigned kMaxPlainName = 28;

struct ByteScanner {
    void (*movetext)(const char* text, MovetextMasks& masks);
    // The bytes that end a tag's value or prevent it from being taken verbatim: quote, backslash,
    // control characters and bytes above 0x7E.
    uint64_t (*value_stops)(const char* text);
    // The tag whose bracket is the first byte, if it has the usual form with a name of at most
    // kMaxPlainName, no stop byte in the value, and the closing quote within these bytes. Also
    // reads the byte after them.
    PlainTag (*plain_tag)(const char* text);
    const char* name;
    bool has_bmi2;  // and BMI: whether the processor has it, for the loops around these functions
};

// The fastest scanner that this processor can run.
const ByteScanner& byte_scanner();
// Runs everywhere; the reference for the others.
const ByteScanner& portable_byte_scanner();
// Null when the processor or the build has no AVX2, or no BMI2, which came with it.
const ByteScanner* avx2_byte_scanner();

}  // namespace edge::pgn
