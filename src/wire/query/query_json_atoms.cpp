// Atoms: a string when they need no argument, else an object with one key (a sub-FEN may have
// three more).

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "chess/fen.h"
#include "core/overloaded.h"
#include "query/lang/did_you_mean.h"
#include "query/lang/notation.h"
#include "wire/query/query_json_parts.h"

namespace edge::wire {
namespace {

using namespace edge::query;

constexpr std::array<std::string_view, 4> kTurns = {"white", "black", "us", "them"};
constexpr std::array<std::string_view, 4> kSubFenKeys = {"subfen", "mirror", "mirror_files",
                                                         "shift"};
constexpr std::string_view kNoCapture = "none";

constexpr bool takes_argument(const PredicateInfo& info) { return info.argument != Argument::None; }

// Every key that an atom can have, sorted.
constexpr auto kAtomKeys = [] {
    std::array<std::string_view, std::ranges::count_if(kPredicates, takes_argument)> keys;
    auto next = keys.begin();
    for (const PredicateInfo& info : kPredicates) {
        if (takes_argument(info)) *next++ = info.name;
    }
    std::ranges::sort(keys);
    return keys;
}();

Result<Atom> read_word(const JsonNode& node) {
    const std::string word = EDGE_TRY(node.text());
    const PredicateInfo* info = find_predicate(word);
    if (info == nullptr) {
        const std::vector<std::string_view> words = names_without_argument();
        return node.expected(listed(words) + did_you_mean(word, words));
    }
    if (info->plain) return Atom{*info->plain};
    if (info->file) return Atom{FileTest{*info->file, std::nullopt}};
    return node.wrong(fmt::format("{0} needs an argument: {{\"{0}\": ...}}", word));
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

Result<Atom> read_opening(const JsonNode& node) {
    return Atom{EDGE_TRY(node.notation(parse_opening))};
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
    return Atom{ToMove{EDGE_TRY(read_enum<Turn>(node, kTurns))}};
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
constexpr AtomReader kReaders[] = {{"material", read_material},
                                   {"position", read_position},
                                   {"opening", read_opening},
                                   {"move", read_strict_moves},
                                   {"loose_move", read_loose_moves},
                                   {"moved", read_moved},
                                   {"captured", read_captured},
                                   {"promoted", read_promoted},
                                   {"to_move", read_to_move},
                                   {"any", read_any},
                                   {"none", read_none}};

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
    pattern.mirror_files = EDGE_TRY(read_flag(object, "mirror_files"));
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
    if (const auto predicate = find_predicate(keys[0])->file) {
        atoms.push_back({FileTest{*predicate, EDGE_TRY(value.notation(parse_file))}});
        return {};
    }
    const auto reader = std::ranges::find(kReaders, keys[0], &AtomReader::key);
    atoms.push_back(EDGE_TRY(reader->read(value)));
    return {};
}

// ---- writing

Json moves_value(const MoveTest& test) {
    Json moves = Json::array();
    for (const MovePattern& move : test.moves) moves.push_back(to_text(move));
    return moves;
}

Json lists_value(const AnyOf& any) {
    Json lists = Json::array();
    for (const AtomList& list : any.lists) lists.push_back(atoms_value(list));
    return lists;
}

// Null where the name stands alone.
Json argument_value(const Atom& atom) {
    return std::visit(Overloaded{
                          [](PlainPredicate) -> Json { return nullptr; },
                          [](const FileTest& test) -> Json {
                              return test.file ? Json(file_text(*test.file)) : Json();
                          },
                          [](const CountChain& chain) -> Json { return to_text(chain); },
                          [](const ToMove& test) -> Json { return name_of(test.turn, kTurns); },
                          [](const MaterialTest& test) -> Json { return to_text(test); },
                          [](const SubFen& pattern) -> Json { return to_text(pattern); },
                          [](const PositionTest& test) -> Json { return to_fen(test.position); },
                          [](const OpeningTest& test) -> Json { return test.text; },
                          [](const MoveTest& test) -> Json { return moves_value(test); },
                          [](const Moved& test) -> Json { return kinds_text(test.kinds); },
                          [](const Captured& test) -> Json {
                              return test.kinds == 0 ? std::string(kNoCapture)
                                                     : kinds_text(test.kinds);
                          },
                          [](const Promoted& test) -> Json { return kinds_text(test.kinds); },
                          [](const AnyOf& any) -> Json { return lists_value(any); },
                      },
                      atom.test);
}

Json atom_value(const Atom& atom) {
    const std::string_view name = info_of(atom).name;
    Json argument = argument_value(atom);
    if (argument.is_null()) return name;
    Json json = with_key(name, std::move(argument));
    if (const auto* pattern = std::get_if<SubFen>(&atom.test)) {
        if (pattern->mirror) json["mirror"] = true;
        if (pattern->mirror_files) json["mirror_files"] = true;
        if (pattern->shift) json["shift"] = true;
    }
    return json;
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

bool is_atom_key(std::string_view key) {
    const PredicateInfo* info = find_predicate(key);
    return info != nullptr && takes_argument(*info);
}

}  // namespace edge::wire
