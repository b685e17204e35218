#include <algorithm>
#include <vector>

#include "chess/fen.h"
#include "core/ascii.h"
#include "core/overloaded.h"
#include "query/lang/notation.h"
#include "query/lang/text.h"
#include "query/lang/text_words.h"

namespace edge::query {

namespace {

std::string string_text(std::string_view value) {
    std::string out = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

// name(argument), or the name alone.
std::string call(std::string_view name, const std::string& argument) {
    std::string out(name);
    return argument.empty() ? out : out + '(' + argument + ')';
}

template <class Items, class Write>
std::string joined(const Items& items, std::string_view separator, const Write& write) {
    std::string out;
    for (const auto& item : items) {
        if (!out.empty()) out += separator;
        out += write(item);
    }
    return out;
}

// ---- atoms

// The first four fields: the clocks are not compared.
std::string fen_without_clocks(const Position& position) {
    std::string fen = to_fen(position);
    for (int clocks = 0; clocks < 2; ++clocks) fen.erase(fen.rfind(' '));
    return fen;
}

std::string subfen_arguments(const SubFen& pattern) {
    std::string out = string_text(to_text(pattern));
    if (pattern.mirror) out += ", mirror";
    if (pattern.mirror_files) out += ", mirror_files";
    if (pattern.shift) out += ", shift";
    return out;
}

std::string move_arguments(const MoveTest& test) {
    return joined(test.moves, ", ",
                  [](const MovePattern& move) { return string_text(to_text(move)); });
}

std::string atoms_text(const AtomList& atoms);

std::string arguments_text(const Atom& atom) {
    return std::visit(
        Overloaded{
            [](PlainPredicate) -> std::string { return ""; },
            [](const FileTest& test) { return test.file ? file_text(*test.file) : ""; },
            [](const CountChain& chain) { return to_text(chain); },
            [](ToMove test) { return std::string(to_text(test.turn)); },
            [](const MaterialTest& test) { return string_text(to_text(test)); },
            [](const SubFen& pattern) { return subfen_arguments(pattern); },
            [](const PositionTest& test) { return string_text(fen_without_clocks(test.position)); },
            [](const OpeningTest& test) { return string_text(test.text); },
            [](const MoveTest& test) { return move_arguments(test); },
            [](Moved test) { return kinds_text(test.kinds); },
            [](Captured test) { return test.kinds == 0 ? "none" : kinds_text(test.kinds); },
            [](Promoted test) { return kinds_text(test.kinds); },
            [](const AnyOf& any) { return joined(any.lists, ", ", atoms_text); },
        },
        atom.test);
}

std::string atom_text(const Atom& atom) {
    const bool is_count = std::holds_alternative<CountChain>(atom.test);
    return is_count ? arguments_text(atom) : call(info_of(atom).name, arguments_text(atom));
}

std::string atoms_text(const AtomList& atoms) { return joined(atoms, " ", atom_text); }

// ---- conditions, windows, sequences

std::string condition_text(const Condition& condition) {
    std::string out;
    if (condition.side != Side::Default) out = std::string(word_of(kSides, condition.side)) + ": ";
    out += atoms_text(condition.atoms);
    if (condition.transition == Transition::None) return out;
    return call(condition.transition == Transition::Became ? "became" : "ceased", out);
}

std::string range_text(const PlyRange& range) {
    const std::string from = range.from == 0 && range.until ? "" : std::to_string(range.from);
    return from + ".." + (range.until ? std::to_string(*range.until) : "");
}

std::string windowed_text(const Windowed& windowed) {
    const std::string condition = condition_text(windowed.condition);
    const std::string inside =
        windowed.range ? range_text(*windowed.range) + ", " + condition : condition;
    switch (windowed.quantifier) {
        case Quantifier::Always:
            return call("always", inside);
        case Quantifier::Never:
            return call("never", inside);
        case Quantifier::Default:
            // Alone, a range means ever, and the language has no other way to give one.
            return windowed.range ? call("ever", inside) : condition;
        case Quantifier::Streak:
            break;
    }
    if (windowed.streak != 1)
        return call("streak", std::to_string(windowed.streak) + ", " + inside);
    if (windowed.range && windowed.range->until == windowed.range->from) {
        return call("at", std::to_string(windowed.range->from) + ", " + condition);
    }
    return call("ever", inside);
}

std::string run_text(const std::vector<Condition>& run) {
    const std::string steps = joined(run, ", ", condition_text);
    return run.size() == 1 ? steps : call("run", steps);
}

std::string sequence_text(const Sequence& sequence) {
    if (sequence.runs.size() == 1 && sequence.runs.front().size() > 1) {
        return run_text(sequence.runs.front());
    }
    return call("seq", joined(sequence.runs, ", ", run_text));
}

// ---- header tests

std::string compared(std::string_view field, std::string_view relation, const std::string& value) {
    std::string out(field);
    return out.append(" ").append(relation).append(" ") + value;
}

std::string_view sign_of(TextMatch match) { return match == TextMatch::Exact ? "=" : "~"; }

std::string_view field_of(Player player) {
    if (player == Player::Any) return "player";
    return player == Player::White ? "white" : "black";
}

std::string header_text(const HeaderTest& header) {
    return std::visit(
        Overloaded{
            [](const ResultTest& test) { return compared("result", "=", to_text(test)); },
            [](const EcoTest& test) {
                return compared("eco", test.negated ? "!=" : "=", to_text(test));
            },
            [](const NumberTest& test) {
                return compared(word_of(kNumberFields, test.field), to_text(test.relation),
                                std::to_string(test.value));
            },
            [](const DateTest& test) {
                return compared("date", to_text(test.relation), to_text(test.value));
            },
            [](const TimeClassTest& test) { return compared("tc", "=", to_text(test)); },
            [](const SpeedTest& test) { return compared("speed", "=", to_text(test)); },
            [](const TerminationTest& test) { return compared("termination", "=", to_text(test)); },
            [](const NameTest& test) {
                return compared(field_of(test.player), sign_of(test.match), string_text(test.text));
            },
            [](const TagTest& test) {
                return compared(call("tag", string_text(test.name)), sign_of(test.match),
                                string_text(test.text));
            },
        },
        header);
}

// ---- the whole

bool is_bitmap_name(std::string_view name) {
    return name.size() > 1 && name.front() == '@' &&
           std::ranges::all_of(name.substr(1), [](char c) {
               return is_digit(c) || is_letter(c) || c == '_' || c == '-';
           });
}

// How loosely the operator binds: Not 0, And 1, to Sub 4. A leaf binds like Not.
unsigned looseness(BoolOp op) { return static_cast<unsigned>(op); }
unsigned looseness(const Expr& query) {
    const auto* combination = std::get_if<Combination>(&query.node);
    return combination == nullptr ? 0 : looseness(combination->op);
}

std::string combination_text(const Combination& combination) {
    const unsigned own = looseness(combination.op);
    const auto operand_text = [own](const Expr& operand) {
        const unsigned inner = looseness(operand);
        const bool needs_parentheses = inner != 0 && inner >= own;
        return needs_parentheses ? "(" + to_text(operand) + ")" : to_text(operand);
    };
    if (combination.op == BoolOp::Not) return "not " + operand_text(combination.operands.front());
    const std::string separator = " " + std::string(word_of(kBinaryOps, combination.op)) + " ";
    return joined(combination.operands, separator, operand_text);
}

}  // namespace

std::string to_text(const Condition& condition) { return condition_text(condition); }

std::string to_text(const Expr& query) {
    return std::visit(
        Overloaded{
            [](All) -> std::string { return "all"; },
            [](const HeaderTest& test) { return header_text(test); },
            [](const BitmapRef& bitmap) {
                if (is_bitmap_name(bitmap.name)) return bitmap.name;
                return call("bitmap", string_text(bitmap.name));
            },
            [](const Windowed& windowed) { return windowed_text(windowed); },
            [](const Sequence& sequence) { return sequence_text(sequence); },
            [](const Combination& combination) { return combination_text(combination); },
        },
        query.node);
}

}  // namespace edge::query
