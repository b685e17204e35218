#include "wire/query/query_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "bitmap/bitmap_name.h"
#include "core/overloaded.h"
#include "query/lang/did_you_mean.h"
#include "query/lang/sequence_steps.h"
#include "query/lang/text_words.h"
#include "wire/json/asked_query.h"
#include "wire/query/query_json_parts.h"

namespace edge::wire {
namespace {

using namespace edge::query;

// Names in the order of their enums; Side and Transition begin with the value that is not written.
constexpr std::array<std::string_view, 5> kBoolOps = {"not", "and", "xor", "or", "sub"};
constexpr auto kSideNames = [] {
    std::array<std::string_view, kSides.size() + 1> names;
    for (const auto& [side, word] : kSides) names[static_cast<size_t>(side)] = word;
    return names;
}();
constexpr std::array<std::string_view, 3> kTransitions = {"", "became", "ceased"};

constexpr std::array<std::string_view, 3> kConditionKeys = {"all", "side", "edge"};
constexpr std::array<std::string_view, 9> kWindowKeys = {
    "all", "side", "edge", "range", "streak", "ever", "always", "never", "at"};
constexpr std::array<std::string_view, 5> kQuantifierKeys = {"streak", "ever", "always", "never",
                                                             "at"};
constexpr std::array<std::string_view, 2> kStepKeys = {"seq", "run"};

bool is_one_of(std::string_view key, std::span<const std::string_view> keys) {
    return std::ranges::find(keys, key) != keys.end();
}

bool has_any(const JsonNode& node, std::span<const std::string_view> keys) {
    return std::ranges::any_of(keys, [&](std::string_view key) { return node.has(key); });
}

// ---- conditions, windows, sequences

template <class E>
Result<E> read_option(const JsonNode& object, std::string_view key,
                      std::span<const std::string_view> names) {
    if (!object.has(key)) return E{};
    const size_t written = EDGE_TRY(object.at(key).one_of(names.subspan(1)));
    return static_cast<E>(written + 1);
}

Result<Condition> read_condition(const JsonNode& object) {
    if (!object.has("all")) {
        return object.wrong(R"(found no "all", expected the list of atoms that hold together)");
    }
    Condition condition;
    condition.side = EDGE_TRY(read_option<Side>(object, "side", kSideNames));
    condition.transition = EDGE_TRY(read_option<Transition>(object, "edge", kTransitions));
    condition.atoms = EDGE_TRY(read_atoms(object.at("all")));
    return condition;
}

Result<uint32_t> read_count(const JsonNode& node, uint32_t min) {
    return static_cast<uint32_t>(EDGE_TRY(node.integer(min, UINT32_MAX)));
}

Result<PlyRange> read_range(const JsonNode& node) {
    const std::vector<JsonNode> ends = EDGE_TRY(node.items(0));
    if (ends.size() != 2) return node.expected("[first ply, last ply], null for an open end");
    PlyRange range;
    if (!ends[0].value().is_null()) range.from = EDGE_TRY(read_count(ends[0], 0));
    if (!ends[1].value().is_null()) range.until = EDGE_TRY(read_count(ends[1], 0));
    if (range.until && *range.until < range.from) return node.wrong("the range runs backwards");
    return range;
}

Status read_quantifier(const JsonNode& object, std::string_view key, Windowed& window) {
    const JsonNode value = object.at(key);
    window.quantifier = key == "always"  ? Quantifier::Always
                        : key == "never" ? Quantifier::Never
                                         : Quantifier::Streak;
    if (key == "streak") {
        window.streak = EDGE_TRY(read_count(value, 1));
    } else if (key == "at") {
        if (window.range) return value.wrong(R"(found both "at" and "range", expected one)");
        const uint32_t ply = EDGE_TRY(read_count(value, 0));
        window.range = PlyRange{ply, ply};
    } else {
        EDGE_CHECK(value.is_true());
    }
    return {};
}

Result<Expr> read_window(const JsonNode& object) {
    EDGE_CHECK(object.only_keys(kWindowKeys));
    Windowed window;
    window.condition = EDGE_TRY(read_condition(object));
    if (object.has("range")) window.range = EDGE_TRY(read_range(object.at("range")));
    std::string_view found;
    for (const std::string_view key : object.keys()) {
        if (!is_one_of(key, kQuantifierKeys)) continue;
        if (!found.empty()) {
            return object.at(key).wrong(
                fmt::format("found both \"{}\" and \"{}\", expected one of {}", found, key,
                            listed(kQuantifierKeys)));
        }
        found = key;
        EDGE_CHECK(read_quantifier(object, key, window));
    }
    return Expr{std::move(window)};
}

Result<Runs> read_step(const JsonNode& node);

Result<Runs> read_steps(const JsonNode& object) {
    EDGE_CHECK(object.only_keys(kStepKeys));
    if (object.keys().size() != 1)
        return object.wrong("found both \"seq\" and \"run\", expected one");
    const StepJoin join = object.has("seq") ? StepJoin::Later : StepJoin::Next;
    Runs runs;
    for (const JsonNode& step : EDGE_TRY(object.at(object.keys().front()).items(1))) {
        append_step(runs, EDGE_TRY(read_step(step)), join);
    }
    return runs;
}

Result<Runs> read_step(const JsonNode& node) {
    if (!node.is_object()) return node.expected("a step: a condition, a seq or a run");
    if (has_any(node, kStepKeys)) return read_steps(node);
    if (has_any(node, kQuantifierKeys) || node.has("range")) {
        return node.wrong("a step of a sequence has no window; give it all, side and edge only");
    }
    EDGE_CHECK(node.only_keys(kConditionKeys));
    Runs runs(1);
    runs.front().push_back(EDGE_TRY(read_condition(node)));
    return runs;
}

// ---- the whole

Result<Expr> read_expr(const JsonNode& node);

Result<Expr> read_combination(const JsonNode& value, BoolOp op) {
    Combination combination{.op = op, .operands = {}};
    if (op == BoolOp::Not) {
        combination.operands.push_back(EDGE_TRY(read_expr(value)));
        return Expr{std::move(combination)};
    }
    for (const JsonNode& operand : EDGE_TRY(value.items(2))) {
        combination.operands.push_back(EDGE_TRY(read_expr(operand)));
    }
    return Expr{std::move(combination)};
}

std::vector<std::string_view> known_keys() {
    std::vector<std::string_view> keys = {"all_games", "bitmap", "all"};
    std::ranges::copy(kBoolOps, std::back_inserter(keys));
    std::ranges::copy(kStepKeys, std::back_inserter(keys));
    std::ranges::copy(header_keys(), std::back_inserter(keys));
    return keys;
}

Result<Expr> read_expr(const JsonNode& node) {
    if (!node.is_object() || node.keys().empty()) {
        return node.expected(R"(a query, such as {"result": ["W"]} or {"all": ["queens_off"]})");
    }
    if (has_any(node, kStepKeys)) return Expr{Sequence{EDGE_TRY(read_steps(node))}};
    if (has_any(node, kWindowKeys)) return read_window(node);
    if (node.has("tag")) return read_header(node);

    const std::string_view key = node.keys().front();
    if (is_atom_key(key)) {
        return node.wrong(
            fmt::format(R"("{}" is about one position: write it inside {{"all": [...]}})", key));
    }
    EDGE_CHECK(node.only_keys(known_keys()));
    if (node.keys().size() > 1) {
        return node.wrong(fmt::format(R"(two queries in one object, "{}" and "{}"; join them with )"
                                      R"({{"and": [...]}})",
                                      key, node.keys()[1]));
    }
    const JsonNode value = node.at(key);
    const auto op = std::ranges::find(kBoolOps, key);
    if (op != kBoolOps.end()) {
        return read_combination(value, static_cast<BoolOp>(op - kBoolOps.begin()));
    }
    if (key == "bitmap") return Expr{BitmapRef{EDGE_TRY(value.notation(parse_bitmap_name))}};
    if (key == "all_games") {
        EDGE_CHECK(value.is_true());
        return Expr{All{}};
    }
    return read_header(node);
}

// ---- writing

void add_condition(Json& json, const Condition& condition) {
    if (condition.side != Side::Default) json["side"] = word_of(kSides, condition.side);
    if (condition.transition != Transition::None)
        json["edge"] = name_of(condition.transition, kTransitions);
    json["all"] = atoms_value(condition.atoms);
}

Json window_value(const Windowed& window) {
    Json json = Json::object();
    switch (window.quantifier) {
        case Quantifier::Default:
            break;
        case Quantifier::Streak:
            if (window.streak == 1) {
                json["ever"] = true;
            } else {
                json["streak"] = window.streak;
            }
            break;
        case Quantifier::Always:
            json["always"] = true;
            break;
        case Quantifier::Never:
            json["never"] = true;
            break;
    }
    if (window.range) {
        json["range"] = Json::array({window.range->from, json_or_null(window.range->until)});
    }
    add_condition(json, window.condition);
    return json;
}

Json condition_value(const Condition& condition) {
    Json json = Json::object();
    add_condition(json, condition);
    return json;
}

Json run_value(const std::vector<Condition>& run) {
    Json steps = Json::array();
    for (const Condition& condition : run) steps.push_back(condition_value(condition));
    return with_key("run", std::move(steps));
}

Json sequence_value(const Sequence& sequence) {
    if (sequence.runs.size() == 1) return run_value(sequence.runs.front());
    Json steps = Json::array();
    for (const auto& run : sequence.runs) {
        steps.push_back(run.size() == 1 ? condition_value(run.front()) : run_value(run));
    }
    return with_key("seq", std::move(steps));
}

Json bitmap_value(const BitmapRef& bitmap) {
    if (bitmap.name.starts_with('@')) return with_key("bitmap", bitmap.name.substr(1));
    // A path that looks like a name must not be read back as one.
    const bool looks_like_name = check_bitmap_name(bitmap.name).has_value();
    return with_key("bitmap", looks_like_name ? "./" + bitmap.name : bitmap.name);
}

Json expr_value(const Expr& expr);

Json combination_value(const Combination& combination) {
    const std::string_view name = name_of(combination.op, kBoolOps);
    if (combination.op == BoolOp::Not) {
        return with_key(name, expr_value(combination.operands.front()));
    }
    Json operands = Json::array();
    for (const Expr& operand : combination.operands) operands.push_back(expr_value(operand));
    return with_key(name, std::move(operands));
}

Json expr_value(const Expr& expr) {
    return std::visit(
        Overloaded{
            [](const All&) { return with_key("all_games", true); },
            [](const HeaderTest& test) { return header_value(test); },
            [](const BitmapRef& bitmap) { return bitmap_value(bitmap); },
            [](const Windowed& window) { return window_value(window); },
            [](const Sequence& sequence) { return sequence_value(sequence); },
            [](const Combination& combination) { return combination_value(combination); },
        },
        expr.node);
}

}  // namespace

Json with_key(std::string_view key, Json value) {
    Json json = Json::object();
    json[std::string(key)] = std::move(value);
    return json;
}

Result<Expr> read_query(const JsonNode& node) { return read_expr(node); }

Result<Expr> parse_query_json(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    return read_query(JsonNode(document));
}

Json query_value(const Expr& query) { return expr_value(query); }

std::string query_json(const Expr& query) { return json_text(query_value(query)); }

}  // namespace edge::wire
