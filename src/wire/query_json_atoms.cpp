// Atoms: a text when they need no argument, else an object with one key (a sub-FEN may have two
// more).

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "chess/fen.h"
#include "query/notation.h"
#include "query/overloaded.h"
#include "query/wording.h"
#include "wire/query_json_parts.h"

namespace edge::wire {
namespace {

using namespace edge::query;

constexpr std::array<std::string_view, 7> kSidePredicates = {
    "queens_off", "bishop_pair", "rook_on_seventh", "king_castled",
    "in_check",   "checkmate",   "stalemate"};
constexpr std::array<std::string_view, 4> kFilePredicates = {"doubled_pawn", "isolated_pawn",
                                                             "passed_pawn", "rook_on_open_file"};
constexpr std::array<std::string_view, 2> kColors = {"white", "black"};
constexpr std::array<std::string_view, 3> kSubFenKeys = {"subfen", "mirror", "shift"};
constexpr std::string_view kPass = "pass";
constexpr std::string_view kGivesCheck = "gives_check";
constexpr std::string_view kNoCapture = "none";

constexpr std::array<std::string_view, 13> kWords = {
    "queens_off",    "bishop_pair", "rook_on_seventh",   "king_castled",
    "in_check",      "checkmate",   "stalemate",         "doubled_pawn",
    "isolated_pawn", "passed_pawn", "rook_on_open_file", "gives_check",
    "pass"};

template <size_t count>
size_t find_in(const std::array<std::string_view, count>& names, std::string_view name) {
    return static_cast<size_t>(std::ranges::find(names, name) - names.begin());
}

Result<Atom> read_word(const JsonNode& node) {
    const std::string word = EDGE_TRY(node.text());
    if (word == kPass) return Atom{Pass{}};
    if (word == kGivesCheck) return Atom{GivesCheck{}};
    if (const size_t i = find_in(kSidePredicates, word); i < kSidePredicates.size()) {
        return Atom{static_cast<SidePredicate>(i)};
    }
    if (const size_t i = find_in(kFilePredicates, word); i < kFilePredicates.size()) {
        return Atom{FileTest{static_cast<FilePredicate>(i), std::nullopt}};
    }
    if (is_atom_key(word)) {
        return node.wrong(fmt::format("{0} needs an argument: {{\"{0}\": ...}}", word));
    }
    return node.expected(listed(kWords) + did_you_mean(word, kWords));
}

// ---- atoms with an argument; each reads the value of its key

Status append_counts(const JsonNode& node, AtomList& atoms) {
    for (CountChain& chain : EDGE_TRY(node.notation(parse_counts))) {
        atoms.push_back({std::move(chain)});
    }
    return {};
}

Result<Atom> read_material(const JsonNode& node) {
    return Atom{EDGE_TRY(node.notation(parse_material))};
}

Result<Atom> read_position(const JsonNode& node) {
    return Atom{PositionTest{EDGE_TRY(node.notation(parse_position))}};
}

Result<Atom> read_moves(const JsonNode& node, bool loose) {
    MoveTest test;
    const std::vector<JsonNode> moves =
        node.is_text() ? std::vector{node} : EDGE_TRY(node.items(1));
    for (const JsonNode& move : moves) {
        test.moves.push_back(EDGE_TRY(
            move.notation([&](std::string_view text) { return parse_move_pattern(text, loose); })));
    }
    return Atom{std::move(test)};
}

Result<Atom> read_strict_moves(const JsonNode& node) { return read_moves(node, false); }
Result<Atom> read_loose_moves(const JsonNode& node) { return read_moves(node, true); }

Result<Atom> read_moved(const JsonNode& node) {
    return Atom{Moved{EDGE_TRY(node.notation(parse_kinds))}};
}

Result<Atom> read_captured(const JsonNode& node) {
    if (node.value() == kNoCapture) return Atom{Captured{}};
    return Atom{Captured{EDGE_TRY(node.notation(parse_kinds))}};
}

Result<Atom> read_promoted(const JsonNode& node) {
    return Atom{Promoted{EDGE_TRY(node.notation(parse_kinds))}};
}

Result<Atom> read_to_move(const JsonNode& node) {
    return Atom{ToMove{EDGE_TRY(read_enum<Color>(node, kColors))}};
}

Result<Atom> read_lists(const JsonNode& node, bool negated) {
    AnyOf any{.lists = {}, .negated = negated};
    for (const JsonNode& list : EDGE_TRY(node.items(1))) {
        any.lists.push_back(EDGE_TRY(read_atoms(list)));
    }
    return Atom{std::move(any)};
}

Result<Atom> read_any(const JsonNode& node) { return read_lists(node, false); }
Result<Atom> read_none(const JsonNode& node) { return read_lists(node, true); }

struct AtomReader {
    std::string_view key;
    Result<Atom> (*read)(const JsonNode& value);
};
constexpr AtomReader kReaders[] = {{"material", read_material}, {"position", read_position},
                                   {"move", read_strict_moves}, {"loose_move", read_loose_moves},
                                   {"moved", read_moved},       {"captured", read_captured},
                                   {"promoted", read_promoted}, {"to_move", read_to_move},
                                   {"any", read_any},           {"none", read_none}};

// Every key that an atom can have.
constexpr std::array<std::string_view, 16> kAtomKeys = {"any",           "captured",
                                                        "count",         "doubled_pawn",
                                                        "isolated_pawn", "loose_move",
                                                        "material",      "move",
                                                        "moved",         "none",
                                                        "passed_pawn",   "position",
                                                        "promoted",      "rook_on_open_file",
                                                        "subfen",        "to_move"};

Result<bool> read_flag(const JsonNode& object, std::string_view key) {
    if (!object.has(key)) return false;
    const JsonNode node = object.at(key);
    if (!node.value().is_boolean()) return node.expected("true or false");
    return node.value().get<bool>();
}

Result<Atom> read_subfen(const JsonNode& object) {
    EDGE_CHECK(object.only_keys(kSubFenKeys));
    SubFen pattern = EDGE_TRY(object.at("subfen").notation(parse_subfen));
    pattern.mirror = EDGE_TRY(read_flag(object, "mirror"));
    pattern.shift = EDGE_TRY(read_flag(object, "shift"));
    return Atom{pattern};
}

// One value can give several atoms: a count may join chains.
Status append_atoms(const JsonNode& node, AtomList& atoms) {
    if (!node.is_object()) {
        if (!node.is_text()) return node.expected("an atom, such as \"queens_off\"");
        atoms.push_back(EDGE_TRY(read_word(node)));
        return {};
    }
    if (node.has("subfen")) {
        atoms.push_back(EDGE_TRY(read_subfen(node)));
        return {};
    }
    EDGE_CHECK(node.only_keys(kAtomKeys));
    const std::vector<std::string_view> keys = node.keys();
    if (keys.size() != 1) {
        return node.wrong(fmt::format("an atom has one key, found {}", keys.size()));
    }
    const JsonNode value = node.at(keys[0]);
    if (keys[0] == "count") return append_counts(value, atoms);
    if (const size_t i = find_in(kFilePredicates, keys[0]); i < kFilePredicates.size()) {
        const uint8_t file = EDGE_TRY(value.notation(parse_file));
        atoms.push_back({FileTest{static_cast<FilePredicate>(i), file}});
        return {};
    }
    const auto reader = std::ranges::find(kReaders, keys[0], &AtomReader::key);
    atoms.push_back(EDGE_TRY(reader->read(value)));
    return {};
}

// ---- writing

Json file_test_value(const FileTest& test) {
    const std::string_view name = name_of(test.predicate, kFilePredicates);
    if (!test.file) return name;
    return with_key(name, std::string(1, static_cast<char>('a' + *test.file)));
}

Json subfen_value(const SubFen& pattern) {
    Json json = with_key("subfen", to_text(pattern));
    if (pattern.mirror) json["mirror"] = true;
    if (pattern.shift) json["shift"] = true;
    return json;
}

Json moves_value(const MoveTest& test) {
    Json moves = Json::array();
    for (const MovePattern& move : test.moves) moves.push_back(to_text(move));
    const bool loose = test.moves.front().style == MovePattern::Style::Loose;
    return with_key(loose ? "loose_move" : "move", std::move(moves));
}

Json lists_value(const AnyOf& any) {
    Json lists = Json::array();
    for (const AtomList& list : any.lists) lists.push_back(atoms_value(list));
    return with_key(any.negated ? "none" : "any", std::move(lists));
}

Json atom_value(const Atom& atom) {
    return std::visit(
        Overloaded{
            [](const Pass&) -> Json { return kPass; },
            [](const GivesCheck&) -> Json { return kGivesCheck; },
            [](const CountChain& chain) { return with_key("count", to_text(chain)); },
            [](SidePredicate predicate) -> Json { return name_of(predicate, kSidePredicates); },
            [](const FileTest& test) { return file_test_value(test); },
            [](const ToMove& test) { return with_key("to_move", name_of(test.color, kColors)); },
            [](const MaterialTest& test) { return with_key("material", to_text(test)); },
            [](const SubFen& pattern) { return subfen_value(pattern); },
            [](const PositionTest& test) { return with_key("position", to_fen(test.position)); },
            [](const MoveTest& test) { return moves_value(test); },
            [](const Moved& test) { return with_key("moved", kinds_text(test.kinds)); },
            [](const Captured& test) {
                return with_key("captured",
                                test.kinds == 0 ? std::string(kNoCapture) : kinds_text(test.kinds));
            },
            [](const Promoted& test) { return with_key("promoted", kinds_text(test.kinds)); },
            [](const AnyOf& any) { return lists_value(any); },
        },
        atom.test);
}

}  // namespace

Result<AtomList> read_atoms(const JsonNode& node) {
    AtomList atoms;
    for (const JsonNode& item : EDGE_TRY(node.items(1))) EDGE_CHECK(append_atoms(item, atoms));
    return atoms;
}

Json atoms_value(const AtomList& atoms) {
    Json list = Json::array();
    for (const Atom& atom : atoms) list.push_back(atom_value(atom));
    return list;
}

bool is_atom_key(std::string_view key) { return find_in(kAtomKeys, key) < kAtomKeys.size(); }

}  // namespace edge::wire
