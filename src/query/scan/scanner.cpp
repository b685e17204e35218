#include "query/scan/scanner.h"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

namespace edge::query {

namespace {

constexpr uint8_t kEverything = 63;
constexpr uint8_t kAllKept = keep::kSets | keep::kHash | keep::kMisses;

bool have_one_kind(std::span<const Gate> gates) {
    return !gates.empty() && std::ranges::all_of(gates, [&](const Gate& gate) {
        return gate.kind().index() == gates.front().kind().index();
    });
}

// Whether a gate of that kind passes; Kind is Gate where the kind is not known.
template <class Kind>
[[gnu::always_inline]] inline bool passes_as(const Gate& gate, const Board& board,
                                             const corpus::GameView& game, uint32_t ply) {
    if constexpr (std::is_same_v<Kind, Gate>) {
        return gate.passes_inline(board, game, ply);
    } else {
        return gate.as<Kind>().passes(board, game, ply);
    }
}

}  // namespace

Scanner::Scanner(const Program& program)
    : program_(program),
      board_(program.events, program.pieces, program.misses),
      lane_states_(program.lanes.size()),
      leaf_states_(program.leaves.size()),
      leaves_of_lane_(program.lanes.size()),
      spans_(program.lanes.size()),
      scratch_(program.nodes.size()) {
    for (size_t events = 0; events < lasting_.size(); ++events) {
        for (size_t atom = 0; atom < std::min(kRemembered, program.atoms.size()); ++atom) {
            const bool lasts = (events_of(program.atoms[atom]) & events) == 0;
            lasting_[events] |= uint64_t{lasts} << atom;
        }
    }
    std::vector<bool> watched(program.lanes.size());
    for (uint32_t number = 0; number < program.leaves.size(); ++number) {
        const auto& leaf = program.leaves[number].leaf;
        if (const auto* window = std::get_if<WindowLeaf>(&leaf)) {
            for (const uint16_t lane : window->lanes) {
                watched[lane] = true;
                leaves_of_lane_[lane].push_back(number);
            }
            continue;
        }
        sequences_.push_back(number);
        for (const auto& [lanes, transition] : std::get<SequenceLeaf>(leaf).steps) {
            if (transition == Transition::None) continue;  // tested only when it may come next
            for (const uint16_t lane : lanes) watched[lane] = true;
        }
    }
    const auto lanes = static_cast<uint16_t>(program.lanes.size());
    for (uint16_t lane = 0; lane < lanes; ++lane) {
        gates_.emplace_back(program, lane);
        if (!watched[lane]) continue;
        watched_lanes_.push_back(lane);
        watched_gates_.push_back(gates_.back());
    }
    watches_one_kind_ = have_one_kind(watched_gates_);
    if (program.leaves.size() != 1 || sequences_.empty()) return;
    is_one_sequence_ = watched_lanes_.empty();
    for (const auto& step : std::get<SequenceLeaf>(program.leaves.front().leaf).steps) {
        auto& gates = step_gates_.emplace_back();
        for (const uint16_t lane : step.lanes) gates.push_back(gates_[lane]);
    }
}

bool Scanner::matches(const corpus::GameView& game, std::span<const Truth> header_values) {
    header_values_ = header_values;
    verdict_ = Truth::unknown();
    play_game<Mode::Verdict>(game);
    if (is_decided(verdict_)) return is_true(verdict_);
    // What has not happened by the end of the game never will.
    const auto header = [this](uint32_t number) { return header_values_[number]; };
    const auto leaf = [this](uint32_t number) {
        const auto* window = std::get_if<WindowLeaf>(&program_.leaves[number].leaf);
        const bool never = window != nullptr && window->quantifier == Quantifier::Never;
        return Truth::known(leaf_states_[number].satisfied != never);
    };
    return is_true(evaluate(std::span(program_.nodes), std::span(scratch_), header, leaf));
}

const std::vector<std::vector<PlySpan>>& Scanner::trace(const corpus::GameView& game) {
    for (auto& spans : spans_) spans.clear();
    play_game<Mode::Trace>(game);
    return spans_;
}

template <Scanner::Mode mode>
void Scanner::play_game(const corpus::GameView& game) {
    if (program_.is_quiet) {
        return program_.keeps == 0 ? play_quietly<mode, 0>(game)
                                   : play_quietly<mode, keep::kSets>(game);
    }
    switch (program_.keeps) {
        case 0:
            return play_game_keeping<mode, 0>(game);
        case keep::kSets:
            return play_game_keeping<mode, keep::kSets>(game);
        case keep::kHash:
            return play_game_keeping<mode, keep::kHash>(game);
        case keep::kMisses:
            return play_game_keeping<mode, keep::kMisses>(game);
        default:
            return play_game_keeping<mode, kAllKept>(game);
    }
}

template <Scanner::Mode mode, uint8_t kept>
void Scanner::play_game_keeping(const corpus::GameView& game) {
    if (mode == Mode::Verdict && is_one_sequence_) return play_sequence<kept>(game);
    play_ply_by_ply<mode, kept>(game);
}

void Scanner::begin(const corpus::GameView& game) {
    board_.reset();
    rules_.reset(game);
    known_ = 0;
    std::ranges::fill(lane_states_, LaneState{});
    std::ranges::fill(leaf_states_, LeafState{});
    verdict_is_stale_ = false;
    is_damaged_ = false;
}

template <Scanner::Mode mode, uint8_t kept>
void Scanner::play_ply_by_ply(const corpus::GameView& game) {
    begin(game);
    const uint32_t plies = game.plies();
    const uint32_t last = mode == Mode::Trace ? plies : std::min(plies, program_.last_ply);
    uint8_t events = kEverything & ~event::kEnd;
    for (uint32_t ply = 0;;) {
        if (ply == plies) events |= event::kEnd;
        if (events != 0) {
            if ((events & event::kDamage) != 0) is_damaged_ = true;
            look<mode>({board_, game, rules_, ply}, events);
            if (mode == Mode::Verdict && is_decided(verdict_)) return;
        }
        if (ply == last) break;
        events = play_to_next_look<mode, kept>(game, ply, last);
    }
    close_spans<mode>(last, plies);
}

template <Scanner::Mode mode, uint8_t kept>
uint8_t Scanner::play_to_next_look(const corpus::GameView& game, uint32_t& ply, uint32_t last) {
    if (mode == Mode::Verdict && sequences_.empty() && watched_gates_.size() == 1) {
        const Gate& gate = watched_gates_.front();
        const bool value = lane_states_[gate.lane()].value;
        if (!gate.may_end(value)) return play_until_gate<kept>(gate, !value, game, ply, last);
    }
    uint8_t events = 0;
    do {
        const uint8_t latest = board_.play<kept>(game.move(ply).raw(), ply);
        events |= latest;
        ++ply;
        if (latest != 0 && needs_look<mode>(latest, game, ply)) break;
    } while (ply < last);
    return events;
}

template <uint8_t kept>
uint8_t Scanner::play_until_gate(const Gate& gate, bool passes, const corpus::GameView& game,
                                 uint32_t& ply, uint32_t last) {
    return gate::visit_inline(gate.kind(), [&]<class Kind>(const Kind& kind) {
        if constexpr (gate::kIsQuiet<Kind>) {
            return play_until_kind<kept, const Gate&>(gate, passes, game, ply, last);
        } else {
            return play_until_kind<kept, Kind>(kind, passes, game, ply, last);
        }
    });
}

template <uint8_t kept, class Kind>
uint8_t Scanner::play_until_kind(Kind kind, bool passes, const corpus::GameView& game,
                                 uint32_t& ply, uint32_t last) {
    uint8_t events = 0;
    uint32_t at = ply;
    do {
        events |= board_.play<kept>(game.move(at).raw(), at);
        ++at;
    } while (at < last && kind.passes(board_, game, at) != passes);
    ply = at;
    return events;
}

template <uint8_t kept>
void Scanner::play_sequence(const corpus::GameView& game) {
    begin(game);
    const auto& sequence = std::get<SequenceLeaf>(program_.leaves.front().leaf);
    LeafState& state = leaf_states_.front();
    const uint32_t plies = game.plies();
    for (uint32_t ply = 0;;) {
        const Moment moment{board_, game, rules_, ply};
        uint64_t now = 0;
        for (uint64_t open = state.open; open != 0; open &= open - 1) {
            const auto step = static_cast<size_t>(std::countr_zero(open));
            for (const Gate& gate : step_gates_[step]) {
                if (!gate.passes(board_, game, ply)) continue;
                known_ = 0;
                if (gate.is_exact() || holds_now(program_.lanes[gate.lane()].composite, moment)) {
                    now |= uint64_t{1} << step;
                }
            }
        }
        note_steps(sequence, state, now);
        if (state.satisfied || ply == plies) break;
        uint8_t events = 0;
        const auto& gates = step_gates_[static_cast<size_t>(std::countr_zero(state.open))];
        if (state.just_matched == 0 && std::has_single_bit(state.open) && gates.size() == 1) {
            events = play_until_gate<kept>(gates.front(), true, game, ply, plies);
        } else {
            events = board_.play<kept>(game.move(ply).raw(), ply);
            ++ply;
        }
        is_damaged_ |= (events & event::kDamage) != 0;
    }
    if (state.satisfied) update_verdict();
}

template <Scanner::Mode mode, uint8_t kept>
void Scanner::play_quietly(const corpus::GameView& game) {
    if (mode == Mode::Trace || !watches_one_kind_) return play_bursts<mode, kept, Gate>(game);
    gate::visit_inline(watched_gates_.front().kind(), [&]<class Kind>(const Kind&) {
        if constexpr (gate::kIsQuiet<Kind>) {
            play_bursts<mode, kept, Kind>(game);
        } else {
            play_bursts<mode, kept, Gate>(game);
        }
    });
}

template <Scanner::Mode mode, uint8_t kept, class Kind>
void Scanner::play_bursts(const corpus::GameView& game) {
    begin(game);
    const uint32_t plies = game.plies();
    const uint32_t last = mode == Mode::Trace ? plies : std::min(plies, program_.last_ply);
    look<mode>({board_, game, rules_, 0}, kEverything);
    const std::span<const Gate> gates = mode == Mode::Trace ? gates_ : watched_gates_;
    // By value: through references the loop would read them again for each change.
    const auto look_after_change = [this, game, gates](uint32_t ply) {
        for (const Gate& gate : gates) {
            // A branch for each value takes a seventh fewer instructions than comparing with it.
            const bool stays = lane_states_[gate.lane()].value
                                   ? gate.is_exact() && passes_as<Kind>(gate, board_, game, ply)
                                   : !passes_as<Kind>(gate, board_, game, ply);
            if (stays) continue;
            return look<mode>({board_, game, rules_, ply}, kEverything);
        }
    };
    for (uint32_t ply = 0; ply < last;) {
        if (mode == Mode::Verdict && is_decided(verdict_)) return;
        const uint32_t end = std::min(last, ply + Board::kMaxBurst);
        const Board::Burst burst = board_.play_and_log(game, ply, end, log_);
        is_damaged_ |= burst.is_damaged;
        for (uint32_t i = 0; i < burst.changes; ++i) {
            const uint32_t changed_by = ply + log_[i].offset();
            board_.apply<kept>(log_[i], game.move(changed_by).raw());
            look_after_change(changed_by + 1);
        }
        ply = burst.end;
        if (ply == end) continue;
        const uint8_t events = board_.play<kept>(game.move(ply).raw(), ply);
        ++ply;
        is_damaged_ |= (events & event::kDamage) != 0;
        look_after_change(ply);
    }
    close_spans<mode>(last, plies);
}

template <Scanner::Mode mode>
bool Scanner::needs_look(uint8_t events, const corpus::GameView& game, uint32_t ply) const {
    if ((events & event::kDamage) != 0) return true;
    for (const Gate& gate : mode == Mode::Trace ? gates_ : watched_gates_) {
        if (gate.needs_look(events, lane_states_[gate.lane()].value, board_, game, ply)) {
            return true;
        }
    }
    if (mode == Mode::Trace) return false;
    for (const uint32_t leaf : sequences_) {
        const LeafState& state = leaf_states_[leaf];
        if (state.just_matched != 0) return true;
        const auto& sequence = std::get<SequenceLeaf>(program_.leaves[leaf].leaf);
        for (uint64_t open = state.open; open != 0; open &= open - 1) {
            const auto& step = sequence.steps[static_cast<size_t>(std::countr_zero(open))];
            for (const uint16_t lane : step.lanes) {
                if (step.transition != Transition::None || gates_[lane].passes(board_, game, ply))
                    return true;
            }
        }
    }
    return false;
}

template <Scanner::Mode mode>
void Scanner::look(const Moment& moment, uint8_t events) {
    known_ &= lasting_[events & kEverything];
    const auto look_at = [&](uint16_t lane) {
        LaneState& state = lane_states_[lane];
        const bool now = holds_now(program_.lanes[lane].composite, moment);
        if (now == state.value) return;
        const uint32_t since = std::exchange(state.since, moment.ply);
        state.value = now;
        if (mode == Mode::Trace) {
            if (!now) spans_[lane].push_back({since, moment.ply - 1});
        } else if (now) {
            lane_began(lane, moment.ply, moment.game.plies());
        } else {
            lane_ended(lane, {since, moment.ply - 1}, true, moment.game.plies());
        }
    };
    if constexpr (mode == Mode::Trace) {
        for (uint16_t lane = 0; lane < lane_count(); ++lane) {
            if (moment.ply == 0 || (program_.lanes[lane].events & events) != 0) look_at(lane);
        }
    } else {
        for (const uint16_t lane : watched_lanes_) {
            if (moment.ply == 0 || (program_.lanes[lane].events & events) != 0) look_at(lane);
        }
        for (const uint32_t leaf : sequences_) step_sequence(leaf, moment);
        if (verdict_is_stale_) update_verdict();
    }
}

template <Scanner::Mode mode>
void Scanner::close_spans(uint32_t last_ply, uint32_t plies) {
    for (uint16_t lane = 0; lane < lane_count(); ++lane) {
        if (!lane_states_[lane].value) continue;
        const PlySpan span{lane_states_[lane].since, last_ply};
        if constexpr (mode == Mode::Trace) {
            spans_[lane].push_back(span);
        } else {
            lane_ended(lane, span, false, plies);
        }
    }
}

bool Scanner::holds_now(const Composite& composite, const Moment& moment) {
    for (const uint16_t atom : composite.atoms) {
        if (!atom_holds_now(atom, moment)) return false;
    }
    for (const auto& any : composite.any) {
        const bool found = std::ranges::any_of(
            any.lists, [&](const Composite& list) { return holds_now(list, moment); });
        if (found == any.negated) return false;
    }
    return true;
}

bool Scanner::atom_holds_now(uint16_t atom, const Moment& moment) {
    if (atom >= kRemembered) return holds(program_.atoms[atom], moment);
    const uint64_t bit = uint64_t{1} << atom;
    if ((known_ & bit) == 0) {
        known_ |= bit;
        true_ = holds(program_.atoms[atom], moment) ? true_ | bit : true_ & ~bit;
    }
    return (true_ & bit) != 0;
}

// ---- sequences

bool Scanner::step_holds(const SequenceLeaf::Step& step, const Moment& moment) {
    return std::ranges::any_of(step.lanes, [&](uint16_t lane) {
        if (step.transition == Transition::None) {
            const Gate& gate = gates_[lane];
            return gate.passes(board_, moment.game, moment.ply) &&
                   (gate.is_exact() || holds_now(program_.lanes[lane].composite, moment));
        }
        const LaneState& state = lane_states_[lane];
        return moment.ply > 0 && state.since == moment.ply &&
               state.value == (step.transition == Transition::Became);
    });
}

// A regular expression over plies, all attempts at the same time: bit i says that step i matched
// here and all steps before it earlier.
void Scanner::step_sequence(uint32_t leaf, const Moment& moment) {
    const auto& sequence = std::get<SequenceLeaf>(program_.leaves[leaf].leaf);
    LeafState& state = leaf_states_[leaf];
    if (state.satisfied) return;
    uint64_t now = 0;
    for (uint64_t open = state.open; open != 0; open &= open - 1) {
        const auto step = static_cast<size_t>(std::countr_zero(open));
        if (step_holds(sequence.steps[step], moment)) now |= uint64_t{1} << step;
    }
    note_steps(sequence, state, now);
    if (state.satisfied) verdict_is_stale_ = true;
}

void Scanner::note_steps(const SequenceLeaf& sequence, LeafState& state, uint64_t now) {
    const size_t count = sequence.steps.size();
    if ((now >> (count - 1) & 1) != 0) state.satisfied = true;
    if (now == 0 && state.just_matched == 0) return;
    state.just_matched = now;
    state.matched |= now;
    const uint64_t all = count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
    state.open =
        (1 | (now << 1 & sequence.adjacent) | (state.matched << 1 & ~sequence.adjacent)) & all;
    // Once a step whose successor may come at any later ply has matched, matching it or a step
    // before it again gains nothing.
    const uint64_t settled = state.matched & ~(sequence.adjacent >> 1) & (all >> 1);
    if (settled != 0) state.open &= ~((std::bit_floor(settled) << 1) - 1);
}

}  // namespace edge::query
