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

using corpus::GameView;
using corpus::Shard;

constexpr uint64_t kBucketGames = 64;
constexpr uint32_t kBlockGames = 4096;
constexpr size_t kMostPrefetched = 256;
// With so few ways in which new games go on, each old one is compared with all of them.
constexpr size_t kFewWaysOn = 16;

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

Result<Hashes> hashes_of(const ShardList& shards, unsigned threads,
                         const std::function<bool()>& is_cancelled) {
    Hashes hashes;
    for (uint32_t number = 0; number < shards.shard_count(); ++number) {
        const Shard& shard = shards.shard(number);
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

// The bits of such a number that are moves, less those at which the game has ended.
uint64_t moves_mask(uint64_t next) {
    constexpr int kMoveBits = 16;
    return next == 0 ? 0 : ~uint64_t{0} << (std::countr_zero(next) / kMoveBits * kMoveBits);
}

// False when neither game can begin the other.
bool may_begin(uint64_t a, uint64_t b) { return ((a ^ b) & moves_mask(a) & moves_mask(b)) == 0; }

// Records of a bucket are far apart, so that waiting for them one by one would take most of the
// time. Bytes of the index and the records are fetched ahead, in two rounds. Only hints:
// Shard::game checks what it reads.
void prefetch_games(const ShardList& shards, std::span<const uint32_t> ids) {
    const auto entry_of = [&shards](uint32_t id) {
        const corpus::GamePlace place = shards.locate(id);
        return std::pair(&shards.shard(place.shard),
                         shards.shard(place.shard).index_bytes().data() +
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

// Finds the families among games with the same hash of their first moves.
class FamilySorter {
public:
    FamilySorter(const ShardList& shards, const FamilyVisit& visit)
        : shards_(shards), visit_(visit) {}

    // Of games whose ids these are.
    Status add(uint32_t id) {
        const corpus::GamePlace place = shards_.locate(id);
        const GameView view = EDGE_TRY(shards_.shard(place.shard).game(place.index));
        sorted_.push_back({next_moves(view), {id, place.shard, view}});
        return {};
    }
    Status visit_families();
    // Forgets old games that begin as no new one does, and are begun by none, so that few are
    // sorted for few new ones.
    void drop_unrelated(uint32_t first_new);

private:
    const ShardList& shards_;
    const FamilyVisit& visit_;
    std::vector<SortedGame> sorted_;
    std::vector<FamilyGame> family_;
};

// Of the games added since the last call.
Status FamilySorter::visit_families() {
    std::sort(sorted_.begin(), sorted_.end());
    for (size_t root = 0; root < sorted_.size();) {
        const GameView start = sorted_[root].game.view;
        const bool is_short = start.plies() <= kShortPlies;
        family_.clear();
        do {
            family_.push_back(sorted_[root++].game);
        } while (root < sorted_.size() && begins(start, sorted_[root].game.view) &&
                 (!is_short || sorted_[root].game.view.plies() == start.plies()));
        if (family_.size() > 1) EDGE_CHECK(visit_(family_));
    }
    sorted_.clear();
    return {};
}

void FamilySorter::drop_unrelated(uint32_t first_new) {
    std::vector<uint64_t> of_new;
    for (const SortedGame& game : sorted_) {
        if (game.game.id >= first_new) of_new.push_back(game.next);
    }
    std::ranges::sort(of_new);
    const auto again = std::ranges::unique(of_new);
    of_new.erase(again.begin(), again.end());
    if (of_new.size() > kFewWaysOn) return;
    std::erase_if(sorted_, [&](const SortedGame& game) {
        return std::ranges::none_of(of_new,
                                    [&](uint64_t next) { return may_begin(game.next, next); });
    });
}

// The hashes of the new games, to be asked for those of all others.
class HashSet {
public:
    explicit HashSet(std::vector<uint64_t> hashes) : hashes_(std::move(hashes)) {
        std::ranges::sort(hashes_);
        const auto again = std::ranges::unique(hashes_);
        hashes_.erase(again.begin(), again.end());
        const auto bits = static_cast<unsigned>(std::bit_width(hashes_.size())) + 3;
        shift_ = 64 - bits;
        first_bits_.resize(size_t{1} << bits);
        for (const uint64_t hash : hashes_) first_bits_[hash >> shift_] = true;
    }
    // The bits refuse at least seven in eight of the others.
    bool has(uint64_t hash) const {
        return first_bits_[hash >> shift_] && std::ranges::binary_search(hashes_, hash);
    }

private:
    std::vector<uint64_t> hashes_;
    std::vector<bool> first_bits_;  // by the first bits of a hash
    unsigned shift_ = 0;
};

}  // namespace

bool begins(const GameView& shorter, const GameView& longer) {
    return shorter.plies() <= longer.plies() &&
           std::memcmp(moves_of(shorter), moves_of(longer),
                       sizeof(uint16_t) * size_t{shorter.plies()}) == 0;
}

Status check_game_ids(const std::string& path, uint64_t games) {
    if (games <= UINT32_MAX) return {};
    return fail(ErrorCode::Unsupported,
                fmt::format("{}: found {} games, expected at most {}", path, games, UINT32_MAX));
}

Result<OpeningTable> OpeningTable::make(const ShardList& shards, unsigned threads,
                                        const std::function<bool()>& is_cancelled) {
    const uint64_t games = shards.game_count();
    const Hashes hashes = EDGE_TRY(hashes_of(shards, threads, is_cancelled));
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

Status OpeningTable::for_each_family(const ShardList& shards, uint32_t bucket,
                                     const FamilyVisit& visit) {
    const uint32_t first = bucket == 0 ? 0 : ends_[bucket - 1];
    const std::span<Entry> entries = std::span(entries_).subspan(first, ends_[bucket] - first);
    std::ranges::sort(entries, {}, [](const Entry& e) { return std::pair(e.hash, e.id); });
    std::vector<uint32_t> wanted;
    for (size_t i = 0; i < entries.size(); ++i) {
        const bool is_shared = (i > 0 && entries[i - 1].hash == entries[i].hash) ||
                               (i + 1 < entries.size() && entries[i + 1].hash == entries[i].hash);
        if (is_shared) wanted.push_back(entries[i].id);
    }
    prefetch_games(shards, std::span(wanted).first(std::min(wanted.size(), kMostPrefetched)));
    FamilySorter sorter(shards, visit);
    for (size_t begin = 0; begin < entries.size();) {
        size_t end = begin + 1;
        while (end < entries.size() && entries[end].hash == entries[begin].hash) ++end;
        const std::span<const Entry> same_hash = entries.subspan(begin, end - begin);
        begin = end;
        if (same_hash.size() < 2) continue;
        for (const Entry& entry : same_hash) EDGE_CHECK(sorter.add(entry.id));
        EDGE_CHECK(sorter.visit_families());
    }
    return {};
}

Result<NewOpenings> NewOpenings::make(const ShardList& shards, uint32_t first_new, unsigned threads,
                                      const std::function<bool()>& is_cancelled) {
    const Hashes hashes = EDGE_TRY(hashes_of(shards, threads, is_cancelled));
    // A shard is old or new as a whole.
    const auto is_new = [&](size_t shard) {
        return shards.first_id(static_cast<uint32_t>(shard)) >= first_new;
    };
    std::vector<uint64_t> new_hashes;
    new_hashes.reserve(shards.game_count() - first_new);
    for (size_t shard = 0; shard < hashes.shards.size(); ++shard) {
        if (!is_new(shard)) continue;
        new_hashes.insert(new_hashes.end(), hashes.shards[shard].begin(),
                          hashes.shards[shard].end());
    }
    const HashSet wanted(std::move(new_hashes));
    std::vector<std::vector<Entry>> found(hashes.shards.size());
    for_each_number(found.size(), threads, [&](unsigned, uint64_t shard) {
        auto id = static_cast<uint32_t>(shards.first_id(static_cast<uint32_t>(shard)));
        const bool takes_all = is_new(shard);
        for (const uint64_t hash : hashes.shards[shard]) {
            if (takes_all || wanted.has(hash)) found[shard].push_back({hash, id});
            ++id;
        }
        return true;
    });
    if (is_cancelled && is_cancelled()) return fail(ErrorCode::Cancelled, "cancelled");
    NewOpenings openings;
    openings.first_new_ = first_new;
    for (std::vector<Entry>& entries : found) {
        openings.entries_.insert(openings.entries_.end(), entries.begin(), entries.end());
        entries = {};
    }
    std::vector<Entry>& entries = openings.entries_;
    std::ranges::sort(entries);
    for (size_t begin = 0; begin < entries.size();) {
        size_t end = begin + 1;
        while (end < entries.size() && entries[end].hash == entries[begin].hash) ++end;
        if (end - begin > 1) openings.begins_.push_back(begin);
        begin = end;
    }
    return openings;
}

Status NewOpenings::for_each_family(const ShardList& shards, size_t hash,
                                    const FamilyVisit& visit) const {
    const FamilyVisit visit_if_new = [&](std::span<const FamilyGame> family) -> Status {
        const bool has_new = std::ranges::any_of(
            family, [this](const FamilyGame& game) { return game.id >= first_new_; });
        return has_new ? visit(family) : Status{};
    };
    const size_t begin = begins_[hash];
    size_t end = begin + 1;
    while (end < entries_.size() && entries_[end].hash == entries_[begin].hash) ++end;
    std::vector<uint32_t> ids;
    ids.reserve(end - begin);
    for (size_t i = begin; i < end; ++i) ids.push_back(entries_[i].id);
    FamilySorter sorter(shards, visit_if_new);
    for (size_t i = 0; i < ids.size(); ++i) {
        if (i % kMostPrefetched == 0) {
            prefetch_games(
                shards, std::span(ids).subspan(i).first(std::min(ids.size() - i, kMostPrefetched)));
        }
        EDGE_CHECK(sorter.add(ids[i]));
    }
    sorter.drop_unrelated(first_new_);
    return sorter.visit_families();
}

}  // namespace edge::indexing
