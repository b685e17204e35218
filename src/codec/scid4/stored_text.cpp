#include "codec/scid4/stored_text.h"

#include "core/utf8.h"

namespace edge::scid4 {

std::string stored_text(std::string_view bytes) {
    return is_valid_utf8(bytes) ? std::string(bytes) : windows1252_to_utf8(bytes);
}

std::string_view cut_text(std::string_view text, size_t max_bytes) {
    if (text.size() <= max_bytes) return text;
    const auto is_inside_character = [](char c) { return (c & 0xC0) == 0x80; };
    size_t size = max_bytes;
    while (size > 0 && is_inside_character(text[size])) --size;
    return text.substr(0, size);
}

}  // namespace edge::scid4
