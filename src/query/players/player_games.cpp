#include "query/players/player_games.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "corpus/extra.h"
#include "query/headers/header_rules.h"

namespace edge::query {
namespace {

using corpus::PlayerTable;

constexpr uint32_t kGamesBetweenChecks = 1U << 16;
constexpr uint32_t kNobody = UINT32_MAX;  // "?", for instance
constexpr std::array<std::string_view, 2> kTags = {"WhiteFideId", "BlackFideId"};

// By colour: the index of the name in the shard, or the player.
using NamePair = std::array<uint32_t, 2>;

// By their index in the shard.
std::vector<uint32_t> players_of(const corpus::Shard& shard, const PlayerTable& table) {
    const corpus::NameList names = shard.names();
    std::vector<uint32_t> players;
    players.reserve(names.size());
    for (uint32_t i = 0; i < names.size(); ++i) {
        players.push_back(table.find(names[i]).value_or(kNobody));
    }
    return players;
}

Result<NamePair> name_indexes(const corpus::Shard& shard, uint32_t game) {
    if (const HeaderColumns* const columns = shard.columns()) {
        return NamePair{columns->white_name[game], columns->black_name[game]};
    }
    const corpus::GameHeader header = EDGE_TRY(shard.game(game)).header();
    return NamePair{header.white_name, header.black_name};
}

// Indexes that name nobody, as only a damaged shard has them, are left out.
NamePair players_at(NamePair indexes, const std::vector<uint32_t>& players) {
    const auto at = [&players](uint32_t index) {
        return index < players.size() ? players[index] : kNobody;
    };
    return {at(indexes[0]), at(indexes[1])};
}

// Nothing that is no number, and no 0, which stands for "unknown".
FideId parse_id(std::string_view text) {
    FideId id = kNoFideId;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    const bool is_id = error == std::errc() && end == text.data() + text.size();
    return is_id && id != kSeveralFideIds ? id : kNoFideId;
}

// How many games say that a player has an id.
class Counts {
public:
    void add(uint32_t player, FideId id) {
        if (player != kNobody && id != kNoFideId) ++games_[uint64_t{player} << 32 | id];
    }

    std::vector<FideId> ids(uint32_t players) const {
        struct Best {
            uint64_t all = 0, most = 0;
        };
        std::vector<Best> best(players);
        std::vector<FideId> ids(players, kNoFideId);
        for (const auto& [key, games] : games_) {
            const auto player = static_cast<uint32_t>(key >> 32);
            best[player].all += games;
            if (games <= best[player].most) continue;
            best[player].most = games;
            ids[player] = static_cast<FideId>(key);
        }
        for (uint32_t player = 0; player < players; ++player) {
            if (best[player].most * 10 < best[player].all * 9) ids[player] = kSeveralFideIds;
        }
        return ids;
    }

private:
    std::unordered_map<uint64_t, uint64_t> games_;  // by player and id
};

// Where the texts of both tags are, in the games of one shape.
using IdTexts = std::array<std::optional<uint32_t>, 2>;

std::vector<IdTexts> id_texts(const corpus::ExtraFrame& frame) {
    std::vector<IdTexts> texts(frame.shape_count());
    for (uint32_t shape = 0; shape < frame.shape_count(); ++shape) {
        for (const auto& tag : frame.shape_tags(shape)) {
            for (size_t color = 0; color < 2; ++color) {
                if (!texts[shape][color] && same_tag_name(tag.name, kTags[color])) {
                    texts[shape][color] = tag.text;
                }
            }
        }
    }
    return texts;
}

Status count_ids(const corpus::Shard& shard, const std::vector<uint32_t>& players,
                 const std::function<bool()>& is_cancelled, Counts& counts) {
    auto extra = EDGE_TRY(shard.open_extra());
    if (!extra) return {};
    std::vector<IdTexts> texts;
    for (uint32_t game = 0; game < shard.game_count(); ++game) {
        const auto place = EDGE_TRY(extra->find(game));
        if (place.game == 0) {
            if (is_cancelled && is_cancelled()) return fail(ErrorCode::Cancelled, "cancelled");
            texts = id_texts(*place.frame);
        }
        const IdTexts& found = texts[place.frame->shape_of(place.game)];
        if (!found[0] && !found[1]) continue;
        const NamePair pair = players_at(EDGE_TRY(name_indexes(shard, game)), players);
        for (size_t color = 0; color < 2; ++color) {
            if (!found[color]) continue;
            counts.add(pair[color], parse_id(place.frame->text(place.game, *found[color])));
        }
    }
    return {};
}

}  // namespace

Result<std::vector<FideId>> fide_ids(const corpus::Corpus& corpus, const PlayerTable& table,
                                     const std::function<bool()>& is_cancelled) {
    Counts counts;
    for (uint32_t number = 0; number < corpus.shard_count(); ++number) {
        const corpus::Shard& shard = corpus.shard(number);
        EDGE_CHECK(count_ids(shard, players_of(shard, table), is_cancelled, counts));
    }
    return counts.ids(table.size());
}

Status for_each_pairing(const corpus::Corpus& corpus, const PlayerTable& table,
                        const std::function<bool()>& is_cancelled,
                        const std::function<void(uint32_t white, uint32_t black)>& visit) {
    for (uint32_t number = 0; number < corpus.shard_count(); ++number) {
        const corpus::Shard& shard = corpus.shard(number);
        const std::vector<uint32_t> players = players_of(shard, table);
        for (uint32_t game = 0; game < shard.game_count(); ++game) {
            if (game % kGamesBetweenChecks == 0 && is_cancelled && is_cancelled()) {
                return fail(ErrorCode::Cancelled, "cancelled");
            }
            const auto [white, black] = players_at(EDGE_TRY(name_indexes(shard, game)), players);
            if (white == black || white == kNobody || black == kNobody) {
                continue;
            }
            visit(white, black);
        }
    }
    return {};
}

}  // namespace edge::query
