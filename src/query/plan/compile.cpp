#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/overloaded.h"
#include "query/lang/text.h"
#include "query/plan/program.h"

namespace edge::query {

namespace {

// Far more than real queries need; the limits keep the search for equal ones short.
constexpr size_t kMaxAtoms = 4096;
constexpr size_t kMaxLanes = 4096;
constexpr size_t kMaxHeaders = 4096;

bool is_by_result(const Condition& condition) {
    return condition.side == Side::Winner || condition.side == Side::Loser;
}
bool is_by_result(const Sequence& sequence) {
    return std::ranges::any_of(sequence.runs, [](const auto& run) {
        return std::ranges::any_of(run, [](const Condition& step) { return is_by_result(step); });
    });
}

void set_winner(Condition& condition, Color winner) {
    if (!is_by_result(condition)) return;
    const bool is_white = (condition.side == Side::Winner) == (winner == Color::White);
    condition.side = is_white ? Side::White : Side::Black;
}
Windowed with_winner(Windowed windowed, Color winner) {
    set_winner(windowed.condition, winner);
    return windowed;
}
Sequence with_winner(Sequence sequence, Color winner) {
    for (auto& run : sequence.runs) {
        for (Condition& step : run) set_winner(step, winner);
    }
    return sequence;
}

// The chain with us and them as colours, for the side of that colour.
CountChain in_colors(CountChain chain, Color us) {
    constexpr auto kOurs = static_cast<unsigned>(Counted::OurPawn);
    constexpr auto kTheirs = static_cast<unsigned>(Counted::TheirPawn);
    constexpr auto kKinds = static_cast<unsigned>(Counted::BlackPawn);
    for (CountSum& sum : chain.sums) {
        for (CountTerm& term : sum) {
            const auto counted = static_cast<unsigned>(term.counted);
            if (counted < kOurs || term.counted == Counted::Const) continue;
            const Color color = counted < kTheirs ? us : !us;
            term.counted = static_cast<Counted>(counted % kKinds + kKinds * index(color));
        }
    }
    return chain;
}

Color color_of(Turn turn, Color us) {
    switch (turn) {
        case Turn::White:
            return Color::White;
        case Turn::Black:
            return Color::Black;
        case Turn::Us:
            return us;
        case Turn::Them:
            break;
    }
    return !us;
}

// For whom atoms are compiled: the colour of "the side", and whether those about the side to move
// hold whatever its colour.
struct Asked {
    Color color;
    bool whoever_moves;
};

class Compiler {
public:
    Result<Program> run(const Expr& query) {
        add_node(query);
        for (const Lane& lane : program_.lanes) program_.events |= lane.events;
        if (program_.has_sequences) program_.events |= event::kPly;
        program_.is_quiet = !program_.has_sequences;
        for (const AtomCode& atom : program_.atoms) {
            program_.keeps |= keeps_of(atom);
            const std::optional<uint16_t> pieces = pieces_of_quiet_atom(atom);
            program_.is_quiet &= pieces.has_value();
            program_.pieces |= pieces.value_or(0);
        }
        if (!opening_) return tl::unexpected(std::move(opening_).error());
        if (!error_.empty()) return fail(ErrorCode::InvalidArgument, error_);
        return std::move(program_);
    }

private:
    // ---- the tree

    uint32_t add(Node node) {
        program_.nodes.push_back(std::move(node));
        return static_cast<uint32_t>(program_.nodes.size() - 1);
    }

    uint32_t add_header(HeaderLeaf header) {
        auto& headers = program_.headers;
        const auto found = std::ranges::find(headers, header);
        const auto number = static_cast<uint32_t>(found - headers.begin());
        if (found == headers.end()) {
            if (headers.size() == kMaxHeaders) {
                error_ = fmt::format("the query has more than {} header tests", kMaxHeaders);
                return add({Node::Kind::True, 0, {}});
            }
            headers.push_back(std::move(header));
        }
        return add({Node::Kind::Header, number, {}});
    }

    uint32_t add_leaf(Leaf leaf) {
        program_.leaves.push_back(std::move(leaf));
        return add({Node::Kind::Leaf, static_cast<uint32_t>(program_.leaves.size() - 1), {}});
    }

    uint32_t add_node(const Expr& expr) {
        return std::visit(Overloaded{
                              [this](const All&) { return add({Node::Kind::True, 0, {}}); },
                              [this](const HeaderTest& test) { return add_header({test}); },
                              [this](const BitmapRef& bitmap) { return add_header({bitmap}); },
                              [&](const Windowed& windowed) {
                                  if (is_by_result(windowed.condition))
                                      return add_by_result(windowed);
                                  return add_leaf({window_leaf(windowed), to_text(expr)});
                              },
                              [&](const Sequence& sequence) {
                                  if (is_by_result(sequence)) return add_for_each_winner(sequence);
                                  return add_leaf({sequence_leaf(sequence), to_text(expr)});
                              },
                              [this](const Combination& combination) {
                                  static constexpr std::array kKinds = {
                                      Node::Kind::Not, Node::Kind::And, Node::Kind::Xor,
                                      Node::Kind::Or, Node::Kind::Sub};
                                  Node node{kKinds[static_cast<size_t>(combination.op)], 0, {}};
                                  for (const Expr& operand : combination.operands) {
                                      node.operands.push_back(add_node(operand));
                                  }
                                  return add(std::move(node));
                              },
                          },
                          expr.node);
    }

