#include "query/plan/explain.h"

#include <iterator>

#include <fmt/format.h>

#include "core/overloaded.h"

namespace edge::query {

namespace {

using Out = std::back_insert_iterator<std::string>;

std::string joined(const std::vector<std::string>& parts) {
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string path_text(const Program& program) {
    if (program.leaves.empty()) return "header-only: no game is played";
    if ((program.keeps & keep::kHash) != 0) return "hash: games are played with a position hash";
    return "board: games are played without a hash";
}

std::string keeps_text(const Program& program) {
    std::vector<std::string> parts = {"mailbox", "piece counts"};
    if ((program.keeps & keep::kSets) != 0) parts.emplace_back("bitboards");
    if ((program.keeps & keep::kHash) != 0) parts.emplace_back("placement hash");
    if ((program.keeps & keep::kMisses) != 0) {
        parts.push_back(fmt::format("mismatches of {} patterns", program.patterns.size()));
    }
    return joined(parts);
}

std::string events_text(uint8_t events) {
    if ((events & event::kPly) != 0) return "every move";
    std::vector<std::string> parts;
    if ((events & event::kMaterial) != 0) parts.emplace_back("captures and promotions");
    if ((events & event::kPawns) != 0) parts.emplace_back("changes to the pawns");
    if ((events & event::kRooks) != 0) parts.emplace_back("changes to the rooks");
    if ((events & event::kCastling) != 0) parts.emplace_back("castling");
    if ((events & event::kEnd) != 0) parts.emplace_back("the last move");
    return parts.empty() ? "nothing" : joined(parts);
}

// Nanoseconds per ply, roughly: the board, and each lane as often as it is tested.
double estimated_cost(const Program& program) {
    if (program.leaves.empty()) return 0;
    double cost = 1.5;
    if ((program.keeps & keep::kSets) != 0) cost += 1;
    if ((program.keeps & keep::kHash) != 0) cost += 2;
    if ((program.keeps & keep::kMisses) != 0) {
        cost += 1.0 * static_cast<double>(program.patterns.size());
    }
    for (const Lane& lane : program.lanes) {
        // About one move in five changes the material and one in three the pawns or rooks.
        const double share = (lane.events & event::kPly) != 0                       ? 1
                             : (lane.events & (event::kPawns | event::kRooks)) != 0 ? 0.4
                             : (lane.events & event::kMaterial) != 0                ? 0.2
                                                                                    : 0.02;
        const double first =
            lane.composite.atoms.empty() ? 5 : cost_of(program.atoms[lane.composite.atoms.front()]);
        cost += share * (2 + first);
    }
    return cost;
}

void explain_window(Out out, const WindowLeaf& window) {
    const char* const transition =
        window.transition == Transition::Became   ? ", at the ply where it becomes true"
        : window.transition == Transition::Ceased ? ", at the ply where it ceases to be"
                                                  : "";
    const std::string plies = window.until == UINT32_MAX
                                  ? fmt::format("plies {}..", window.from)
                                  : fmt::format("plies {}..{}", window.from, window.until);
    switch (window.quantifier) {
        case Quantifier::Always:
            fmt::format_to(out, "always, {}{}", plies, transition);
            break;
        case Quantifier::Never:
            fmt::format_to(out, "never, {}{}", plies, transition);
            break;
        default:
            if (window.streak == 1) {
                fmt::format_to(out, "ever, {}{}", plies, transition);
            } else {
                fmt::format_to(out, "{} plies in a row, {}{}", window.streak, plies, transition);
            }
    }
}

}  // namespace

std::string explain(const Program& program, const std::string& text) {
    std::string result;
    const Out out(result);
    fmt::format_to(out, "query   {}\n", text);
    fmt::format_to(out, "path    {}\n", path_text(program));
    if (!program.headers.empty()) {
        fmt::format_to(out,
                       "headers {} test{}, decided first for 1,024 games at a time; only games "
                       "they leave open are played\n",
                       program.headers.size(), program.headers.size() == 1 ? "" : "s");
    }
    if (program.leaves.empty()) return result;
    fmt::format_to(out, "keeps   {}\n", keeps_text(program));
    if (program.last_ply != UINT32_MAX) {
        fmt::format_to(out, "until   ply {}: no condition looks further\n", program.last_ply);
    }
    size_t number = 1;
    for (const Leaf& leaf : program.leaves) {
        fmt::format_to(out, "{:<8}{}\n        ", fmt::format("cond {}", number++), leaf.text);
        uint8_t events = 0;
        std::visit(Overloaded{
                       [&](const WindowLeaf& window) {
                           explain_window(out, window);
                           if (window.lanes.size() == 2) {
                               fmt::format_to(out, "; White's lane or Black's");
                           }
                           for (const uint16_t lane : window.lanes) {
                               events |= program.lanes[lane].events;
                           }
                       },
                       [&](const SequenceLeaf& sequence) {
                           fmt::format_to(out, "a sequence of {} steps", sequence.steps.size());
                           events = event::kPly;
                       },
                   },
                   leaf.leaf);
        fmt::format_to(out, "; tested again after {}\n", events_text(events));
    }
    fmt::format_to(out, "order   {} predicate{} in {} lane{}, the cheapest of a condition first\n",
                   program.atoms.size(), program.atoms.size() == 1 ? "" : "s", program.lanes.size(),
                   program.lanes.size() == 1 ? "" : "s");
    fmt::format_to(out, "cost    about {:.1f} ns a ply\n", estimated_cost(program));
    return result;
}

}  // namespace edge::query
