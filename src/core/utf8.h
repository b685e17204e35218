// Converts text in unknown encodings for files that hold UTF-8 or ASCII.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace edge {

// The bytes of the character that the text, which is not empty, begins with; 0 where they are
// ill-formed.
size_t first_character_bytes(std::string_view text);

// Strict, as RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF.
bool is_valid_utf8(std::string_view text);

// Every byte string is valid Windows-1252 here: its five undefined bytes become the control
// characters of the same number (U+0081 and so on), as the WHATWG encoding standard does.
std::string windows1252_to_utf8(std::string_view text);

// Writes every byte outside ASCII, control characters, space and '%' as %XX.
std::string percent_encode_non_ascii(std::string_view text);

// The inverse. A '%' not followed by two hexadecimal digits stands for itself.
std::string percent_decode(std::string_view text);

}  // namespace edge
