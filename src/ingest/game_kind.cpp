#include "ingest/game_kind.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace edge::ingest {
namespace {

constexpr std::array<std::string_view, kGameKinds> kNames = {"pgn",        "scoredb", "scid4",
                                                             "viriformat", "fbpgn",   "polyglot"};

// The endings of their files mean the same.
struct Synonym {
    std::string_view text;
    GameKind kind;
};
constexpr Synonym kSynonyms[] = {{"si4", GameKind::Scid4},
                                 {"sn4", GameKind::Scid4},
                                 {"sg4", GameKind::Scid4},
                                 {"vf", GameKind::Viriformat},
                                 {"bin", GameKind::Polyglot}};

}  // namespace

std::string_view kind_name(GameKind kind) { return kNames[static_cast<size_t>(kind)]; }

Result<GameKind> parse_game_kind(std::string_view name) {
    std::string_view word = name;
    if (word.starts_with('.')) word.remove_prefix(1);
    const auto found = std::ranges::find(kNames, word);
    if (found != kNames.end()) return static_cast<GameKind>(found - kNames.begin());
    for (const Synonym& synonym : kSynonyms) {
        if (word == synonym.text) return synonym.kind;
    }
    return fail(ErrorCode::InvalidArgument,
                fmt::format("found '{}', expected {}", name, fmt::join(kNames, ", ")));
}

}  // namespace edge::ingest
