#include "codec/date.h"

#include <array>
#include <charconv>

namespace edge {
namespace {

// A part of fixed width, question marks when it is unknown.
void append_part(std::string& text, unsigned value, size_t width) {
    if (value == 0) {
        text.append(width, '?');
        return;
    }
    std::array<char, 10> digits;
    const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    const auto size = static_cast<size_t>(end - digits.data());
    if (size < width) text.append(width - size, '0');
    text.append(digits.data(), size);
}

}  // namespace

std::string date_text(Date date) {
    std::string text;
    append_part(text, date.year, 4);
    text += '.';
    append_part(text, date.month, 2);
    text += '.';
    append_part(text, date.day, 2);
    return text;
}

}  // namespace edge
