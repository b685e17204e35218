// Header tests: {"result": ["W"]}, {"year": {">=": 2010}}, {"player": {"~": "carlsen"}}. A value
// alone is the relation "=".

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/overloaded.h"
#include "query/lang/notation.h"
#include "wire/query/query_json_parts.h"

namespace edge::wire {
namespace {

using namespace edge::query;

constexpr std::array<std::string_view, 6> kRelations = {"=", "!=", "<", "<=", ">", ">="};
constexpr std::array<std::string_view, 2> kSetRelations = {"=", "!="};
constexpr std::array<std::string_view, 2> kTextRelations = {"=", "~"};
constexpr std::array<std::string_view, 3> kTagKeys = {"tag", "=", "~"};
constexpr std::array<std::string_view, 3> kPlayers = {"white", "black", "player"};
constexpr std::array<std::string_view, 8> kNumberFields = {
    "year", "elo", "white_elo", "black_elo", "elo_diff", "tc_base", "tc_inc", "plies"};
constexpr std::array<std::string_view, 18> kHeaderKeys = {
    "black",   "black_elo", "date",        "eco",   "elo",       "elo_diff",
    "player",  "plies",     "result",      "speed", "tag",       "tc",
    "tc_base", "tc_inc",    "termination", "white", "white_elo", "year"};

Expr header(HeaderTest test) { return {std::move(test)}; }

// One test per relation, joined by And when there are several.
template <class ReadTest>
Result<Expr> read_relations(const JsonNode& node, std::span<const std::string_view> relations,
                            ReadTest read_test) {
    if (!node.is_object()) return header(EDGE_TRY(read_test(node, 0)));
    EDGE_CHECK(node.only_keys(relations));
    std::vector<Expr> tests;
    for (const std::string_view key : node.keys()) {
        const auto relation =
            static_cast<size_t>(std::ranges::find(relations, key) - relations.begin());
        tests.push_back(header(EDGE_TRY(read_test(node.at(key), relation))));
    }
    if (tests.empty()) return node.expected(R"(a relation, such as {"=": ...})");
    if (tests.size() == 1) return std::move(tests.front());
    return Expr{Combination{BoolOp::And, std::move(tests)}};
}

// ---- sets of named values: one string or a list of them

Result<std::vector<JsonNode>> read_values(const JsonNode& node) {
    std::vector<JsonNode> values = node.is_text() ? std::vector{node} : EDGE_TRY(node.items(1));
    for (const JsonNode& value : values) {
        const std::string text = EDGE_TRY(value.text());
        // The notations join alternatives with commas; here the list does.
        if (text.find(',') != std::string::npos) return value.expected("a single value");
    }
    return values;
}

template <class Test>
Result<Expr> read_set(const JsonNode& node, Result<Test> (*parse)(std::string_view),
                      uint8_t Test::* bits) {
    const auto read = [&](const JsonNode& value, size_t relation) -> Result<HeaderTest> {
        Test test;
        for (const JsonNode& item : EDGE_TRY(read_values(value))) {
            const Test one = EDGE_TRY(item.notation(parse));
            test.*bits = static_cast<uint8_t>(test.*bits | one.*bits);
        }
        if (relation == 1) test = complement(test);
        if (test.*bits == 0) return value.wrong("no value is left that a game could have");
        return test;
    };
    return read_relations(node, kSetRelations, read);
}

Result<Expr> read_eco(const JsonNode& node) {
    const auto read = [](const JsonNode& value, size_t relation) -> Result<HeaderTest> {
        EcoTest test{.ranges = {}, .negated = relation == 1};
        for (const JsonNode& item : EDGE_TRY(read_values(value))) {
            const EcoTest one = EDGE_TRY(item.notation(parse_eco));
            test.ranges.insert(test.ranges.end(), one.ranges.begin(), one.ranges.end());
        }
        return test;
    };
    return read_relations(node, kSetRelations, read);
}

// ---- numbers, dates, texts

Result<Expr> read_number(const JsonNode& node, NumberField field) {
    const int64_t min = field == NumberField::EloDiff ? INT32_MIN : 0;
    const auto read = [&](const JsonNode& value, size_t relation) -> Result<HeaderTest> {
        const auto number = static_cast<int32_t>(EDGE_TRY(value.integer(min, INT32_MAX)));
        return NumberTest{field, static_cast<Relation>(relation), number};
    };
    return read_relations(node, kRelations, read);
}

Result<Expr> read_date(const JsonNode& node) {
    const auto read = [](const JsonNode& value, size_t relation) -> Result<HeaderTest> {
        return DateTest{static_cast<Relation>(relation), EDGE_TRY(value.notation(parse_date))};
    };
    return read_relations(node, kRelations, read);
}

Result<Expr> read_player(const JsonNode& node, Player player) {
    const auto read = [&](const JsonNode& value, size_t relation) -> Result<HeaderTest> {
        return NameTest{player, static_cast<TextMatch>(relation), EDGE_TRY(value.text())};
    };
    return read_relations(node, kTextRelations, read);
}

// {"tag": "Event", "~": "candidates"}: the name and one relation.
Result<Expr> read_tag(const JsonNode& object) {
    EDGE_CHECK(object.only_keys(kTagKeys));
    TagTest test;
    test.name = EDGE_TRY(object.at("tag").text());
    if (test.name.empty()) return object.at("tag").expected("the name of a tag");
    if (object.has("=") == object.has("~")) {
        return object.wrong(R"(a tag is tested with one of "=" and "~")");
    }
    test.match = object.has("=") ? TextMatch::Exact : TextMatch::Contains;
    test.text = EDGE_TRY(object.at(object.has("=") ? "=" : "~").text());
    return header(std::move(test));
}

// ---- writing

// The values of a notation that joins them with commas.
Json split(std::string_view text) {
    Json list = Json::array();
    for (size_t begin = 0; begin <= text.size();) {
        const size_t end = std::min(text.find(',', begin), text.size());
        list.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return list;
}

Json related(Relation relation, Json value) {
    if (relation == Relation::Equal) return value;
    return with_key(name_of(relation, kRelations), std::move(value));
}

Json matched(TextMatch match, const std::string& text) {
    return match == TextMatch::Exact ? Json(text) : with_key("~", text);
}

Json tag_value(const TagTest& test) {
    Json json = with_key("tag", test.name);
    json[test.match == TextMatch::Exact ? "=" : "~"] = test.text;
    return json;
}

}  // namespace

std::span<const std::string_view> header_keys() { return kHeaderKeys; }

Result<Expr> read_header(const JsonNode& node) {
    if (node.has("tag")) return read_tag(node);
    const std::string_view key = node.keys().front();
    const JsonNode value = node.at(key);
    if (key == "result") return read_set(value, parse_results, &ResultTest::results);
    if (key == "eco") return read_eco(value);
    if (key == "date") return read_date(value);
    if (key == "tc") return read_set(value, parse_time_classes, &TimeClassTest::classes);
    if (key == "speed") return read_set(value, parse_speeds, &SpeedTest::speeds);
    if (key == "termination") {
        return read_set(value, parse_terminations, &TerminationTest::terminations);
    }
    const auto player = std::ranges::find(kPlayers, key);
    if (player != kPlayers.end()) {
        return read_player(value, static_cast<Player>(player - kPlayers.begin()));
    }
    const auto field = std::ranges::find(kNumberFields, key);
    return read_number(value, static_cast<NumberField>(field - kNumberFields.begin()));
}

Json header_value(const HeaderTest& header_test) {
    return std::visit(
        Overloaded{
            [](const ResultTest& test) { return with_key("result", split(to_text(test))); },
            [](const EcoTest& test) {
                return with_key("eco", related(test.negated ? Relation::NotEqual : Relation::Equal,
                                               split(to_text(test))));
            },
            [](const NumberTest& test) {
                return with_key(name_of(test.field, kNumberFields),
                                related(test.relation, test.value));
            },
            [](const DateTest& test) {
                return with_key("date", related(test.relation, to_text(test.value)));
            },
            [](const TimeClassTest& test) { return with_key("tc", split(to_text(test))); },
            [](const SpeedTest& test) { return with_key("speed", split(to_text(test))); },
            [](const TerminationTest& test) {
                return with_key("termination", split(to_text(test)));
            },
            [](const NameTest& test) {
                return with_key(name_of(test.player, kPlayers), matched(test.match, test.text));
            },
            [](const TagTest& test) { return tag_value(test); },
        },
        header_test);
}

}  // namespace edge::wire
