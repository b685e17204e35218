// Header tests from their definitions. What is not known satisfies no comparison: each value below
// is an optional, and nothing compares with nothing.
#include <algorithm>
#include <cctype>

#include "core/fold.h"
#include "support/query_oracle.h"

namespace edge::query::oracle {
namespace {

bool is_member(unsigned set, unsigned value) { return (set >> value & 1U) != 0; }

// `order` is negative, zero or positive as the game's value is below, at or above the test's.
bool satisfies(int order, Relation relation) {
    switch (relation) {
        case Relation::Equal:
            return order == 0;
        case Relation::NotEqual:
            return order != 0;
        case Relation::Less:
            return order < 0;
        case Relation::LessEqual:
            return order <= 0;
        case Relation::Greater:
            return order > 0;
        case Relation::GreaterEqual:
            return order >= 0;
    }
    return false;
}

int order_of(int64_t left, int64_t right) { return left < right ? -1 : left > right ? 1 : 0; }

// ---- numbers

std::optional<int> known(uint16_t value) {
    if (value == 0) return std::nullopt;
    return value;
}

// Base time and increment; nothing for a correspondence game.
std::optional<corpus::TimeControl> clock_of(const corpus::GameHeader& header) {
    const corpus::TimeControl clock = header.time_control;
    if (clock.correspondence || (clock.base_seconds == 0 && clock.increment == 0)) {
        return std::nullopt;
    }
    return clock;
}

bool number_satisfies(std::optional<int> number, const NumberTest& test) {
    return number && satisfies(order_of(*number, test.value), test.relation);
}

bool number_test_holds(const NumberTest& test, const corpus::GameHeader& header) {
    const std::optional<int> white = known(header.white_elo);
    const std::optional<int> black = known(header.black_elo);
    const std::optional<corpus::TimeControl> clock = clock_of(header);
    std::optional<int> number;
    switch (test.field) {
        case NumberField::Year:
            number = known(header.date.year);
            break;
        case NumberField::Elo:
            return number_satisfies(white, test) && number_satisfies(black, test);
        case NumberField::WhiteElo:
            number = white;
            break;
        case NumberField::BlackElo:
            number = black;
            break;
        case NumberField::EloDiff:
            if (white && black) number = *white - *black;
            break;
        case NumberField::BaseSeconds:
            if (clock) number = clock->base_seconds;
            break;
        case NumberField::Increment:
            if (clock) number = clock->increment;
            break;
        case NumberField::Plies:
            number = static_cast<int>(header.plies);
            break;
    }
    return number_satisfies(number, test);
}

// ---- dates

// Year, month and day one after the other, until one decides or the test gives no more. Nothing
// when the game lacks the one that would have to decide.
std::optional<int> date_order(corpus::Date game, corpus::Date value) {
    if (game.year == 0) return std::nullopt;
    if (game.year != value.year) return order_of(game.year, value.year);
    if (value.month == 0) return 0;
    if (game.month == 0) return std::nullopt;
    if (game.month != value.month) return order_of(game.month, value.month);
    if (value.day == 0) return 0;
    if (game.day == 0) return std::nullopt;
    return order_of(game.day, value.day);
}

// ---- time controls

TimeClass time_class(const corpus::GameHeader& header) {
    if (header.time_control.correspondence) return TimeClass::Correspondence;
    const auto clock = clock_of(header);
    if (!clock) return TimeClass::Unknown;
    const int total = clock->base_seconds + 60 * clock->increment;
    if (total < 180) return TimeClass::Bullet;
    if (total < 600) return TimeClass::Blitz;
    if (total < 3600) return TimeClass::Rapid;
    return TimeClass::Classical;
}

Speed speed(const corpus::GameHeader& header) {
    if (header.time_control.correspondence) return Speed::Correspondence;
    const auto clock = clock_of(header);
    if (!clock) return Speed::Unknown;
    const int total = clock->base_seconds + 40 * clock->increment;
    if (total < 30) return Speed::UltraBullet;
    if (total < 180) return Speed::Bullet;
    if (total < 480) return Speed::Blitz;
    if (total < 1500) return Speed::Rapid;
    if (total < 21600) return Speed::Classical;
    return Speed::Correspondence;
}

// ---- texts

bool text_matches(const std::string& text, TextMatch match, const std::string& wanted) {
    if (match == TextMatch::Exact) return text == wanted;
    return folded(text).find(folded(wanted)) != std::string::npos;
}

bool same_in_any_case(const std::string& left, const std::string& right) {
    return std::ranges::equal(left, right, [](unsigned char a, unsigned char b) {
        return std::tolower(a) == std::tolower(b);
    });
}

class HeaderJudge {
public:
    explicit HeaderJudge(const OracleGame& game) : game_(game), header_(game.header) {}

    bool operator()(const ResultTest& test) const {
        return is_member(test.results, static_cast<unsigned>(header_.result));
    }
    bool operator()(const EcoTest& test) const {
        if (header_.eco == corpus::kUnknownEco) return false;
        const bool inside = std::ranges::any_of(test.ranges, [this](const auto& range) {
            return range.first <= header_.eco && header_.eco <= range.second;
        });
        return inside != test.negated;
    }
    bool operator()(const NumberTest& test) const { return number_test_holds(test, header_); }
    bool operator()(const DateTest& test) const {
        const std::optional<int> order = date_order(header_.date, test.value);
        return order && satisfies(*order, test.relation);
    }
    bool operator()(const TimeClassTest& test) const {
        return is_member(test.classes, static_cast<unsigned>(time_class(header_)));
    }
    bool operator()(const SpeedTest& test) const {
        return is_member(test.speeds, static_cast<unsigned>(speed(header_)));
    }
    bool operator()(const TerminationTest& test) const {
        return is_member(test.terminations, static_cast<unsigned>(header_.termination));
    }
    bool operator()(const NameTest& test) const {
        const bool white = game_.white && text_matches(*game_.white, test.match, test.text);
        const bool black = game_.black && text_matches(*game_.black, test.match, test.text);
        return (white && test.player != Player::Black) || (black && test.player != Player::White);
    }
    bool operator()(const TagTest& test) const {
        return std::ranges::any_of(game_.tags, [&test](const auto& tag) {
            return same_in_any_case(tag.first, test.name) &&
                   text_matches(tag.second, test.match, test.text);
        });
    }

private:
    const OracleGame& game_;
    const corpus::GameHeader& header_;
};

}  // namespace

bool holds(const HeaderTest& test, const OracleGame& game) {
    return std::visit(HeaderJudge(game), test);
}

}  // namespace edge::query::oracle