    // A condition about the winner is one about White in the games that White won, and one about
    // Black in those that Black won.
    template <class Conditions>
    uint32_t add_for_each_winner(const Conditions& conditions) {
        Node either{Node::Kind::Or, 0, {}};
        for (const Color winner : {Color::White, Color::Black}) {
            const GameResult won =
                winner == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
            Node both{Node::Kind::And, 0, {}};
            both.operands.push_back(add_header(
                {HeaderTest{ResultTest{static_cast<uint8_t>(1U << static_cast<unsigned>(won))}}}));
            both.operands.push_back(add_node({with_winner(conditions, winner)}));
            either.operands.push_back(add(std::move(both)));
        }
        return add(std::move(either));
    }

    // Never is the negation of ever, also in games without a winner.
    uint32_t add_by_result(const Windowed& windowed) {
        if (windowed.quantifier == Quantifier::Never) {
            Windowed ever = windowed;
            ever.quantifier = Quantifier::Streak;
            return add({Node::Kind::Not, 0, {add_by_result(ever)}});
        }
        const uint32_t either = add_for_each_winner(windowed);
        program_.nodes[either].only = windowed.range;
        return either;
    }

    // ---- leaves

    WindowLeaf window_leaf(const Windowed& windowed) {
        WindowLeaf leaf{lanes_of(windowed.condition), windowed.condition.transition,
                        windowed.quantifier, windowed.streak};
        if (windowed.range) {
            leaf.from = windowed.range->from;
            leaf.until = windowed.range->until.value_or(UINT32_MAX);
        }
        program_.last_ply = std::max(program_.last_ply, leaf.until);
        return leaf;
    }

    SequenceLeaf sequence_leaf(const Sequence& sequence) {
        SequenceLeaf leaf;
        for (const auto& run : sequence.runs) {
            for (size_t i = 0; i < run.size(); ++i) {
                if (leaf.steps.size() == SequenceLeaf::kMaxSteps) {
                    error_ =
                        fmt::format("a sequence has at most {} steps", SequenceLeaf::kMaxSteps);
                    return leaf;
                }
                if (i > 0) leaf.adjacent |= uint64_t{1} << leaf.steps.size();
                leaf.steps.push_back({lanes_of(run[i]), run[i].transition});
            }
        }
        program_.last_ply = UINT32_MAX;
        program_.has_sequences = true;
        return leaf;
    }

    // ---- lanes

    std::vector<uint16_t> lanes_of(const Condition& condition) {
        const bool whoever_moves = condition.side == Side::Default;
        const auto in = [&](Color color) {
            return composite(condition.atoms, {color, whoever_moves});
        };
        switch (condition.side) {
            case Side::White:
                return {add_lane(in(Color::White))};
            case Side::Black:
                return {add_lane(in(Color::Black))};
            case Side::Both: {
                Composite both = in(Color::White);
                Composite black = in(Color::Black);
                std::ranges::copy(black.atoms, std::back_inserter(both.atoms));
                std::ranges::move(black.any, std::back_inserter(both.any));
                return {add_lane(std::move(both))};
            }
            case Side::Neither: {
                Composite neither;
                neither.any.push_back({{in(Color::White), in(Color::Black)}, true});
                return {add_lane(std::move(neither))};
            }
            case Side::Mover: {
                const auto when_moving = [&](Color color) {
                    Composite composite = in(color);
                    composite.atoms.push_back(add_atom({TurnCode{color}}));
                    return composite;
                };
                Composite mover;
                mover.any.push_back({{when_moving(Color::White), when_moving(Color::Black)}});
                return {add_lane(std::move(mover))};
            }
            case Side::Winner:  // set_winner() has replaced them
            case Side::Loser:
            case Side::Default:
            case Side::Either:
                break;
        }
        const uint16_t white = add_lane(in(Color::White));
        const uint16_t black = add_lane(in(Color::Black));
        return white == black ? std::vector{white} : std::vector{white, black};
    }

    uint16_t add_lane(Composite composite) {
        sort_by_cost(composite);
        auto& lanes = program_.lanes;
        const auto found = std::ranges::find(lanes, composite, &Lane::composite);
        if (found != lanes.end()) return static_cast<uint16_t>(found - lanes.begin());
        if (lanes.size() == kMaxLanes) {
            error_ = fmt::format("the query has more than {} different conditions", kMaxLanes);
            return 0;
        }
        Lane lane{std::move(composite), 0};
        lane.events = events_of_composite(lane.composite);
        lanes.push_back(std::move(lane));
        return static_cast<uint16_t>(lanes.size() - 1);
    }

    uint8_t events_of_composite(const Composite& composite) const {
        uint8_t events = 0;
        for (const uint16_t atom : composite.atoms) events |= events_of(program_.atoms[atom]);
        for (const auto& any : composite.any) {
            for (const Composite& list : any.lists) events |= events_of_composite(list);
        }
        return events;
    }

