// Two passes over the hashes put the games into buckets of about 64: the first counts the games of
// each bucket, the second puts them there. Within a bucket, games with the same hash are sorted by
// their moves; each is then followed by all games that it begins.
#include "index/game_families.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/for_each_number.h"

namespace edge::indexing {
namespace {

using corpus::Corpus;
using corpus::GameView;
using corpus::Shard;

constexpr uint64_t kBucketGames = 64;
constexpr uint32_t kBlockGames = 4096;
constexpr size_t kMostPrefetched = 256;

const std::byte* moves_of(const GameView& view) { return view.record() + corpus::kHeaderBytes; }

Result<std::vector<uint64_t>> compute_hashes(const Shard& shard, unsigned threads,
                                             const std::function<bool()>& is_cancelled) {
    std::vector<uint64_t> hashes(shard.game_count());
    std::mutex mutex;
    std::optional<std::pair<uint64_t, Error>> first_error;
    for_each_number((shard.game_count() + kBlockGames - 1) / kBlockGames, threads,
                    [&](unsigned, uint64_t block) {
                        const auto hash_block = [&]() -> Status {
                            if (is_cancelled && is_cancelled()) {
                                return fail(ErrorCode::Cancelled, "cancelled");
                            }
                            const auto begin = static_cast<uint32_t>(block * kBlockGames);
                            const uint32_t end = std::min(begin + kBlockGames, shard.game_count());
                            for (uint32_t game = begin; game < end; ++game) {
                                const GameView view = EDGE_TRY(shard.game(game));
                                hashes[game] =
                                    corpus::hash_moves(moves_of(view), view.plies()).opening;
                            }
                            return {};
                        };
                        Status status = hash_block();
                        if (status) return true;
                        const std::lock_guard lock(mutex);
                        if (!first_error || block < first_error->first) {
                            first_error.emplace(block, std::move(status).error());
                        }
                        return false;
                    });
    if (first_error) return tl::unexpected(std::move(first_error->second));
    return hashes;
}

// The hashes of all shards: views of N.cols, or computed.
struct Hashes {
    std::vector<std::vector<uint64_t>> computed;
    std::vector<std::span<const uint64_t>> shards;
};

Result<Hashes> hashes_of(const Corpus& corpus, unsigned threads,
                         const std::function<bool()>& is_cancelled) {
    Hashes hashes;
    for (uint32_t number = 0; number < corpus.shard_count(); ++number) {
        const Shard& shard = corpus.shard(number);
        const bool is_stored = shard.columns() != nullptr &&
                               shard.columns()->opening_hash.size() == shard.game_count();
        if (is_stored) {
            hashes.shards.push_back(shard.columns()->opening_hash);
        } else {
            hashes.computed.push_back(EDGE_TRY(compute_hashes(shard, threads, is_cancelled)));
            hashes.shards.emplace_back(hashes.computed.back());
        }
    }
    return hashes;
}

// The moves after the first 20 plies, as many as fit, so that most games are told apart here. Moves
// are never zero, so a game that ends comes first.
uint64_t next_moves(const GameView& view) {
    uint64_t next = 0;
    for (uint32_t ply = kShortPlies; ply < kShortPlies + 4; ++ply) {
        next = next << 16 | (ply < view.plies() ? view.move(ply).raw() : 0);
    }
    return next;
}

// Records of a bucket are far apart, so that waiting for them one by one would take most of the
// time. Bytes of the index and the records are fetched ahead, in two rounds. Only hints:
// Shard::game checks what it reads.
void prefetch_games(const Corpus& corpus, std::span<const uint32_t> ids) {
    const auto entry_of = [&corpus](uint32_t id) {
        const corpus::GamePlace place = corpus.locate(id);
        return std::pair(&corpus.shard(place.shard),
                         corpus.shard(place.shard).index_bytes().data() +
                             sizeof(uint64_t) * size_t{place.index});
    };
    for (const uint32_t id : ids) __builtin_prefetch(entry_of(id).second);
    for (const uint32_t id : ids) {
        const auto [shard, entry] = entry_of(id);
        const auto offset = corpus::load<uint64_t>(entry);
        const std::span<const std::byte> moves = shard->moves_bytes();
        if (offset >= moves.size()) continue;
        // The header, and the moves after the first 20 plies.
        const size_t next = corpus::kHeaderBytes + sizeof(uint16_t) * size_t{kShortPlies};
        __builtin_prefetch(moves.data() + offset);
        if (next < moves.size() - offset) __builtin_prefetch(moves.data() + offset + next);
    }
}

struct SortedGame {
    uint64_t next;
    FamilyGame game;

