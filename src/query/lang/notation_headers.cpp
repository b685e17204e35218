#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <span>

#include "core/ascii.h"
#include "query/lang/did_you_mean.h"
#include "query/lang/notation.h"

namespace edge::query {

namespace {

constexpr unsigned kCodesPerLetter = 100;
constexpr unsigned kMaxYear = 4095;

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

bool same_ignoring_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, to_upper, to_upper);
}

// Calls read(alternative) for each of the texts between commas.
template <class Read>
Status for_each_alternative(std::string_view text, const Read& read) {
    while (true) {
        const size_t comma = text.find(',');
        EDGE_CHECK(read(trimmed(text.substr(0, comma))));
        if (comma == std::string_view::npos) return {};
        text.remove_prefix(comma + 1);
    }
}

// A value by its name, as bits 1 << enumerator. The first name of a value is the one written.
struct Named {
    std::string_view name;
    uint8_t bits;
};

template <class Enum>
constexpr uint8_t bits_of(Enum value) {
    return static_cast<uint8_t>(1U << static_cast<unsigned>(value));
}

constexpr uint8_t kWhiteWins = bits_of(GameResult::WhiteWins);
constexpr uint8_t kDraw = bits_of(GameResult::Draw);
constexpr uint8_t kBlackWins = bits_of(GameResult::BlackWins);
constexpr uint8_t kUnknownResult = bits_of(GameResult::Unknown);

constexpr std::array kResults = {
    Named{"W", kWhiteWins},           Named{"D", kDraw},
    Named{"B", kBlackWins},           Named{"decisive", kWhiteWins | kBlackWins},
    Named{"unknown", kUnknownResult}, Named{"1-0", kWhiteWins},
    Named{"1/2-1/2", kDraw},          Named{"1/2", kDraw},
    Named{"0-1", kBlackWins},         Named{"*", kUnknownResult},
};
constexpr std::array kTimeClasses = {
    Named{"bullet", bits_of(TimeClass::Bullet)},
    Named{"blitz", bits_of(TimeClass::Blitz)},
    Named{"rapid", bits_of(TimeClass::Rapid)},
    Named{"classical", bits_of(TimeClass::Classical)},
    Named{"correspondence", bits_of(TimeClass::Correspondence)},
    Named{"unknown", bits_of(TimeClass::Unknown)},
};
constexpr std::array kSpeeds = {
    Named{"ultrabullet", bits_of(Speed::UltraBullet)},
    Named{"bullet", bits_of(Speed::Bullet)},
    Named{"blitz", bits_of(Speed::Blitz)},
    Named{"rapid", bits_of(Speed::Rapid)},
    Named{"classical", bits_of(Speed::Classical)},
    Named{"correspondence", bits_of(Speed::Correspondence)},
    Named{"unknown", bits_of(Speed::Unknown)},
};
constexpr std::array kTerminations = {
    Named{"normal", bits_of(corpus::Termination::Normal)},
    Named{"time", bits_of(corpus::Termination::TimeForfeit)},
    Named{"abandoned", bits_of(corpus::Termination::Abandoned)},
    Named{"rules", bits_of(corpus::Termination::RulesInfraction)},
    Named{"other", bits_of(corpus::Termination::Other)},
};

Result<uint8_t> parse_named(std::string_view text, std::span<const Named> names) {
    uint8_t bits = 0;
    EDGE_CHECK(for_each_alternative(text, [&](std::string_view word) -> Status {
        const auto named = std::ranges::find_if(
            names, [&](const Named& n) { return same_ignoring_case(n.name, word); });
        if (named == names.end()) {
            std::vector<std::string_view> words;
            for (const Named& n : names) words.push_back(n.name);
            return misread("expected " + listed(words) + ", found " + in_quotes(word) +
                           did_you_mean(word, words));
        }
        bits = static_cast<uint8_t>(bits | named->bits);
        return {};
    }));
    return bits;
}

