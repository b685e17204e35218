#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "core/overloaded.h"
#include "query/openings.h"
#include "query/plan/predicate_evaluation.h"

namespace edge::query {

namespace {

// ---- counts

// A sum as a factor for each piece, and a constant.
struct Linear {
    std::map<uint8_t, int64_t> factors;
    int64_t constant = 0;
};

void add(Linear& linear, const CountTerm& term, int64_t sign) {
    const auto number = static_cast<unsigned>(term.counted);
    const int64_t factor = sign * term.factor;
    if (term.counted == Counted::Const) {
        linear.constant += factor;
        return;
    }
    const unsigned color = number / 8;
    const unsigned what = number % 8;  // 0 to 5 pawn to king, 6 all pieces, 7 their value
    for (unsigned kind = 1; kind <= 6; ++kind) {
        const int64_t weight = what == 6          ? 1
                               : what == 7        ? kPieceValues[kind]
                               : kind == what + 1 ? 1
                                                  : 0;
        if (weight != 0) linear.factors[static_cast<uint8_t>(color << 3 | kind)] += factor * weight;
    }
}

void add(Linear& linear, const CountSum& sum, int64_t sign) {
    for (const CountTerm& term : sum) add(linear, term, sign);
}

bool is_number(const CountSum& sum) {
    return std::ranges::all_of(
        sum, [](const CountTerm& term) { return term.counted == Counted::Const; });
}

// The test that a sum has the relation to the number, still without the sum's terms.
LinearTest bounds_of(Relation relation, int64_t number) {
    constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
    constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
    switch (relation) {
        case Relation::Equal:
            return {.low = number, .high = number};
        case Relation::NotEqual:
            return {.low = number, .high = number, .negated = true};
        case Relation::Less:
            return {.low = number, .high = kMost, .negated = true};
        case Relation::LessEqual:
            return {.low = kLeast, .high = number};
        case Relation::Greater:
            return {.low = kLeast, .high = number, .negated = true};
        case Relation::GreaterEqual:
            break;
    }
    return {.low = number, .high = kMost};
}

// Adds `left relation right` to what the code requires.
void require(CountCode& code, const CountSum& left, Relation relation, const CountSum& right) {
    Linear linear;
    add(linear, left, 1);
    add(linear, right, -1);
    std::erase_if(linear.factors, [](const auto& term) { return term.second == 0; });
    if (linear.factors.size() == 1 && relation == Relation::Equal) {
        const auto [piece, factor] = *linear.factors.begin();
        const int64_t value = -linear.constant / factor;
        const PackedCounts mask = one_of(piece) * 15;
        const PackedCounts wanted = one_of(piece) * static_cast<uint64_t>(value & 15);
        code.impossible |= value * factor != -linear.constant || value < 0 || value > 15 ||
                           ((code.mask & mask) != 0 && (code.value & mask) != wanted);
        code.mask |= mask;
        code.value = (code.value & ~mask) | wanted;
        return;
    }
    LinearTest test = bounds_of(relation, -linear.constant);
    for (const auto& [piece, factor] : linear.factors) test.terms[test.size++] = {piece, factor};
    if (std::ranges::find(code.tests, test) == code.tests.end()) code.tests.push_back(test);
}

void require(CountCode& code, const CountChain& chain) {
    // In a chain of equalities with a number, every sum is that number: Q=q=0 is two single counts,
    // which cost nothing.
    const auto number = std::ranges::find_if(chain.sums, is_number);
    if (number != chain.sums.end() &&
        std::ranges::all_of(chain.relations, [](Relation r) { return r == Relation::Equal; })) {
        for (const CountSum& sum : chain.sums) {
            if (&sum != &*number) require(code, sum, Relation::Equal, *number);
        }
        return;
    }
    for (size_t i = 0; i < chain.relations.size(); ++i) {
        require(code, chain.sums[i], chain.relations[i], chain.sums[i + 1]);
    }
}

// ---- patterns

uint16_t with_colors_exchanged(uint16_t allowed) {
    const unsigned pieces = allowed & 0x7E7EU;
    return static_cast<uint16_t>((allowed & ~0x7E7EU) | (pieces << 8 & 0x7E00U) | pieces >> 8);
}

SubFen with_colors_exchanged(const SubFen& pattern) {
    SubFen image = pattern;
    for (unsigned s = 0; s < 64; ++s) {
        image.allowed[s ^ 56U] = with_colors_exchanged(pattern.allowed[s]);
    }
    return image;
}

SubFen with_files_exchanged(const SubFen& pattern) {
    SubFen image = pattern;
    for (unsigned s = 0; s < 64; ++s) image.allowed[s ^ 7U] = pattern.allowed[s];
    return image;
}

bool is_free(uint16_t allowed) { return allowed == SubFen::kAnything; }

void add_square(ShiftCode::Shape& shape, uint16_t allowed, unsigned offset) {
    if (is_free(allowed)) return;
    const auto from_anchor = static_cast<uint8_t>(offset);
    if (std::has_single_bit(allowed) && allowed != 1) {
        shape.pieces.push_back({static_cast<uint8_t>(std::countr_zero(allowed)), from_anchor});
    } else {
        shape.choices.push_back({allowed, from_anchor});
    }
}

ShiftCode::Shape compile_shape(const SubFen& pattern) {
    unsigned low_file = 7, high_file = 0, low_rank = 7, high_rank = 0;
    for (unsigned s = 0; s < 64; ++s) {
        if (is_free(pattern.allowed[s])) continue;
        low_file = std::min(low_file, s & 7U);
        high_file = std::max(high_file, s & 7U);
        low_rank = std::min(low_rank, s >> 3);
        high_rank = std::max(high_rank, s >> 3);
    }
    ShiftCode::Shape shape;
    if (low_file > high_file) {  // no square is constrained
        shape.anchors = 1;
        return shape;
    }
    for (unsigned file = 0; file + (high_file - low_file) < 8; ++file) {
        for (unsigned rank = 0; rank + (high_rank - low_rank) < 8; ++rank) {
            shape.anchors |= bit(make_square(file, rank));
        }
    }
    const unsigned corner = low_rank * 8 + low_file;
    for (unsigned s = 0; s < 64; ++s) add_square(shape, pattern.allowed[s], s - corner);
    return shape;
}

// ---- moves

Bitboard targets_of(const MovePattern& pattern) {
    if (pattern.castling != MovePattern::Castling::No) {
        return file_bits(pattern.castling == MovePattern::Castling::KingSide ? 6 : 2) &
               (rank_bits(0) | rank_bits(7));
    }
    Bitboard targets = bit(pattern.to);
    // e1h1 may be castling, in which the king ends up on g1.
    const unsigned file = file_of(pattern.to);
    const bool is_from_e_file = pattern.from_file && *pattern.from_file == 4;
    if (pattern.style == MovePattern::Style::Uci && is_from_e_file && (file == 0 || file == 7)) {
        targets |= bit(make_square(file == 7 ? 6 : 2, rank_of(pattern.to)));
    }
    return targets;
}

}  // namespace

CountCode compile_counts(std::span<const CountChain> chains) {
    CountCode code;
    for (const CountChain& chain : chains) require(code, chain);
    return code;
}

MaterialCode compile_material(const MaterialTest& test) {
    const auto counts = [&test](unsigned white) {
        PackedCounts packed = one_of(index(make_piece(Color::White, PieceType::King))) +
                              one_of(index(make_piece(Color::Black, PieceType::King)));
        for (unsigned kind = 1; kind <= 5; ++kind) {
            packed += one_of(kind) * test.pieces[white][kind];
            packed += one_of(8 | kind) * test.pieces[1 - white][kind];
        }
        return packed;
    };
    return {counts(0), test.any_colors ? counts(1) : counts(0)};
}

MoveCode compile_moves(const MoveTest& test) {
    MoveCode code{test, 0};
    for (const MovePattern& move : test.moves) code.targets |= targets_of(move);
    return code;
}

Result<OpeningCode> compile_opening(const OpeningTest& test) {
    if (test.names == nullptr) return no_openings(fmt::format("opening(\"{}\")", test.text));
    std::vector<Position> positions;
    for (const uint32_t number : EDGE_TRY(find_openings(*test.names, test.text))) {
        positions.push_back(test.names->all()[number].position);
    }
    return OpeningCode{test.text, std::make_shared<const PositionSet>(positions)};
}

std::vector<SubFen> images_of(const SubFen& pattern) {
    std::vector<SubFen> images = {pattern};
    const auto add = [&images](const SubFen& image) {
        if (std::ranges::find(images, image) == images.end()) images.push_back(image);
    };
    if (pattern.mirror) add(with_colors_exchanged(pattern));
    if (pattern.mirror_files) {
        for (const SubFen& image : std::vector(images)) add(with_files_exchanged(image));
    }
    return images;
}

ShiftCode compile_shift(const SubFen& pattern) {
    ShiftCode code;
    for (const SubFen& one : images_of(pattern)) code.shapes.push_back(compile_shape(one));
    return code;
}

ShiftCode compile_in_place(const SubFen& pattern) {
    ShiftCode code;
    for (const SubFen& one : images_of(pattern)) {
        ShiftCode::Shape shape{1, {}, {}};
        for (unsigned s = 0; s < 64; ++s) add_square(shape, one.allowed[s], s);
        code.shapes.push_back(std::move(shape));
    }
    return code;
}

uint64_t placement_hash(const Position& position) {
    uint64_t hash = 0;
    for (unsigned s = 0; s < 64; ++s) {
        hash ^= zobrist::piece_key(position.piece_on(square_at(s)), square_at(s));
    }
    return hash;
}

uint8_t events_of(const AtomCode& atom) {
    return std::visit(Overloaded{
                          [](const PlainCode& code) { return info_of(code.predicate).events; },
                          [](const FileCode& code) { return info_of(code.predicate).events; },
                          [](const CountCode&) { return predicate_named("count").events; },
                          [](const MaterialCode&) { return predicate_named("material").events; },
                          [](const auto&) { return event::kPly; },
                      },
                      atom.test);
}

uint8_t keeps_of(const AtomCode& atom) {
    return std::visit(Overloaded{
                          [](const PlainCode& code) { return info_of(code.predicate).keeps; },
                          [](const FileCode& code) { return info_of(code.predicate).keeps; },
                          [](const ShiftCode&) { return keep::kSets; },
                          [](const PatternCode&) { return keep::kMisses; },
                          [](const PositionCode&) { return keep::kHash; },
                          [](const OpeningCode&) { return keep::kHash; },
                          [](const auto&) { return uint8_t{0}; },
                      },
                      atom.test);
}

std::optional<uint16_t> pieces_of_quiet_atom(const AtomCode& atom) {
    using Pieces = std::optional<uint16_t>;
    const auto piece_bit = [](Color color, PieceType type) {
        return static_cast<uint16_t>(1U << index(make_piece(color, type)));
    };
    const auto pawns = static_cast<uint16_t>(piece_bit(Color::White, PieceType::Pawn) |
                                             piece_bit(Color::Black, PieceType::Pawn));
    return std::visit(Overloaded{
                          [](const CountCode&) { return Pieces{0}; },
                          [](const MaterialCode&) { return Pieces{0}; },
                          [&](const PlainCode& code) {
                              switch (code.predicate) {
                                  case PlainPredicate::Pass:
                                  case PlainPredicate::QueensOff:
                                      return Pieces{0};
                                  case PlainPredicate::Iqp:
                                      return Pieces{pawns};
                                  case PlainPredicate::RookOnSeventh:
                                      return Pieces{piece_bit(code.color, PieceType::Rook)};
                                  default:
                                      return Pieces{};
                              }
                          },
                          [&](const FileCode& code) {
                              unsigned pieces = pawns;
                              if (code.predicate == FilePredicate::RookOnOpenFile) {
                                  pieces |= piece_bit(code.color, PieceType::Rook);
                              }
                              return Pieces{static_cast<uint16_t>(pieces)};
                          },
                          [](const ShiftCode& code) {
                              unsigned pieces = 0;
                              for (const ShiftCode::Shape& shape : code.shapes) {
                                  for (const auto& [piece, offset] : shape.pieces)
                                      pieces |= 1U << piece;
                                  for (const auto& [allowed, offset] : shape.choices)
                                      pieces |= allowed;
                              }
                              // Every move changes which squares are empty.
                              return (pieces & 1U) != 0 ? Pieces{}
                                                        : Pieces{static_cast<uint16_t>(pieces)};
                          },
                          [](const auto&) { return Pieces{}; },
                      },
                      atom.test);
}

uint8_t cost_of(const AtomCode& atom) {
    return std::visit(Overloaded{
                          [](const PlainCode& code) { return info_of(code.predicate).cost; },
                          [](const FileCode& code) { return info_of(code.predicate).cost; },
                          [](const TurnCode&) { return uint8_t{1}; },
                          [](const OpeningCode&) { return predicate_named("opening").cost; },
                          [](const MoveCode&) { return uint8_t{4}; },
                          [](const ShiftCode&) { return uint8_t{15}; },
                          [](const auto&) { return uint8_t{2}; },
                      },
                      atom.test);
}

}  // namespace edge::query