    bool operator<(const SortedGame& other) const {
        if (next != other.next) return next < other.next;
        const GameView& mine = game.view;
        const GameView& its = other.game.view;
        const uint32_t common = std::min(mine.plies(), its.plies());
        for (uint32_t ply = 0; ply < common; ++ply) {
            if (mine.move(ply).raw() != its.move(ply).raw()) {
                return mine.move(ply).raw() < its.move(ply).raw();
            }
        }
        return std::tuple(mine.plies(), game.id) < std::tuple(its.plies(), other.game.id);
    }
};

}  // namespace

bool begins(const GameView& shorter, const GameView& longer) {
    return shorter.plies() <= longer.plies() &&
           std::memcmp(moves_of(shorter), moves_of(longer),
                       sizeof(uint16_t) * size_t{shorter.plies()}) == 0;
}

Result<OpeningTable> OpeningTable::make(const Corpus& corpus, unsigned threads,
                                        const std::function<bool()>& is_cancelled) {
    const uint64_t games = corpus.game_count();
    if (games > UINT32_MAX) {
        return fail(ErrorCode::Unsupported, fmt::format("{}: found {} games, expected at most {}",
                                                        corpus.path(), games, UINT32_MAX));
    }
    const Hashes hashes = EDGE_TRY(hashes_of(corpus, threads, is_cancelled));
    const auto bits = static_cast<uint32_t>(std::bit_width(games / kBucketGames));
    const auto bucket_of = [bits](uint64_t hash) { return bits == 0 ? 0 : hash >> (64 - bits); };

    OpeningTable table;
    table.ends_.resize(size_t{1} << bits);
    for (const std::span<const uint64_t> shard : hashes.shards) {
        for (const uint64_t hash : shard) ++table.ends_[bucket_of(hash)];
    }
    uint32_t sum = 0;
    for (uint32_t& end : table.ends_) sum += std::exchange(end, sum);  // now where each begins
    table.entries_.resize(games);
    uint32_t id = 0;
    for (const std::span<const uint64_t> shard : hashes.shards) {
        for (const uint64_t hash : shard) {
            table.entries_[table.ends_[bucket_of(hash)]++] = {static_cast<uint32_t>(hash), id++};
        }
        if (is_cancelled && is_cancelled()) return fail(ErrorCode::Cancelled, "cancelled");
    }
    return table;
}

Status OpeningTable::for_each_family(
    const Corpus& corpus, uint32_t bucket,
    const std::function<Status(std::span<const FamilyGame>)>& visit) {
    const uint32_t first = bucket == 0 ? 0 : ends_[bucket - 1];
    const std::span<Entry> entries = std::span(entries_).subspan(first, ends_[bucket] - first);
    std::ranges::sort(entries, {}, [](const Entry& e) { return std::pair(e.hash, e.id); });
    std::vector<uint32_t> wanted;
    for (size_t i = 0; i < entries.size(); ++i) {
        const bool is_shared = (i > 0 && entries[i - 1].hash == entries[i].hash) ||
                               (i + 1 < entries.size() && entries[i + 1].hash == entries[i].hash);
        if (is_shared) wanted.push_back(entries[i].id);
    }
    prefetch_games(corpus, std::span(wanted).first(std::min(wanted.size(), kMostPrefetched)));
    std::vector<SortedGame> sorted;
    std::vector<FamilyGame> family;
    for (size_t begin = 0; begin < entries.size();) {
        size_t end = begin + 1;
        while (end < entries.size() && entries[end].hash == entries[begin].hash) ++end;
        const std::span<const Entry> same_hash = entries.subspan(begin, end - begin);
        begin = end;
        if (same_hash.size() < 2) continue;
        sorted.clear();
        sorted.reserve(same_hash.size());
        for (const Entry& entry : same_hash) {
            const corpus::GamePlace place = corpus.locate(entry.id);
            const GameView view = EDGE_TRY(corpus.shard(place.shard).game(place.index));
            sorted.push_back({next_moves(view), {entry.id, place.shard, view}});
        }
        std::sort(sorted.begin(), sorted.end());
        for (size_t root = 0; root < sorted.size();) {
            const GameView& start = sorted[root].game.view;
            const bool is_short = start.plies() <= kShortPlies;
            family.clear();
            do {
                family.push_back(sorted[root++].game);
            } while (root < sorted.size() && begins(start, sorted[root].game.view) &&
                     (!is_short || sorted[root].game.view.plies() == start.plies()));
            if (family.size() > 1) EDGE_CHECK(visit(family));
        }
    }
    return {};
}

}  // namespace edge::indexing
