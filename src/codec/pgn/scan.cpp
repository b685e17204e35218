#include "codec/pgn/scan.h"

#include <array>

namespace edge::pgn {
namespace {

// Of a byte of movetext, by number.
using Class = uint8_t;
constexpr Class kSeparator = 1, kLetter = 2, kDigit = 3, kJoiner = 4, kClose = 5;

constexpr auto kClasses = [] {
    std::array<Class, 256> classes{};
    for (const char c : {' ', '\t', '\n', '\r', '.', '+', '#', '!', '?'}) {
        classes[static_cast<unsigned char>(c)] = kSeparator;
    }
    for (unsigned c = 'a'; c <= 'z'; ++c) classes[c] = classes[c - 'a' + 'A'] = kLetter;
    for (unsigned c = '0'; c <= '9'; ++c) classes[c] = kDigit;
    classes['-'] = classes['='] = kJoiner;
    classes['}'] = kClose;
    return classes;
}();

void scan_movetext(const char* text, MovetextMasks& masks) {
    std::array<uint64_t, kClose + 1> found{};
    for (unsigned i = 0; i < kScanBytes; ++i) {
        found[kClasses[static_cast<unsigned char>(text[i])]] |= uint64_t{1} << i;
    }
    masks = {found[kSeparator], found[kLetter], found[kDigit], found[kJoiner], found[kClose]};
}

void scan_tag(const char* text, TagMasks& masks) {
    masks = {0, 0, 0};
    for (unsigned i = 0; i < kScanBytes; ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        const Class kind = kClasses[c];
        if (kind == kLetter || kind == kDigit) masks.name |= uint64_t{1} << i;
        if (c == '"') masks.quote |= uint64_t{1} << i;
        if (c == '\\' || c < 0x20 || c > 0x7E) masks.special |= uint64_t{1} << i;
    }
}

}  // namespace

const Scanner& portable_scanner() {
    static constexpr Scanner kPortable = {scan_movetext, scan_tag, "portable"};
    return kPortable;
}

const Scanner& scanner() {
    static const Scanner& chosen = avx2_scanner() != nullptr ? *avx2_scanner() : portable_scanner();
    return chosen;
}

}  // namespace edge::pgn
