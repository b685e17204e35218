#include "mistake_place.h"

#include <charconv>

namespace edge::server {
namespace {

// Takes "WORD NUMBER" and what follows it from the front of the text, or nothing.
bool take_number(std::string_view& text, std::string_view word, std::string_view behind,
                 uint32_t& number) {
    if (!text.starts_with(word)) return false;
    const char* const begin = text.data() + word.size();
    const char* const end = text.data() + text.size();
    uint32_t value = 0;
    const auto [parsed, error] = std::from_chars(begin, end, value);
    std::string_view rest(parsed, static_cast<size_t>(end - parsed));
    if (error != std::errc() || !rest.starts_with(behind)) return false;
    number = value;
    text = rest.substr(behind.size());
    return true;
}

}  // namespace

MistakePlace mistake_place(std::string_view message) {
    MistakePlace place;
    if (!message.starts_with('/')) return place;
    const size_t end = message.find(": ");
    if (end == std::string_view::npos) return place;
    place.pointer = message.substr(0, end);
    std::string_view rest = message.substr(end + 2);
    uint32_t line = 1;
    take_number(rest, "line ", ", ", line);
    if (take_number(rest, "column ", ": ", place.column)) place.line = line;
    return place;
}

}  // namespace edge::server
