#include "wire/query/scoutfish_json.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "codec/game_result.h"
#include "core/ascii.h"
#include "query/lang/notation.h"
#include "query/lang/sequence_steps.h"
#include "wire/json/json_reader.h"
#include "wire/query/query_json_parts.h"

namespace edge::wire {
namespace {

using namespace edge::query;

constexpr std::string_view kKindLetters = "PNBRQK";  // by PieceType, from Pawn
constexpr size_t kMaxImbalancePieces = 30;
constexpr int32_t kMaxConstant = 10'000;  // of the notation for counts

// The value that scoutfish gives a piece when it compares material: the middle-game values of
// Stockfish 8, on which it was built. Pawns are counted separately.
struct PieceValue {
    char letter;
    int32_t value;
    Counted white;
    Counted black;
};
constexpr std::array<PieceValue, 4> kPieceValues = {{
    {'N', 753, Counted::WhiteKnight, Counted::BlackKnight},
    {'B', 826, Counted::WhiteBishop, Counted::BlackBishop},
    {'R', 1285, Counted::WhiteRook, Counted::BlackRook},
    {'Q', 2513, Counted::WhiteQueen, Counted::BlackQueen},
}};

// ---- single values

// The kinds among the letters; other letters are skipped.
KindSet kinds_among(std::string_view letters) {
    unsigned kinds = 0;
    for (const char c : letters) {
        const size_t at = kKindLetters.find(to_upper(c));
        if (at != std::string_view::npos) kinds |= 1U << (at + index(PieceType::Pawn));
    }
    return static_cast<KindSet>(kinds);
}

Result<SubFen> parse_board(std::string_view fen) {
    return parse_subfen(fen.substr(0, fen.find(' ')));
}

// White's pieces begin at the first K, Black's at the second.
Result<MaterialTest> parse_fixed_material(std::string_view code) {
    std::string written(code);
    if (const size_t second = written.find('K', 1); second != std::string::npos) {
        written.insert(second, 1, ':');
    }
    return parse_material(written);
}

Result<MovePattern> parse_loose_move(std::string_view san) { return parse_move_pattern(san, true); }

// ---- imbalance

struct Worth {
    int32_t pieces = 0;
    int32_t pawns = 0;
};

Result<Worth> worth_of(std::string_view pieces) {
    Worth worth;
    for (const char c : pieces) {
        const auto piece = std::ranges::find(kPieceValues, c, &PieceValue::letter);
        if (c == 'P') {
            ++worth.pawns;
        } else if (piece != kPieceValues.end()) {
            worth.pieces += piece->value;
        } else {
            return fail(ErrorCode::InvalidArgument,
                        "expected White's pieces, v and Black's pieces, as in BvN or PPv");
        }
    }
    return worth;
}

// white - black = difference, written with what is subtracted on the other side.
Atom differs_by(CountSum white, CountSum black, int32_t difference) {
    CountSum& smaller = difference > 0 ? black : white;
    for (int32_t rest = std::abs(difference); rest > 0; rest -= kMaxConstant) {
        smaller.push_back({std::min(rest, kMaxConstant), Counted::Const});
    }
    return {CountChain{{std::move(white), std::move(black)}, {Relation::Equal}}};
}

// Nothing when there is no v: scoutfish ignores such a rule.
Result<std::optional<AtomList>> parse_imbalance(std::string_view code) {
    const size_t v = code.find('v');
    if (v == std::string_view::npos) return std::nullopt;
    if (code.size() > kMaxImbalancePieces + 1) {
        return fail(ErrorCode::InvalidArgument, "more pieces than two sides have");
    }
    const Worth white = EDGE_TRY(worth_of(code.substr(0, v)));
    const Worth black = EDGE_TRY(worth_of(code.substr(v + 1)));
    CountSum white_pieces;
    CountSum black_pieces;
    for (const PieceValue& piece : kPieceValues) {
        white_pieces.push_back({piece.value, piece.white});
        black_pieces.push_back({piece.value, piece.black});
    }
    return AtomList{
        differs_by(std::move(white_pieces), std::move(black_pieces), white.pieces - black.pieces),
        differs_by({{1, Counted::WhitePawn}}, {{1, Counted::BlackPawn}},
                   white.pawns - black.pawns)};
}

// ---- conditions

// A string, or a list of strings that are alternatives.
Result<std::vector<JsonNode>> alternatives(const JsonNode& node) {
    if (node.is_text()) return std::vector{node};
    if (!node.is_list()) return node.expected("a string or a list of strings");
    return node.items(0);
}

void add_any(AtomList& atoms, std::vector<AtomList> lists) {
    if (lists.empty()) return;
    if (lists.size() == 1) {
        std::ranges::move(lists.front(), std::back_inserter(atoms));
    } else {
        atoms.push_back({AnyOf{.lists = std::move(lists)}});
    }
}

template <class Parse>
Status add_parsed(AtomList& atoms, const JsonNode& rule, Parse parse) {
    std::vector<AtomList> lists;
    for (const JsonNode& value : EDGE_TRY(alternatives(rule))) {
        lists.push_back({Atom{EDGE_TRY(value.notation(parse))}});
    }
    add_any(atoms, std::move(lists));
    return {};
}

Status add_imbalance(AtomList& atoms, const JsonNode& rule) {
    std::vector<AtomList> lists;
    for (const JsonNode& value : EDGE_TRY(alternatives(rule))) {
        auto list = EDGE_TRY(value.notation(parse_imbalance));
        if (list) lists.push_back(*std::move(list));
    }
    add_any(atoms, std::move(lists));
    return {};
}

// White's moves or Black's.
Status add_moves(AtomList& atoms, const JsonNode& object) {
    std::vector<AtomList> lists;
    for (const auto& [key, turn] :
         {std::pair{"white-move", Turn::White}, std::pair{"black-move", Turn::Black}}) {
        if (!object.has(key)) continue;
        MoveTest test;
        for (const JsonNode& value : EDGE_TRY(alternatives(object.at(key)))) {
            test.moves.push_back(EDGE_TRY(value.notation(parse_loose_move)));
        }
        if (!test.moves.empty()) lists.push_back({{ToMove{turn}}, {std::move(test)}});
    }
    add_any(atoms, std::move(lists));
    return {};
}

// A mated or stalemated side has no move, so such a position is the last one.
Status add_result_type(AtomList& atoms, const JsonNode& rule) {
    const std::string type = EDGE_TRY(rule.text());
    if (type == "mate") atoms.push_back({PlainPredicate::Checkmate});
    if (type == "stalemate") atoms.push_back({PlainPredicate::Stalemate});
    return {};
}

Status add_side_to_move(AtomList& atoms, const JsonNode& rule) {
    std::string side = EDGE_TRY(rule.text());
    std::ranges::transform(side, side.begin(), to_lower);
    if (side == "white") atoms.push_back({ToMove{Turn::White}});
    if (side == "black") atoms.push_back({ToMove{Turn::Black}});
    return {};
}

Status add_captured(AtomList& atoms, const JsonNode& rule) {
    const std::string letters = EDGE_TRY(rule.text());
    atoms.push_back({Captured{kinds_among(letters)}});
    return {};
}

Status add_moved(AtomList& atoms, const JsonNode& rule) {
    const std::string letters = EDGE_TRY(rule.text());
    if (const KindSet kinds = kinds_among(letters); kinds != 0) atoms.push_back({Moved{kinds}});
    return {};
}

// Results, which belong to the whole game, are collected while the conditions are read.
class Translator {
public:
    Result<Expr> translate(const JsonNode& query) {
        const bool is_sequence = query.has("sequence") || query.has("streak");
        Runs runs = EDGE_TRY(read_step(query));
        if (runs.empty()) return Expr{Combination{BoolOp::Not, {Expr{All{}}}}};
        Expr positions = is_sequence ? Expr{Sequence{std::move(runs)}}
                                     : Expr{Windowed{.condition = std::move(runs[0][0]),
                                                     .quantifier = Quantifier::Streak,
                                                     .streak = 1,
                                                     .range = std::nullopt}};
        if (results_.empty()) return positions;
        std::vector<Expr> operands;
        operands.reserve(results_.size() + 1);
        for (const ResultTest test : results_) operands.push_back({HeaderTest{test}});
        operands.push_back(std::move(positions));
        return Expr{Combination{BoolOp::And, std::move(operands)}};
    }

private:
    // No runs where there are no rules: scoutfish leaves such a step out.
    Result<Runs> read_step(const JsonNode& node) {
        if (!node.is_object()) return node.expected("an object of rules");
        if (node.has("sequence")) return read_steps(node.at("sequence"), StepJoin::Later);
        if (node.has("streak")) return read_steps(node.at("streak"), StepJoin::Next);
        AtomList atoms = EDGE_TRY(read_rules(node));
        if (atoms.empty()) return Runs{};
        Condition condition;
        condition.atoms = std::move(atoms);
        return Runs{{std::move(condition)}};
    }