    void sort_by_cost(Composite& composite) const {
        std::ranges::sort(composite.atoms, {}, [this](uint16_t atom) {
            return std::pair(cost_of(program_.atoms[atom]), atom);
        });
        const auto repeated = std::ranges::unique(composite.atoms);
        composite.atoms.erase(repeated.begin(), repeated.end());
        for (auto& any : composite.any) {
            for (Composite& list : any.lists) sort_by_cost(list);
        }
    }

    Composite composite(const AtomList& atoms, Asked asked) {
        Composite result;
        std::vector<CountChain> counts;
        for (const Atom& atom : atoms) {
            if (const auto* chain = std::get_if<CountChain>(&atom.test)) {
                counts.push_back(in_colors(*chain, asked.color));
            } else if (const auto* any = std::get_if<AnyOf>(&atom.test)) {
                Composite::Alternatives alternatives{{}, any->negated};
                for (const AtomList& list : any->lists) {
                    alternatives.lists.push_back(composite(list, asked));
                }
                result.any.push_back(std::move(alternatives));
            } else {
                result.atoms.push_back(add_atom(compiled(atom, asked)));
            }
        }
        if (!counts.empty()) result.atoms.push_back(add_atom({compile_counts(counts)}));
        return result;
    }

    // ---- atoms

    uint16_t add_atom(AtomCode atom) {
        auto& atoms = program_.atoms;
        const auto found = std::ranges::find(atoms, atom);
        if (found != atoms.end()) return static_cast<uint16_t>(found - atoms.begin());
        if (atoms.size() == kMaxAtoms) {
            error_ = fmt::format("the query has more than {} different predicates", kMaxAtoms);
            return 0;
        }
        atoms.push_back(std::move(atom));
        return static_cast<uint16_t>(atoms.size() - 1);
    }

    // One or two patterns that stay in place are counted square by square as the game is played;
    // those that may be shifted, four images, and what is above kMaxPatterns, are tested with
    // bitboards.
    AtomCode compiled(const SubFen& pattern) {
        if (pattern.shift) return {compile_shift(pattern)};
        const std::vector<SubFen> images = images_of(pattern);
        if (images.size() > 2 || program_.patterns.size() + images.size() > kMaxPatterns) {
            return {compile_in_place(pattern)};
        }
        return {PatternCode{add_pattern(images.front()), add_pattern(images.back())}};
    }

    PackedMisses add_pattern(const SubFen& pattern) {
        auto& patterns = program_.patterns;
        const auto found = std::ranges::find(patterns, pattern.allowed, &SubFen::allowed);
        const auto number = static_cast<size_t>(found - patterns.begin());
        if (found != patterns.end()) return misses_of(number);
        patterns.push_back(pattern);
        for (unsigned s = 0; s < 64; ++s) {
            for (unsigned piece = 0; piece < 16; ++piece) {
                const bool is_miss = (pattern.allowed[s] >> piece & 1U) == 0;
                program_.misses[s][piece] |= PackedMisses{is_miss} << (8 * number);
            }
        }
        return misses_of(number);
    }

    AtomCode compiled(const OpeningTest& test) {
        auto code = compile_opening(test);
        if (code) return AtomCode{*std::move(code)};
        if (opening_) opening_ = tl::unexpected(std::move(code).error());
        return {};
    }

    AtomCode compiled(const Atom& atom, Asked asked) {
        return std::visit(
            Overloaded{
                [](const CountChain& chain) {
                    return AtomCode{compile_counts(std::span(&chain, 1))};
                },
                [asked](PlainPredicate predicate) {
                    const PredicateInfo& info = info_of(predicate);
                    if (info.about_side_to_move && asked.whoever_moves) {
                        return AtomCode{PlainCode{predicate, Color::White, true}};
                    }
                    return AtomCode{
                        PlainCode{predicate, info.about_side ? asked.color : Color::White}};
                },
                [asked](const FileTest& test) {
                    const Bitboard files = test.file ? file_bits(*test.file) : ~Bitboard{0};
                    return AtomCode{FileCode{test.predicate, asked.color, files}};
                },
                [asked](const ToMove& test) {
                    return AtomCode{TurnCode{color_of(test.turn, asked.color)}};
                },
                [](const MaterialTest& test) { return AtomCode{compile_material(test)}; },
                [this](const SubFen& pattern) { return compiled(pattern); },
                [](const PositionTest& test) {
                    return AtomCode{PositionCode{test, placement_hash(test.position)}};
                },
                [this](const OpeningTest& test) { return compiled(test); },
                [](const MoveTest& test) { return AtomCode{compile_moves(test)}; },
                [](const AnyOf&) { return AtomCode{}; },  // composite() takes it apart
                [](const auto& same) { return AtomCode{same}; },
            },
            atom.test);
    }

    Program program_;
    std::string error_;
    Status opening_;  // of the first opening() that could not be resolved
};

}  // namespace

Result<Program> compile(const Expr& query) { return Compiler().run(query); }

}  // namespace edge::query
