#include <array>
#include <bit>

#include "chess/san.h"
#include "support/query_gen.h"
#include "support/some_openings.h"

namespace edge::query::gen {
namespace {

// ---- counts

struct Typical {
    Counted white;
    int least, most;
};
constexpr std::array kTypical = {
    Typical{Counted::WhitePawn, 0, 8},    Typical{Counted::WhiteKnight, 0, 2},
    Typical{Counted::WhiteBishop, 0, 2},  Typical{Counted::WhiteRook, 0, 2},
    Typical{Counted::WhiteQueen, 0, 2},   Typical{Counted::WhiteKing, 0, 1},
    Typical{Counted::WhitePieces, 2, 16}, Typical{Counted::WhiteMaterial, 5, 39},
};

Counted of_color(Counted white, Color color) {
    return static_cast<Counted>(static_cast<unsigned>(white) + 8 * index(color));
}

// The chain with us for White and them for Black.
void ask_about_side(CountChain& chain) {
    for (CountSum& sum : chain.sums) {
        for (CountTerm& term : sum) {
            if (term.counted == Counted::Const) continue;
            term.counted = static_cast<Counted>(static_cast<unsigned>(term.counted) + 16);
        }
    }
}

CountTerm random_number(Random& random, int least, int most) {
    return {random.between(least, most), Counted::Const};
}

// Mostly a piece against the same piece of the other colour, or against a number it often has.
CountChain random_chain(Random& random) {
    const Typical& typical = kTypical[random.below(kTypical.size())];
    const Color color = random.pick({Color::White, Color::Black});
    CountChain chain;
    const auto random_relation = [&random] { return random.pick_up_to(Relation::GreaterEqual); };
    if (random.chance(10)) chain.sums.push_back({random_number(random, 0, typical.most)});
    chain.sums.push_back({{1, of_color(typical.white, color)}});
    if (random.chance(20)) {
        const Typical& other = kTypical[random.below(kTypical.size())];
        chain.sums.back().push_back(
            {random.between(0, 3), of_color(other.white, random.pick({color, !color}))});
    }
    if (random.chance(50)) chain.sums.push_back({{1, of_color(typical.white, !color)}});
    if (random.chance(10)) {
        chain.sums.back().push_back(random_number(random, 0, 2));
        chain.sums.back().front().factor = random.between(1, 3);
    }
    if (chain.sums.size() == 1 || random.chance(25)) {
        chain.sums.push_back({random_number(random, typical.least, typical.most)});
    }
    while (chain.relations.size() + 1 < chain.sums.size()) {
        chain.relations.push_back(random_relation());
    }
    if (random.chance(20)) ask_about_side(chain);
    return chain;
}

// ---- the whole board

MaterialTest random_material(Random& random, const GenVocabulary& vocabulary) {
    const Position& position = random.pick(vocabulary.positions);
    const Color first = random.pick({Color::White, Color::Black});
    MaterialTest test;
    for (unsigned kind = index(PieceType::Pawn); kind < index(PieceType::King); ++kind) {
        const auto type = static_cast<PieceType>(kind);
        test.pieces[0][kind] = static_cast<uint8_t>(std::popcount(position.pieces(first, type)));
        test.pieces[1][kind] = static_cast<uint8_t>(std::popcount(position.pieces(!first, type)));
    }
    test.any_colors = random.chance(60);
    return test;
}

constexpr uint16_t kEmpty = 1, kAnyWhite = 0x007E, kAnyBlack = 0x7E00;

// What a pattern may require of a square with this piece and still be true.
uint16_t random_constraint(Random& random, Piece piece) {
    if (piece == Piece::None) return kEmpty;
    if (random.chance(70)) return static_cast<uint16_t>(1U << index(piece));
    if (random.chance(30)) return kAnyWhite | kAnyBlack;
    return color_of(piece) == Color::White ? kAnyWhite : kAnyBlack;
}

// A few squares of a real position, now and then with one thing wrong.
SubFen random_subfen(Random& random, const GenVocabulary& vocabulary) {
    const Position& position = random.pick(vocabulary.positions);
    SubFen pattern;
    pattern.allowed.fill(SubFen::kAnything);
    const int squares = random.between(1, 4);
    for (int i = 0; i < squares; ++i) {
        const Square s = square_at(static_cast<unsigned>(random.below(64)));
        pattern.allowed[index(s)] = random_constraint(random, position.piece_on(s));
    }
    if (random.chance(15)) {
        const Square other = square_at(static_cast<unsigned>(random.below(64)));
        pattern.allowed[random.below(64)] = random_constraint(random, position.piece_on(other));
    }
    pattern.mirror = random.chance(25);
    pattern.mirror_files = random.chance(25);
    pattern.shift = random.chance(25);
    return pattern;
}

// ---- moves

// Mostly none or the one that the move has in PGN.
MovePattern::Mark random_mark(Random& random, const Position& position, Move move) {
    using Mark = MovePattern::Mark;
    if (random.chance(3)) return random.pick_up_to(Mark::Mate);
    if (random.chance(50)) return Mark::None;
    const char last = to_san(position, move).back();
    return last == '#'   ? random.pick({Mark::Check, Mark::Mate})
           : last == '+' ? Mark::Check
                         : Mark::None;
}

PieceType random_promotion(Random& random, Move move) {
    return random.chance(25) ? PieceType::None : move.promotion();
}

MovePattern random_uci(Random& random, Move move) {
    MovePattern pattern;
    pattern.style = MovePattern::Style::Uci;
    pattern.from_file = static_cast<uint8_t>(file_of(move.from()));
    pattern.from_rank = static_cast<uint8_t>(rank_of(move.from()));
    pattern.to = move.to();
    if (move.is_castling() && random.chance(50)) {
        pattern.to = make_square(file_of(move.to()) == 6 ? 7 : 0, rank_of(move.to()));
    }
    pattern.promotion = random_promotion(random, move);
    return pattern;
}

MovePattern random_san(Random& random, const Position& position, Move move, bool loose) {
    MovePattern pattern;
    if (loose) pattern.style = MovePattern::Style::Loose;
    if (move.is_castling()) {
        pattern.castling = file_of(move.to()) == 6 ? MovePattern::Castling::KingSide
                                                   : MovePattern::Castling::QueenSide;
        return pattern;
    }
    pattern.piece = type_of(position.piece_on(move.from()));
    pattern.to = move.to();
    const bool captures = position.piece_on(move.to()) != Piece::None || move.is_en_passant();
    pattern.capture = captures && !loose;
    if (!loose) pattern.promotion = random_promotion(random, move);
    // Any part of the origin may be given, but a pawn has one only where it captures.
    const bool is_pawn = pattern.piece == PieceType::Pawn;
    const bool may_have_origin = !is_pawn || pattern.capture;
    if (may_have_origin && random.chance(is_pawn ? 75 : 20)) {
        pattern.from_file = static_cast<uint8_t>(file_of(move.from()));
    }
    if (may_have_origin && random.chance(15)) {
        pattern.from_rank = static_cast<uint8_t>(rank_of(move.from()));
    }
    return pattern;
}

MovePattern random_move(Random& random, const GenVocabulary& vocabulary, bool loose) {
    const auto& [position, move] = random.pick(vocabulary.moves);
    MovePattern pattern = loose || random.chance(60) ? random_san(random, position, move, loose)
                                                     : random_uci(random, move);
    if (!loose) pattern.mark = random_mark(random, position, move);
    return pattern;
}

// Either all moves of a test are read loosely or none is.
MoveTest random_moves(Random& random, const GenVocabulary& vocabulary, Surface surface) {
    MoveTest test;
    const bool loose = surface == Surface::Any && random.chance(20);
    do test.moves.push_back(random_move(random, vocabulary, loose));
    while (random.chance(40));
    return test;
}

// A set of kinds from `first` to `last`.
KindSet random_kinds(Random& random, PieceType first, PieceType last) {
    return static_cast<KindSet>(random.pick_set(index(last) - index(first) + 1) << index(first));
}

OpeningTest random_opening(Random& random) {
    const auto text =
        random.pick({"sicilian", "SICILIAN defense", "king's pawn", "kings gambit", "ruy lopez",
                     "Game", "defense", "C20..C99", "B", "A40,B00", "D06"});
    return {text, test::some_openings()};
}

AnyOf random_any(Random& random, const GenVocabulary& vocabulary, Surface surface) {
    AnyOf any;
    do any.lists.push_back(random_atoms(random, vocabulary, surface));
    while (random.chance(55));
    any.negated = random.chance(30);
    return any;
}

// One of the predicates that need nothing but their name, or a file.
Atom random_named(Random& random, Surface surface) {
    std::vector<const PredicateInfo*> infos;
    for (const PredicateInfo& info : kPredicates) {
        const bool is_sayable = surface != Surface::Flags || !info.flag.text().empty();
        if ((info.plain || info.file) && is_sayable) infos.push_back(&info);
    }
    const PredicateInfo& info = *infos[random.below(infos.size())];
    if (info.plain) return {*info.plain};
    FileTest test{*info.file, std::nullopt};
    if (random.chance(40)) test.file = static_cast<uint8_t>(random.below(8));
    return {test};
}

}  // namespace

Atom random_atom(Random& random, const GenVocabulary& vocabulary, Surface surface) {
    const uint64_t choice = random.below(100);
    if (choice < 20) return {random_chain(random)};
    if (choice < 56) return random_named(random, surface);
    if (choice < 61) return {ToMove{random.pick({Turn::White, Turn::Black, Turn::Us, Turn::Them})}};
    if (choice < 65) return {random_material(random, vocabulary)};
    if (choice < 75) return {random_subfen(random, vocabulary)};
    if (choice < 78) return {PositionTest{random.pick(vocabulary.positions)}};
    if (choice < 80) return {random_opening(random)};
    if (choice < 86) return {random_moves(random, vocabulary, surface)};
    if (choice < 90) return {Moved{random_kinds(random, PieceType::Pawn, PieceType::King)}};
    if (choice < 92) return {Captured{}};
    if (choice < 95) return {Captured{random_kinds(random, PieceType::Pawn, PieceType::Queen)}};
    if (choice < 97 || surface == Surface::Flags) {
        return {Promoted{random_kinds(random, PieceType::Knight, PieceType::Queen)}};
    }
    return {random_any(random, vocabulary, surface)};
}

AtomList random_atoms(Random& random, const GenVocabulary& vocabulary, Surface surface) {
    AtomList atoms;
    do atoms.push_back(random_atom(random, vocabulary, surface));
    while (random.chance(30));
    return atoms;
}

}  // namespace edge::query::gen
