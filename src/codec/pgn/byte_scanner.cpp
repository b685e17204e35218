#include "codec/pgn/byte_scanner.h"

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

bool stops_value(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == '"' || byte == '\\' || byte < 0x20 || byte > 0x7E;
}

uint64_t find_value_stops(const char* text) {
    uint64_t stops = 0;
    for (unsigned i = 0; i < kScanBytes; ++i) stops |= uint64_t{stops_value(text[i])} << i;
    return stops;
}

PlainTag find_plain_tag(const char* text) {
    const auto is_of_name = [](char c) {
        const Class kind = kClasses[static_cast<unsigned char>(c)];
        return kind == kLetter || kind == kDigit;
    };
    unsigned size = 0;
    while (size < kMaxPlainName && is_of_name(text[1 + size])) ++size;
    if (size == 0 || text[1 + size] != ' ' || text[2 + size] != '"') return {};
    for (unsigned at = 3 + size; at < kScanBytes; ++at) {
        if (!stops_value(text[at])) continue;
        const bool is_closed = text[at] == '"' && text[at + 1] == ']';
        return is_closed ? PlainTag{size, at} : PlainTag{};
    }
    return {};
}

}  // namespace

const ByteScanner& portable_byte_scanner() {
    static constexpr ByteScanner kPortable = {scan_movetext, find_value_stops, find_plain_tag,
                                              "portable", false};
    return kPortable;
}

const ByteScanner& byte_scanner() {
    static const ByteScanner& chosen =
        avx2_byte_scanner() != nullptr ? *avx2_byte_scanner() : portable_byte_scanner();
    return chosen;
}

}  // namespace edge::pgn