    Result<Runs> read_steps(const JsonNode& list, StepJoin join) {
        Runs runs;
        for (const JsonNode& step : EDGE_TRY(list.items(0))) {
            append_step(runs, EDGE_TRY(read_step(step)), join);
        }
        return runs;
    }

    Result<AtomList> read_rules(const JsonNode& object) {
        AtomList atoms;
        if (object.has("result-type")) EDGE_CHECK(add_result_type(atoms, object.at("result-type")));
        if (object.has("sub-fen")) {
            EDGE_CHECK(add_parsed(atoms, object.at("sub-fen"), parse_board));
        }
        if (object.has("material")) {
            EDGE_CHECK(add_parsed(atoms, object.at("material"), parse_fixed_material));
        }
        if (object.has("imbalance")) EDGE_CHECK(add_imbalance(atoms, object.at("imbalance")));
        EDGE_CHECK(add_moves(atoms, object));
        if (object.has("captured")) EDGE_CHECK(add_captured(atoms, object.at("captured")));
        if (object.has("moved")) EDGE_CHECK(add_moved(atoms, object.at("moved")));
        if (object.has("stm")) EDGE_CHECK(add_side_to_move(atoms, object.at("stm")));
        bool has_result = false;
        if (object.has("result")) has_result = EDGE_TRY(read_result(object.at("result")));
        // A result alone holds at every position of its games.
        if (atoms.empty() && (has_result || object.has("pass")))
            atoms.push_back({PlainPredicate::Pass});
        return atoms;
    }

