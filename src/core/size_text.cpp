#include "core/size_text.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <system_error>

namespace edge {

namespace {

constexpr std::string_view kUnits = "KMGT";

// The power of 1024 that a suffix stands for, in bits of shift; -1 when it is not a suffix.
int unit_shift(std::string_view suffix) {
    if (suffix.empty() || suffix == "B" || suffix == "b") return 0;
    const char letter = suffix[0] >= 'a' ? static_cast<char>(suffix[0] - 'a' + 'A') : suffix[0];
    const size_t unit = kUnits.find(letter);
    const std::string_view tail = suffix.substr(1);
    const bool known_tail = tail.empty() || tail == "B" || tail == "b" || tail == "iB";
    if (unit == std::string_view::npos || !known_tail) return -1;
    return static_cast<int>(10 * (unit + 1));
}

}  // namespace

Result<uint64_t> parse_size(std::string_view text) {
    uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    const int shift = unit_shift(std::string_view(rest, static_cast<size_t>(end - rest)));
    if (rest == text.data() || shift < 0) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("found the size \"{}\", expected a number of bytes such as "
                                "500000, 256M or 2G",
                                text));
    }
    if (error != std::errc() || number > std::numeric_limits<uint64_t>::max() >> shift) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("the size \"{}\" does not fit 64 bits", text));
    }
    return number << shift;
}

std::string format_size(uint64_t bytes) {
    if (bytes < 1024) return fmt::format("{} B", bytes);
    auto value = static_cast<double>(bytes);
    size_t unit = 0;
    for (value /= 1024; value >= 1023.95 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
    std::string number = fmt::format("{:.1f}", value);
    if (number.ends_with(".0")) number.resize(number.size() - 2);
    return fmt::format("{} {}iB", number, kUnits[unit]);
}

}  // namespace edge
