#include "query/headers/header_test.h"

#include <algorithm>

#include "core/overloaded.h"
#include "query/headers/header_rules.h"
#include "query/headers/time_class.h"
#include "query/lang/text.h"

namespace edge::query {
namespace {

bool is_in(unsigned set, unsigned value) { return (set >> value & 1U) != 0; }

bool number_holds(const NumberTest& test, const corpus::GameHeader& header) {
    const Interval interval = interval_of(test.relation, test.value);
    const auto known = [interval](uint16_t value) { return value != 0 && interval.holds(value); };
    const corpus::TimeControl tc = header.time_control;
    const bool has_clock = tc.known() && !tc.correspondence;
    switch (test.field) {
        case NumberField::Year:
            return known(header.date.year);
        case NumberField::Elo:
            return known(header.white_elo) && known(header.black_elo);
        case NumberField::WhiteElo:
            return known(header.white_elo);
        case NumberField::BlackElo:
            return known(header.black_elo);
        case NumberField::EloDiff:
            return header.white_elo != 0 && header.black_elo != 0 &&
                   interval.holds(header.white_elo - header.black_elo);
        case NumberField::BaseSeconds:
            return has_clock && interval.holds(tc.base_seconds);
        case NumberField::Increment:
            return has_clock && interval.holds(tc.increment);
        case NumberField::Plies:
            return interval.holds(static_cast<int32_t>(header.plies));
    }
    return false;
}

bool name_holds(const NameTest& test, const GameFacts& game) {
    const std::string wanted = wanted_text(test.match, test.text);
    const auto fits = [&](std::string_view name) {
        return !name.empty() && query::name_holds(name, test, wanted);
    };
    return (test.player != Player::Black && fits(game.white)) ||
           (test.player != Player::White && fits(game.black));
}

bool tag_holds(const TagTest& test, const GameFacts& game) {
    const std::string wanted = wanted_text(test.match, test.text);
    return std::ranges::any_of(game.tags, [&](const auto& tag) {
        return same_tag_name(tag.first, test.name) && text_holds(tag.second, test.match, wanted);
    });
}

bool matches(const Expr& query, const GameFacts& game);

bool combination_holds(const Combination& combination, const GameFacts& game) {
    const auto& operands = combination.operands;
    const auto is_match = [&game](const Expr& operand) { return matches(operand, game); };
    switch (combination.op) {
        case BoolOp::Not:
            return !is_match(operands.front());
        case BoolOp::And:
            return std::ranges::all_of(operands, is_match);
        case BoolOp::Or:
            return std::ranges::any_of(operands, is_match);
        case BoolOp::Xor:
            return std::ranges::count_if(operands, is_match) % 2 != 0;
        case BoolOp::Sub:
            return is_match(operands.front()) &&
                   std::none_of(operands.begin() + 1, operands.end(), is_match);
    }
    return false;
}

bool matches(const Expr& query, const GameFacts& game) {
    return std::visit(Overloaded{
                          [](const All&) { return true; },
                          [&](const HeaderTest& test) { return holds(test, game); },
                          [&](const Combination& c) { return combination_holds(c, game); },
                          [](const auto&) { return false; },  // refused by GameFilter::make
                      },
                      query.node);
}

// Refuses a query with a part that only a corpus can answer.
Status check_headers_only(const Expr& query) {
    const auto refuse = [&query](std::string_view what) {
        return fail(ErrorCode::InvalidArgument, "expected a query about headers and tags, found " +
                                                    std::string(what) +
                                                    ", which needs a corpus: " + to_text(query));
    };
    if (std::holds_alternative<BitmapRef>(query.node)) return refuse("a stored bitmap");
    if (std::holds_alternative<Windowed>(query.node)) return refuse("a condition about positions");
    if (std::holds_alternative<Sequence>(query.node)) return refuse("a sequence of positions");
    if (const auto* combination = std::get_if<Combination>(&query.node)) {
        for (const Expr& operand : combination->operands) EDGE_CHECK(check_headers_only(operand));
    }
    return {};
}

}  // namespace

bool has_tag_test(const Expr& query) {
    if (const auto* test = std::get_if<HeaderTest>(&query.node)) {
        return std::holds_alternative<TagTest>(*test);
    }
    const auto* combination = std::get_if<Combination>(&query.node);
    return combination != nullptr && std::ranges::any_of(combination->operands, has_tag_test);
}

bool has_plies_test(const Expr& query) {
    if (const auto* test = std::get_if<HeaderTest>(&query.node)) {
        const auto* number = std::get_if<NumberTest>(test);
        return number != nullptr && number->field == NumberField::Plies;
    }
    const auto* combination = std::get_if<Combination>(&query.node);
    return combination != nullptr && std::ranges::any_of(combination->operands, has_plies_test);
}

bool holds(const HeaderTest& test, const GameFacts& game) {
    const corpus::GameHeader& header = game.header;
    return std::visit(
        Overloaded{
            [&](const ResultTest& t) {
                return is_in(t.results, static_cast<unsigned>(header.result));
            },
            [&](const EcoTest& t) { return eco_holds(t, header.eco); },
            [&](const NumberTest& t) { return number_holds(t, header); },
            [&](const DateTest& t) { return date_holds(header.date, t.relation, t.value); },
            [&](const TimeClassTest& t) {
                return is_in(t.classes, static_cast<unsigned>(time_class_of(header.time_control)));
            },
            [&](const SpeedTest& t) {
                return is_in(t.speeds, static_cast<unsigned>(speed_of(header.time_control)));
            },
            [&](const TerminationTest& t) {
                return is_in(t.terminations, static_cast<unsigned>(header.termination));
            },
            [&](const NameTest& t) { return name_holds(t, game); },
            [&](const TagTest& t) { return tag_holds(t, game); },
        },
        test);
}

Result<GameFilter> GameFilter::make(Expr query) {
    EDGE_CHECK(check_headers_only(query));
    GameFilter filter(std::move(query));
    filter.wants_tags_ = has_tag_test(filter.query_);
    return filter;
}

bool GameFilter::accepts(const GameFacts& game) const { return matches(query_, game); }

}  // namespace edge::query
