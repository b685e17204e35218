#include "formats/header_fields.h"

#include <algorithm>
#include <utility>

#include "core/ascii.h"

namespace edge::formats {

using corpus::Date;
using corpus::Termination;
using corpus::TimeControl;

namespace {

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
    return std::ranges::equal(text, lower, [](char a, char b) { return to_lower(a) == b; });
}

// Whether the text is these words or ends in them after a space.
bool ends_in_words(std::string_view text, std::string_view lower) {
    if (text.size() < lower.size()) return false;
    const size_t before = text.size() - lower.size();
    return equals_ignoring_case(text.substr(before), lower) &&
           (before == 0 || text[before - 1] == ' ');
}

// Takes the digits at the front; saturates far above every field's limit.
uint64_t take_number(std::string_view& text) {
    constexpr uint64_t kPlenty = 1'000'000'000;
    uint64_t value = 0;
    while (!text.empty() && is_digit(text.front())) {
        value = std::min(value * 10 + static_cast<uint64_t>(text.front() - '0'), kPlenty);
        text.remove_prefix(1);
    }
    return value;
}

bool starts_with_digit(std::string_view text) { return !text.empty() && is_digit(text.front()); }

void skip_fraction(std::string_view& text) {
    if (text.size() >= 2 && text[0] == '.' && is_digit(text[1])) {
        text.remove_prefix(1);
        take_number(text);
    }
}

// A part of a date: digits, or question marks for unknown; false when it is neither.
bool take_date_part(std::string_view& text, unsigned& value) {
    value = 0;
    if (starts_with_digit(text)) {
        value = static_cast<unsigned>(take_number(text));
        return true;
    }
    const size_t marks = std::min(text.find_first_not_of('?'), text.size());
    text.remove_prefix(marks);
    return marks > 0;
}

bool take_date_separator(std::string_view& text) {
    if (text.empty() || (text[0] != '.' && text[0] != '-' && text[0] != '/')) return false;
    text.remove_prefix(1);
    return true;
}

// How chess.com says it after a player's name or "Game drawn": "Hero won on time".
constexpr std::pair<std::string_view, Termination> kTerminationEndings[] = {
    {"by resignation", Termination::Normal},
    {"by checkmate", Termination::Normal},
    {"on time", Termination::TimeForfeit},
    {"abandoned", Termination::Abandoned},
    {"by repetition", Termination::Normal},
    {"by agreement", Termination::Normal},
    {"by stalemate", Termination::Normal},
    {"by insufficient material", Termination::Normal},
    {"by 50-move rule", Termination::Normal},
    {"by timeout vs insufficient material", Termination::TimeForfeit},
    {"by timeout", Termination::TimeForfeit},
    {"timed out", Termination::TimeForfeit},
};

}  // namespace

Date parse_date(std::string_view text) {
    Date date;
    unsigned year = 0;
    unsigned month = 0;
    unsigned day = 0;
    if (!take_date_part(text, year) || year > 4095) return date;
    date.year = static_cast<uint16_t>(year);
    if (!take_date_separator(text) || !take_date_part(text, month)) return date;
    if (month <= 12) date.month = static_cast<uint8_t>(month);
    if (!take_date_separator(text) || !take_date_part(text, day)) return date;
    if (day <= 31) date.day = static_cast<uint8_t>(day);
    return date;
}

TimeControl parse_time_control(std::string_view text) {
    if (text == "-") return {0, 0, true};
    if (!text.empty() && text[0] == '*') text.remove_prefix(1);  // an hour-glass
    if (!starts_with_digit(text)) return {};
    uint64_t base = take_number(text);
    if (!text.empty() && text[0] == '/') {  // moves in that many seconds
        text.remove_prefix(1);
        if (!starts_with_digit(text)) return {};
        base = take_number(text);
    }
    skip_fraction(text);
    uint64_t increment = 0;
    if (text.size() >= 2 && text[0] == '+' && is_digit(text[1])) {
        text.remove_prefix(1);
        increment = take_number(text);
        skip_fraction(text);
    }
    if (!text.empty() && text[0] != ':') return {};  // only the first period counts
    if (base > corpus::kMaxBaseSeconds) {
        return {static_cast<uint16_t>(corpus::kMaxBaseSeconds), 0, true};
    }
    const uint64_t kept = std::min<uint64_t>(increment, corpus::kMaxIncrement);
    return {static_cast<uint16_t>(base), static_cast<uint8_t>(kept), false};
}

Termination parse_termination(std::string_view text) {
    if (equals_ignoring_case(text, "normal")) return Termination::Normal;
    if (equals_ignoring_case(text, "time forfeit")) return Termination::TimeForfeit;
    if (equals_ignoring_case(text, "abandoned")) return Termination::Abandoned;
    if (equals_ignoring_case(text, "rules infraction")) return Termination::RulesInfraction;
    for (const auto& [words, termination] : kTerminationEndings) {
        if (ends_in_words(text, words)) return termination;
    }
    return Termination::Other;
}

uint16_t parse_eco(std::string_view text) {
    if (text.size() < 3 || !is_digit(text[1]) || !is_digit(text[2])) return corpus::kUnknownEco;
    const char letter = static_cast<char>(text[0] | 0x20);
    if (letter < 'a' || letter > 'e') return corpus::kUnknownEco;
    return static_cast<uint16_t>((letter - 'a') * 100 + (text[1] - '0') * 10 + (text[2] - '0'));
}

uint16_t parse_elo(std::string_view text) {
    return static_cast<uint16_t>(std::min<uint64_t>(take_number(text), corpus::kMaxElo));
}

bool is_standard_variant(std::string_view text) {
    return equals_ignoring_case(text, "standard") || equals_ignoring_case(text, "normal") ||
           equals_ignoring_case(text, "chess");
}

bool is_from_position_variant(std::string_view text) {
    return equals_ignoring_case(text, "from position");
}

}  // namespace edge::formats
