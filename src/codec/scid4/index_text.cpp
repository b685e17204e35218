#include "codec/scid4/index_text.h"

#include <algorithm>
#include <array>

#include "core/ascii.h"

namespace edge::scid4 {
namespace {

constexpr unsigned kCodesPerEco = 131;  // one, and for each small letter itself and four digits
constexpr unsigned kCodesPerLetter = 5;
constexpr unsigned kEcoLetters = 5;

// The letters of the flags from kDeletedFlag on, in the order of their bits.
constexpr std::string_view kFlagLetters = "DWBMENPTKQ!?U123456";
constexpr unsigned kFirstFlagBit = 3;
static_assert(kDeletedFlag == 1u << kFirstFlagBit);
static_assert(kAllFlags >> (kFirstFlagBit + kFlagLetters.size()) == 0);

constexpr std::array<std::string_view, 7> kRatingTypes = {"Elo",  "Rating", "Rapid", "ICCF",
                                                          "USCF", "DWZ",    "ECF"};

// Ways to write an unknown value.
bool says_nothing(std::string_view text) {
    return text.find_first_not_of("?-. ") == std::string_view::npos;
}

// The number of days that the month can have, given what is known of the year.
unsigned days_of(const Date& date) {
    constexpr unsigned kFebruary = 2;
    constexpr std::array<uint8_t, 13> kDays = {31, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool is_leap_year = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0);
    return kDays[date.month] + (date.month == kFebruary && is_leap_year ? 1u : 0u);
}

// Takes the next part of a date off the text. Anything but a number up to `max` is unknown.
Reading<unsigned> take_date_part(std::string_view& text, unsigned max) {
    const size_t end = std::min(text.find_first_of(".-/"), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (says_nothing(part)) return {};
    constexpr size_t kMaxDigits = 4;
    unsigned number = 0;
    size_t digits = 0;
    while (digits < std::min(part.size(), kMaxDigits) && is_digit(part[digits])) {
        number = number * 10 + static_cast<unsigned>(part[digits++] - '0');
    }
    if (number > max) return {.value = 0, .is_exact = false};
    return {.value = number, .is_exact = digits == part.size()};
}

}  // namespace

Reading<Date> read_date(std::string_view text) {
    // A year has four digits: "04.05.2010" starts with a day.
    const bool has_year = std::min(text.find_first_of(".-/"), text.size()) >= 4;
    if (!has_year && !says_nothing(text)) return {.value = {}, .is_exact = false};
    Date date;
    const Reading<unsigned> year = take_date_part(text, kMaxYear);
    date.year = static_cast<uint16_t>(year.value);
    const Reading<unsigned> month = take_date_part(text, 12);
    date.month = static_cast<uint8_t>(month.value);
    const Reading<unsigned> day = take_date_part(text, days_of(date));
    date.day = static_cast<uint8_t>(day.value);
    return {.value = date, .is_exact = year.is_exact && month.is_exact && day.is_exact};
}

std::string eco_text(uint16_t eco) {
    if (eco == 0 || eco > kMaxEco) return {};
    const unsigned basic = (eco - 1u) / kCodesPerEco;
    const unsigned finer = (eco - 1u) % kCodesPerEco;
    std::string text;
    text += static_cast<char>('A' + basic / 100);
    text += static_cast<char>('0' + basic / 10 % 10);
    text += static_cast<char>('0' + basic % 10);
    if (finer == 0) return text;
    text += static_cast<char>('a' + (finer - 1) / kCodesPerLetter);
    const unsigned digit = (finer - 1) % kCodesPerLetter;
    if (digit != 0) text += static_cast<char>('0' + digit);
    return text;
}

Reading<uint16_t> read_eco(std::string_view text) {
    if (says_nothing(text)) return {};
    const auto letter = static_cast<unsigned>(to_upper(text.front()) - 'A');
    if (letter >= kEcoLetters) return {.value = 0, .is_exact = false};
    const auto at = [&text](size_t i) { return i < text.size() ? text[i] : '\0'; };
    unsigned basic = letter;
    for (const size_t i : {1u, 2u}) {
        if (i < text.size() && !is_digit(text[i])) return {.value = 0, .is_exact = false};
        basic = basic * 10 + (i < text.size() ? static_cast<unsigned>(text[i] - '0') : 0);
    }
    unsigned code = 1 + kCodesPerEco * basic;
    size_t size = 3;  // of what was read
    if (at(size) >= 'a' && at(size) <= 'z') {
        code += 1 + kCodesPerLetter * static_cast<unsigned>(at(size++) - 'a');
        if (at(size) >= '1' && at(size) <= '4') code += static_cast<unsigned>(at(size++) - '0');
    }
    return {.value = static_cast<uint16_t>(code), .is_exact = size == text.size()};
}

Reading<uint16_t> read_rating(std::string_view text) {
    if (says_nothing(text)) return {};
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    unsigned number = 0;
    size_t digits = 0;
    while (digits < text.size() && is_digit(text[digits])) {
        number = number * 10 + static_cast<unsigned>(text[digits++] - '0');
        if (number > kMaxRating) return {.value = 0, .is_exact = false};
    }
    return {.value = static_cast<uint16_t>(number), .is_exact = digits == text.size()};
}

std::string_view rating_type_text(RatingType type) {
    return kRatingTypes[static_cast<size_t>(type)];
}

std::optional<RatingType> read_rating_type(std::string_view text) {
    const auto index = std::ranges::find(kRatingTypes, text) - kRatingTypes.begin();
    if (index == std::ssize(kRatingTypes)) return std::nullopt;
    return static_cast<RatingType>(index);
}

std::string flags_text(uint32_t flags) {
    std::string text;
    for (size_t i = 0; i < kFlagLetters.size(); ++i) {
        if (flags >> (kFirstFlagBit + i) & 1) text += kFlagLetters[i];
    }
    return text;
}

uint32_t read_flags(std::string_view text) {
    uint32_t flags = 0;
    for (const char c : text) {
        const size_t found = kFlagLetters.find(c);
        if (found != std::string_view::npos) flags |= 1u << (kFirstFlagBit + found);
    }
    return flags;
}

}  // namespace edge::scid4
