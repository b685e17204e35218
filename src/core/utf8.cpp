#include "core/utf8.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace edge {

namespace {

// Windows-1252 differs from Latin-1 in 0x80 to 0x9F only.
constexpr std::array<uint16_t, 32> kWindows1252 = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

// The length of the well-formed character at the start of `text`, which is not ASCII; 0 if it is
// ill-formed. The second byte's range is the table of RFC 3629, section 4.
size_t multibyte_length(std::string_view text) {
    const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
    const uint8_t lead = byte(0);
    size_t length = 0;
    uint8_t low = 0x80;
    uint8_t high = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
        length = 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        length = 3;
        if (lead == 0xE0) low = 0xA0;   // else overlong
        if (lead == 0xED) high = 0x9F;  // else a surrogate
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        length = 4;
        if (lead == 0xF0) low = 0x90;   // else overlong
        if (lead == 0xF4) high = 0x8F;  // else above U+10FFFF
    } else {
        return 0;
    }
    if (text.size() < length || byte(1) < low || byte(1) > high) return 0;
    for (size_t i = 2; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0;
    }
    return length;
}

bool is_ascii8(const char* text) {
    uint64_t word;
    std::memcpy(&word, text, sizeof word);
    return (word & 0x8080808080808080) == 0;
}

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

size_t first_character_bytes(std::string_view text) {
    return static_cast<uint8_t>(text[0]) < 0x80 ? 1 : multibyte_length(text);
}

bool is_valid_utf8(std::string_view text) {
    while (!text.empty()) {
        if (text.size() >= 8 && is_ascii8(text.data())) {
            text.remove_prefix(8);
        } else if (static_cast<uint8_t>(text[0]) < 0x80) {
            text.remove_prefix(1);
        } else {
            const size_t length = multibyte_length(text);
            if (length == 0) return false;
            text.remove_prefix(length);
        }
    }
    return true;
}

std::string windows1252_to_utf8(std::string_view text) {
    std::string utf8;
    utf8.reserve(text.size() + text.size() / 8);
    for (const char c : text) {
        const auto byte = static_cast<uint8_t>(c);
        const bool remapped = byte >= 0x80 && byte < 0xA0;
        const unsigned code_point = remapped ? kWindows1252[byte - 0x80] : byte;
        if (code_point < 0x80) {
            utf8 += c;
        } else if (code_point < 0x800) {
            utf8 += static_cast<char>(0xC0 | code_point >> 6);
            utf8 += static_cast<char>(0x80 | (code_point & 0x3F));
        } else {
            utf8 += static_cast<char>(0xE0 | code_point >> 12);
            utf8 += static_cast<char>(0x80 | (code_point >> 6 & 0x3F));
            utf8 += static_cast<char>(0x80 | (code_point & 0x3F));
        }
    }
    return utf8;
}

std::string percent_encode_non_ascii(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string encoded;
    encoded.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<uint8_t>(c);
        if (byte > 0x20 && byte < 0x7F && c != '%') {
            encoded += c;
        } else {
            encoded += '%';
            encoded += kDigits[byte >> 4];
            encoded += kDigits[byte & 15];
        }
    }
    return encoded;
}

std::string percent_decode(std::string_view text) {
    std::string decoded;
    decoded.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size()) {
            const int high = hex_value(text[i + 1]);
            const int low = hex_value(text[i + 2]);
            if (high >= 0 && low >= 0) {
                decoded += static_cast<char>(high << 4 | low);
                i += 2;
                continue;
            }
        }
        decoded += text[i];
    }
    return decoded;
}

}  // namespace edge