// Each value by the first name that stands for it alone.
std::string named_text(uint8_t bits, std::span<const Named> names) {
    std::string out;
    for (const Named& named : names) {
        if ((bits & named.bits) != named.bits || !std::has_single_bit(named.bits)) continue;
        if (!out.empty()) out += ',';
        out += named.name;
        bits = static_cast<uint8_t>(bits & ~named.bits);
    }
    return out;
}

uint8_t all_bits(std::span<const Named> names) {
    uint8_t bits = 0;
    for (const Named& named : names) bits = static_cast<uint8_t>(bits | named.bits);
    return bits;
}

uint8_t without(uint8_t bits, uint8_t removed) { return static_cast<uint8_t>(bits & ~removed); }

// A code, or a letter alone, which is all its codes.
std::optional<std::pair<uint16_t, uint16_t>> eco_codes(std::string_view text) {
    if (text.size() != 1 && text.size() != 3) return std::nullopt;
    const char letter = to_upper(text.front());
    if (letter < 'A' || letter > 'E') return std::nullopt;
    const unsigned first = static_cast<unsigned>(letter - 'A') * kCodesPerLetter;
    if (text.size() == 1) {
        return std::pair{static_cast<uint16_t>(first),
                         static_cast<uint16_t>(first + kCodesPerLetter - 1)};
    }
    if (!is_digit(text[1]) || !is_digit(text[2])) return std::nullopt;
    const auto code = static_cast<uint16_t>(first + 10U * static_cast<unsigned>(text[1] - '0') +
                                            static_cast<unsigned>(text[2] - '0'));
    return std::pair{code, code};
}

std::string eco_text(uint16_t code) {
    return {static_cast<char>('A' + code / kCodesPerLetter),
            static_cast<char>('0' + code / 10 % 10), static_cast<char>('0' + code % 10)};
}

struct Halves {
    std::string_view from, until;
};

// Cuts A..B, and A-B and A- where hyphens are allowed; one must have something before it.
std::optional<Halves> cut_range(std::string_view text, bool with_hyphen) {
    if (const size_t dots = text.find(".."); dots != std::string_view::npos) {
        return Halves{trimmed(text.substr(0, dots)), trimmed(text.substr(dots + 2))};
    }
    const size_t hyphen = with_hyphen ? text.find('-') : std::string_view::npos;
    if (hyphen == std::string_view::npos || hyphen == 0) return std::nullopt;
    return Halves{trimmed(text.substr(0, hyphen)), trimmed(text.substr(hyphen + 1))};
}

Result<int32_t> parse_number(std::string_view text) {
    int32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range) {
        return misread("the number " + in_quotes(text) + " is too large");
    }
    if (error != std::errc() || end != text.data() + text.size()) {
        return misread("expected a number, found " + in_quotes(text));
    }
    return value;
}

void append_padded(std::string& out, unsigned value, size_t width) {
    const std::string digits = std::to_string(value);
    out.append(width - std::min(width, digits.size()), '0');
    out += digits;
}

}  // namespace

Result<ResultTest> parse_results(std::string_view text) {
    return ResultTest{EDGE_TRY(parse_named(text, kResults))};
}
Result<TimeClassTest> parse_time_classes(std::string_view text) {
    return TimeClassTest{EDGE_TRY(parse_named(text, kTimeClasses))};
}
Result<SpeedTest> parse_speeds(std::string_view text) {
    return SpeedTest{EDGE_TRY(parse_named(text, kSpeeds))};
}
Result<TerminationTest> parse_terminations(std::string_view text) {
    return TerminationTest{EDGE_TRY(parse_named(text, kTerminations))};
}

std::string to_text(const ResultTest& test) { return named_text(test.results, kResults); }
std::string to_text(const TimeClassTest& test) { return named_text(test.classes, kTimeClasses); }
std::string to_text(const SpeedTest& test) { return named_text(test.speeds, kSpeeds); }
std::string to_text(const TerminationTest& test) {
    return named_text(test.terminations, kTerminations);
}