    Result<bool> read_result(const JsonNode& rule) {
        ResultTest test;
        for (const JsonNode& value : EDGE_TRY(alternatives(rule))) {
            const std::string text = EDGE_TRY(value.text());
            if (const auto result = parse_result(text)) {
                test.results =
                    static_cast<uint8_t>(test.results | 1U << static_cast<unsigned>(*result));
            }
        }
        if (test.results == 0) return false;
        if (std::ranges::find(results_, test) == results_.end()) results_.push_back(test);
        return true;
    }

    std::vector<ResultTest> results_;
};

Result<std::optional<uint64_t>> read_page_count(const JsonNode& node, std::string_view key) {
    if (!node.has(key)) return std::nullopt;
    return static_cast<uint64_t>(EDGE_TRY(node.at(key).integer(0, INT64_MAX)));
}

}  // namespace

Result<ScoutfishQuery> read_scoutfish(const JsonNode& node) {
    ScoutfishQuery query;
    query.expr = EDGE_TRY(Translator().translate(node));
    query.skip = EDGE_TRY(read_page_count(node, "skip"));
    query.limit = EDGE_TRY(read_page_count(node, "limit"));
    if (query.limit == 0U) query.limit.reset();  // scoutfish's "no limit"
    return query;
}

Result<ScoutfishQuery> parse_scoutfish(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    return read_scoutfish(JsonNode(document));
}

}  // namespace edge::wire
