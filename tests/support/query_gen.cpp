#include "support/query_gen.h"

#include <algorithm>
#include <string_view>

#include "chess/fen.h"
#include "chess/san.h"

namespace edge::query::gen {
namespace {

// ---- vocabulary

void add_line(GenVocabulary& vocabulary, std::string_view text) {
    Position position = Position::start();
    while (!text.empty()) {
        const size_t end = std::min(text.find(' '), text.size());
        const Move move = parse_san(position, text.substr(0, end)).value();
        vocabulary.moves.push_back({position, move});
        position.make_move<Maintain::BoardAndHash>(move);
        vocabulary.positions.push_back(position);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

GenVocabulary make_standard() {
    GenVocabulary vocabulary;
    for (const std::string_view line : {
             "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O",
             "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3 Be7 Qd2 O-O O-O-O",
             "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6 cxd5 exd5",
             "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 a3 Nh6 b4 cxd4 cxd4 Nf5",
             "e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nbd7 bxa8=Q",
             "e4 a6 e5 d5 exd6 cxd6 d4 g5 h4 g4 f4 gxf3",
         }) {
        add_line(vocabulary, line);
    }
    for (const std::string_view fen : {
             "8/5pk1/6p1/8/8/5P2/r4KP1/3R4 w - - 0 1",
             "8/8/4k3/8/3KP3/8/8/8 b - - 0 1",
             "8/1b3k2/8/8/8/2N5/1K3P2/8 w - - 0 1",
             "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
         }) {
        vocabulary.positions.push_back(parse_fen(fen, FenMode::Strict).value());
    }
    vocabulary.names = {"Carlsen, Magnus", "Kramnik,V",     "Müller, Karsten",
                        "O\"Neil, \\Pat",  "Łukasz Żółtek", "Иванов"};
    vocabulary.tags = {{"Event", "Candidates"}, {"Site", "Århus DEN"},
                       {"Round", "1.2"},        {"event", "Rated Blitz game"},
                       {"WhiteTitle", "GM"},    {"Annotator", "a \"b\""}};
    vocabulary.bitmaps = {"@sicilian", "@won-by_white2"};
    return vocabulary;
}

// ---- conditions

constexpr auto kSides = {Side::Default, Side::Default, Side::White,  Side::Black, Side::Either,
                         Side::Both,    Side::Neither, Side::Winner, Side::Loser, Side::Mover};

class Generator {
public:
    Generator(std::mt19937_64& engine, const GenVocabulary& vocabulary, Surface surface)
        : random_(engine), vocabulary_(vocabulary), surface_(surface) {}

    Expr query(unsigned size) {
        if (size <= 1 || random_.chance(35)) return leaf();
        Combination combination;
        combination.op = random_.pick_up_to(BoolOp::Sub);
        const unsigned operands =
            combination.op == BoolOp::Not ? 1 : 2 + static_cast<unsigned>(random_.below(2));
        for (unsigned i = 0; i < operands; ++i) {
            combination.operands.push_back(query(operands == 1 ? size - 1 : size / operands));
        }
        return {std::move(combination)};
    }

    Expr flag_query() {
        std::vector<Expr> filters;
        while (random_.chance(30)) filters.push_back(filter());
        std::vector<Expr> groups;
        if (filters.empty() || random_.chance(90)) {
            do groups.push_back(joined(BoolOp::And, clauses()));
            while (random_.chance(30));
        }
        if (!groups.empty()) filters.push_back(joined(BoolOp::Or, std::move(groups)));
        return joined(BoolOp::And, std::move(filters));
    }

private:
    static Expr joined(BoolOp op, std::vector<Expr> operands) {
        if (operands.size() == 1) return std::move(operands.front());
        return {Combination{op, std::move(operands)}};
    }

    Expr filter() {
        if (!vocabulary_.bitmaps.empty() && random_.chance(10)) {
            return {BitmapRef{random_.pick(vocabulary_.bitmaps)}};
        }
        return {random_header_test(random_, vocabulary_, surface_)};
    }

    Expr leaf() {
        const uint64_t choice = random_.below(100);
        if (choice < 2) return {All{}};
        if (choice < 22) return filter();
        if (choice < 36) return {sequence()};
        return {windowed()};
    }

    // The conditions of one group of flags.
    std::vector<Expr> clauses() {
        std::vector<Expr> clauses;
        do {
            Expr clause = random_.chance(15) ? Expr{sequence()} : Expr{windowed()};
            if (random_.chance(20)) clause = {Combination{BoolOp::Not, {std::move(clause)}}};
            clauses.push_back(std::move(clause));
        } while (random_.chance(35));
        return clauses;
    }

    Condition condition() {
        Condition condition;
        condition.side = random_.pick(kSides);
        if (random_.chance(20))
            condition.transition = random_.pick({Transition::Became, Transition::Ceased});
        condition.atoms = random_atoms(random_, vocabulary_, surface_);
        if (surface_ == Surface::Flags) share_pattern_options(condition.atoms);
        return condition;
    }

    // --mirror, --mirror-files and --shift apply to all patterns of a condition.
    static void share_pattern_options(AtomList& atoms) {
        const SubFen* first = nullptr;
        for (Atom& atom : atoms) {
            auto* pattern = std::get_if<SubFen>(&atom.test);
            if (pattern == nullptr) continue;
            if (first == nullptr) first = pattern;
            pattern->mirror = first->mirror;
            pattern->mirror_files = first->mirror_files;
            pattern->shift = first->shift;
        }
    }

    PlyRange range() {
        PlyRange range;
        // Now and then beyond the end of most games, where windows are empty.
        const int from = random_.chance(8) ? random_.between(100, 400) : random_.between(0, 60);
        const bool has_from = random_.chance(70);
        if (has_from) range.from = static_cast<uint32_t>(from);
        if (!has_from || random_.chance(60)) {
            range.until =
                static_cast<uint32_t>(from + random_.pick({0, 1, random_.between(0, 40)}));
        }
        return range;
    }

    Windowed windowed() {
        Windowed window;
        window.condition = condition();
        if (random_.chance(35)) window.range = range();
        const bool needs_window = surface_ == Surface::Any &&
                                  (window.range || window.condition.transition != Transition::None);
        window.quantifier = random_.pick({Quantifier::Streak, Quantifier::Streak,
                                          Quantifier::Streak, Quantifier::Always, Quantifier::Never,
                                          needs_window ? Quantifier::Streak : Quantifier::Default,
                                          needs_window ? Quantifier::Never : Quantifier::Default});
        if (window.quantifier == Quantifier::Streak) {
            window.streak = random_.pick({1U, 1U, 1U, 2U, 3U, 5U, 8U, 20U});
        }
        return window;
    }

    Sequence sequence() {
        Sequence sequence;
        do {
            std::vector<Condition> run;
            do run.push_back(condition());
            while (surface_ == Surface::Any && random_.chance(35));
            sequence.runs.push_back(std::move(run));
        } while (sequence.runs.size() < 2 ? surface_ == Surface::Flags || random_.chance(75)
                                          : random_.chance(35));
        return sequence;
    }

    Random random_;
    const GenVocabulary& vocabulary_;
    Surface surface_;
};

template <class Make>
rc::Gen<Expr> from_seed(Make make) {
    return rc::gen::map(rc::gen::noShrink(rc::gen::arbitrary<uint64_t>()), [make](uint64_t seed) {
        std::mt19937_64 engine(seed);
        return make(engine);
    });
}

}  // namespace

const GenVocabulary& standard_vocabulary() {
    static const GenVocabulary kStandard = make_standard();
    return kStandard;
}

GenVocabulary vocabulary_of(const std::vector<oracle::OracleGame>& games, std::mt19937_64& engine) {
    constexpr size_t kSamples = 400;
    Random random(engine);
    GenVocabulary vocabulary = standard_vocabulary();
    vocabulary.bitmaps.clear();
    for (size_t i = 0; i < kSamples; ++i) {
        const oracle::OracleGame& game = random.pick(games);
        // Half of them from the opening, which games share.
        const size_t plies = game.moves.size();
        const size_t ply = random.below(random.chance(50) ? std::min<size_t>(plies, 12) : plies);
        vocabulary.positions.push_back(game.positions[ply + 1]);
        vocabulary.moves.push_back({game.positions[ply], game.moves[ply]});
        if (game.white) vocabulary.names.push_back(*game.white);
        if (game.black) vocabulary.names.push_back(*game.black);
        if (!game.tags.empty()) vocabulary.tags.push_back(random.pick(game.tags));
    }
    std::set<std::string> bitmaps;
    for (const oracle::OracleGame& game : games) {
        bitmaps.insert(game.bitmaps.begin(), game.bitmaps.end());
    }
    vocabulary.bitmaps.assign(bitmaps.begin(), bitmaps.end());
    return vocabulary;
}

Expr random_query(std::mt19937_64& engine, const GenVocabulary& vocabulary, unsigned size) {
    return Generator(engine, vocabulary, Surface::Any).query(size);
}

Expr random_flag_query(std::mt19937_64& engine, const GenVocabulary& vocabulary) {
    return Generator(engine, vocabulary, Surface::Flags).flag_query();
}

rc::Gen<Expr> query(const GenVocabulary& vocabulary) {
    return from_seed(
        [&vocabulary](std::mt19937_64& engine) { return random_query(engine, vocabulary); });
}

rc::Gen<Expr> flag_query(const GenVocabulary& vocabulary) {
    return from_seed(
        [&vocabulary](std::mt19937_64& engine) { return random_flag_query(engine, vocabulary); });
}

}  // namespace edge::query::gen