ResultTest complement(ResultTest test) {
    return {without(kWhiteWins | kDraw | kBlackWins, test.results)};
}
TimeClassTest complement(TimeClassTest test) {
    const uint8_t known = without(all_bits(kTimeClasses), bits_of(TimeClass::Unknown));
    return {without(known, test.classes)};
}
SpeedTest complement(SpeedTest test) {
    const uint8_t known = without(all_bits(kSpeeds), bits_of(Speed::Unknown));
    return {without(known, test.speeds)};
}
TerminationTest complement(TerminationTest test) {
    return {without(all_bits(kTerminations), test.terminations)};
}

Result<EcoTest> parse_eco(std::string_view text) {
    EcoTest test;
    EDGE_CHECK(for_each_alternative(text, [&](std::string_view item) -> Status {
        const Halves halves = cut_range(item, true).value_or(Halves{item, item});
        const auto from = eco_codes(halves.from);
        const auto until = eco_codes(halves.until);
        if (!from || !until) {
            return misread(
                "expected an ECO code from A00 to E99, a range B20..B99 or a letter, "
                "found " +
                in_quotes(item));
        }
        if (from->first > until->second) {
            return misread("the ECO range " + in_quotes(item) + " runs backwards");
        }
        test.ranges.emplace_back(from->first, until->second);
        return {};
    }));
    return test;
}

std::string to_text(const EcoTest& test) {
    std::string out;
    for (const auto& [from, until] : test.ranges) {
        if (!out.empty()) out += ',';
        out += eco_text(from);
        if (from != until) out += ".." + eco_text(until);
    }
    return out;
}

Result<corpus::Date> parse_date(std::string_view text) {
    std::array<unsigned, 3> parts{};  // year, month, day
    constexpr std::array<size_t, 3> kWidths = {4, 2, 2};
    const auto unreadable = [&] {
        return misread("expected a date such as 2015, 2015-06 or 2015-06-30, found " +
                       in_quotes(text));
    };
    std::string_view rest = text;
    for (size_t i = 0; i < parts.size() && (i == 0 || !rest.empty()); ++i) {
        if (i != 0) {
            if (std::string_view("-./").find(rest.front()) == std::string_view::npos) {
                return unreadable();
            }
            rest.remove_prefix(1);
        }
        const std::string_view digits = rest.substr(0, kWidths[i]);
        if (digits.size() != kWidths[i] || !std::ranges::all_of(digits, is_digit)) {
            return unreadable();
        }
        for (const char c : digits) parts[i] = parts[i] * 10 + static_cast<unsigned>(c - '0');
        if (i != 0 && parts[i] == 0) return unreadable();
        rest.remove_prefix(digits.size());
    }
    const auto [year, month, day] = parts;
    if (!rest.empty() || year == 0) return unreadable();
    if (year > kMaxYear || month > 12 || day > 31) {
        return misread("there is no date " + in_quotes(text));
    }
    return corpus::Date{static_cast<uint16_t>(year), static_cast<uint8_t>(month),
                        static_cast<uint8_t>(day)};
}

std::string to_text(corpus::Date date) {
    std::string out;
    append_padded(out, date.year, 4);
    if (date.month == 0) return out;
    out += '-';
    append_padded(out, date.month, 2);
    if (date.day == 0) return out;
    out += '-';
    append_padded(out, date.day, 2);
    return out;
}

Result<NumberRange> parse_range(std::string_view text, bool may_be_negative) {
    text = trimmed(text);
    NumberRange range;
    if (const auto halves = cut_range(text, !may_be_negative)) {
        if (!halves->from.empty()) range.from = EDGE_TRY(parse_number(halves->from));
        if (!halves->until.empty()) range.until = EDGE_TRY(parse_number(halves->until));
    } else {
        range.from = range.until = EDGE_TRY(parse_number(text));
    }
    const bool is_negative = (range.from && *range.from < 0) || (range.until && *range.until < 0);
    if ((!range.from && !range.until) || (is_negative && !may_be_negative)) {
        return misread("expected a range such as 20..40, 20.. or ..40, found " + in_quotes(text));
    }
    if (range.from && range.until && *range.from > *range.until) {
        return misread("the range " + in_quotes(text) + " runs backwards");
    }
    return range;
}

}  // namespace edge::query
