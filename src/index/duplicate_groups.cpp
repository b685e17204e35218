#include "index/duplicate_groups.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/hash.h"
#include "query/players/same_player.h"

namespace edge::indexing {
namespace {

using corpus::Date;
using corpus::GameResult;
using query::NameAgreement;

// Of a family larger than this, only games that share keys of both players are compared.
constexpr size_t kFewGames = 32;
// So few new games are compared with all others: for most of these the dates are enough.
constexpr size_t kFewNewGames = 8;
// Names kept from family to family, by all threads; some hundred bytes each.
constexpr size_t kMostNames = 16'384;
// The memory of a larger family is given back.
constexpr size_t kManyGames = 4096;

struct Player {
    Player(std::string_view text, const corpus::PlayerAliases& aliases)
        : name(text), spellings(aliases.spellings(text)), keys(name.keys()) {
        if (!spellings.empty()) keys.push_back(hash_bytes(spellings.front()) + 1);  // no name's
    }
    query::PlayerName name;
    std::span<const std::string> spellings;  // of players.tsv
    std::vector<uint64_t> keys;              // those who agree have one in common
};

struct Member {
    uint32_t id;
    bool is_new;
    uint32_t shard;
    corpus::GameView view;
    corpus::GameHeader header;
    uint32_t known_fields;
    // Null until somebody asks.
    const Player* white = nullptr;
    const Player* black = nullptr;
};

Result<bool> has_name(const corpus::Shard& shard, uint32_t name) {
    const std::string_view text = EDGE_TRY(shard.name(name));
    return !text.empty() && text != "?";
}

Result<uint32_t> count_known_fields(const corpus::Shard& shard, const corpus::GameHeader& header) {
    const bool fields[] = {
        EDGE_TRY(has_name(shard, header.white_name)),
        EDGE_TRY(has_name(shard, header.black_name)),
        header.white_elo != 0,
        header.black_elo != 0,
        header.result != GameResult::Unknown,
        header.eco != corpus::kUnknownEco,
        header.time_control.known(),
        header.date.year != 0,
        header.date.month != 0,
        header.date.day != 0,
    };
    return static_cast<uint32_t>(std::ranges::count(fields, true));
}

bool contradict(uint32_t a, uint32_t b) { return a != 0 && b != 0 && a != b; }
bool contradict(Date a, Date b) {
    return contradict(a.year, b.year) || contradict(a.month, b.month) || contradict(a.day, b.day);
}
bool contradict(GameResult a, GameResult b) {
    return a != GameResult::Unknown && b != GameResult::Unknown && a != b;
}

std::optional<PlayersAgreement> agreement(const Player& a, const Player& b) {
    if (!a.name.is_known() && !b.name.is_known()) return std::nullopt;
    switch (a.name.agreement(b.name)) {
        case NameAgreement::Same:
            return PlayersAgreement::Same;
        case NameAgreement::Spelling:
            return PlayersAgreement::Spelling;
        case NameAgreement::Unknown:
            return PlayersAgreement::Unknown;
        case NameAgreement::Initials:
        case NameAgreement::Different:
            break;
    }
    // A line of players.tsv says more than initials do.
    if (!a.spellings.empty() && a.spellings.data() == b.spellings.data()) {
        return PlayersAgreement::Alias;
    }
    if (a.name.agreement(b.name) == NameAgreement::Initials) return PlayersAgreement::Initials;
    return std::nullopt;
}

std::optional<MovesAgreement> agreement(const corpus::GameView& a, const corpus::GameView& b) {
    if (a.plies() == b.plies() && begins(a, b)) return MovesAgreement::Same;
    const auto& [shorter, longer] = a.plies() < b.plies() ? std::tie(a, b) : std::tie(b, a);
    if (shorter.plies() > kShortPlies && begins(shorter, longer)) return MovesAgreement::Prefix;
    return std::nullopt;
}

// Sets of numbers that have been joined.
class DisjointSets {
public:
    explicit DisjointSets(size_t size) : parents_(size) {
        std::iota(parents_.begin(), parents_.end(), 0U);
    }
    uint32_t find(uint32_t number) {
        while (parents_[number] != number) {
            parents_[number] = parents_[parents_[number]];
            number = parents_[number];
        }
        return number;
    }
    void join(uint32_t a, uint32_t b) { parents_[find(a)] = find(b); }

private:
    std::vector<uint32_t> parents_;
};

}  // namespace

class DuplicateGroups::Judge {
public:
    Judge(const ShardList& shards, const corpus::PlayerAliases& aliases, size_t most_names)
        : shards_(shards), aliases_(aliases), most_names_(most_names) {}

    // The members from best to worst; those from the id `first_new` on after all others.
    Status take(std::span<const FamilyGame> family, uint32_t first_new = UINT32_MAX);
    size_t size() const { return members_.size(); }
    size_t first_new() const { return first_new_; }  // the best new member, or size()
    uint32_t id(size_t member) const { return members_[member].id; }

    using Visit = std::function<Status(size_t other)>;
    // Calls visit(other) for the members after this one, or before it, with which it may agree, in
    // order.
    Status for_each_later(size_t member, const Visit& visit) {
        return for_each_between(member, member + 1, members_.size(), visit);
    }
    Status for_each_earlier(size_t member, const Visit& visit) {
        return for_each_between(member, 0, member, visit);
    }
    // How they agree, but for dates and results; nothing when they do not.
    Result<std::optional<Duplicate>> agreement_of(size_t member, size_t other);
    bool dates_contradict(size_t a, size_t b) const {
        return contradict(members_[a].header.date, members_[b].header.date);
    }
    bool results_contradict(size_t a, size_t b) const {
        return contradict(members_[a].header.result, members_[b].header.result);
    }

private:
    Status for_each_between(size_t member, size_t begin, size_t end, const Visit& visit);
    Status load_names(Member& member);
    Result<const Player*> player(uint32_t shard, uint32_t name);
    Status split_by_players();

    const ShardList& shards_;
    const corpus::PlayerAliases& aliases_;
    const size_t most_names_;
    std::unordered_map<std::string_view, Player> players_;  // by name, which is in the corpus
    std::vector<Member> members_;
    size_t first_new_ = 0;
    bool compares_all_ = false;
    // Of a large family: the members by a number that those who may agree share, and those that
    // lack a name, who may agree with anybody.
    std::vector<uint32_t> set_of_;
    std::vector<uint32_t> by_set_;                     // members in the order of their sets
    std::vector<std::pair<uint64_t, uint32_t>> keys_;  // of both players, with the member
    std::vector<uint32_t> without_a_name_;
};

Status DuplicateGroups::Judge::take(std::span<const FamilyGame> family, uint32_t first_new) {
    if (members_.size() > kManyGames) {
        members_ = {};
        by_set_ = {};
        keys_ = {};
    }
    members_.clear();
    set_of_.clear();
    if (players_.size() > most_names_) players_.clear();
    members_.reserve(family.size());
    for (const FamilyGame& game : family) {
        const corpus::GameHeader header = game.view.header();
        const uint32_t known = EDGE_TRY(count_known_fields(shards_.shard(game.shard), header));
        members_.push_back({game.id, game.id >= first_new, game.shard, game.view, header, known});
    }
    std::ranges::sort(members_, [](const Member& a, const Member& b) {
        return std::tuple(a.is_new, b.known_fields, b.view.plies(), a.id) <
               std::tuple(b.is_new, a.known_fields, a.view.plies(), b.id);
    });
    const auto first = std::ranges::find_if(members_, &Member::is_new);
    first_new_ = static_cast<size_t>(first - members_.begin());
    const size_t new_games = members_.size() - first_new_;
    compares_all_ = members_.size() <= kFewGames || (new_games > 0 && new_games <= kFewNewGames);
    return {};
}

Result<const Player*> DuplicateGroups::Judge::player(uint32_t shard, uint32_t name) {
    const std::string_view text = EDGE_TRY(shards_.shard(shard).name(name));
    return &players_.try_emplace(text, text, aliases_).first->second;
}

Status DuplicateGroups::Judge::load_names(Member& member) {
    if (member.white != nullptr) return {};
    member.black = EDGE_TRY(player(member.shard, member.header.black_name));
    member.white = EDGE_TRY(player(member.shard, member.header.white_name));
    return {};
}

// Members whose players agree share a key of White's name and one of Black's, or lines of
// players.tsv, so whoever shares a pair of them goes into one set.
Status DuplicateGroups::Judge::split_by_players() {
    keys_.clear();
    without_a_name_.clear();
    for (uint32_t i = 0; i < members_.size(); ++i) {
        EDGE_CHECK(load_names(members_[i]));
        const Player& white = *members_[i].white;
        const Player& black = *members_[i].black;
        if (!white.name.is_known() || !black.name.is_known()) {
            without_a_name_.push_back(i);
            continue;
        }
        for (const uint64_t white_key : white.keys) {
            for (const uint64_t black_key : black.keys) {
                keys_.emplace_back(white_key * 0x9E3779B97F4A7C15 + black_key, i);
            }
        }
    }
    std::ranges::sort(keys_);
    DisjointSets sets(members_.size());
    for (size_t i = 1; i < keys_.size(); ++i) {
        if (keys_[i].first == keys_[i - 1].first) sets.join(keys_[i].second, keys_[i - 1].second);
    }
    set_of_.resize(members_.size());
    by_set_.resize(members_.size());
    for (uint32_t i = 0; i < members_.size(); ++i) {
        set_of_[i] = sets.find(i);
        by_set_[i] = i;
    }
    std::ranges::sort(by_set_, {}, [this](uint32_t i) { return std::pair(set_of_[i], i); });
    return {};
}

Status DuplicateGroups::Judge::for_each_between(size_t member, size_t begin, size_t end,
                                                const Visit& visit) {
    const auto visit_all = [&]() -> Status {
        for (size_t other = begin; other < end; ++other) EDGE_CHECK(visit(other));
        return {};
    };
    if (compares_all_) return visit_all();
    if (set_of_.empty()) EDGE_CHECK(split_by_players());
    const bool white = members_[member].white->name.is_known();
    const bool black = members_[member].black->name.is_known();
    if (white != black) return visit_all();
    std::vector<uint32_t> others;
    if (white) {
        const auto set = std::ranges::equal_range(by_set_, set_of_[member], {},
                                                  [this](uint32_t i) { return set_of_[i]; });
        if (set.size() == 1 && without_a_name_.empty()) return {};
        std::ranges::merge(set, without_a_name_, std::back_inserter(others));
    } else {  // it agrees with nobody who lacks a name that it lacks, too
        for (uint32_t i = 0; i < members_.size(); ++i) {
            const Member& other = members_[i];
            if (other.white->name.is_known() && other.black->name.is_known()) others.push_back(i);
        }
    }
    for (const uint32_t other : others) {
        if (other >= begin && other < end) EDGE_CHECK(visit(other));
    }
    return {};
}

Result<std::optional<Duplicate>> DuplicateGroups::Judge::agreement_of(size_t member, size_t other) {
    Member& a = members_[member];
    Member& b = members_[other];
    const auto moves = agreement(a.view, b.view);
    if (!moves) return std::nullopt;
    EDGE_CHECK(load_names(a));
    EDGE_CHECK(load_names(b));
    const auto white = agreement(*a.white, *b.white);
    if (!white) return std::nullopt;
    const auto black = agreement(*a.black, *b.black);
    if (!black) return std::nullopt;
    return Duplicate{a.id, b.id, *moves, std::max(*white, *black)};
}

DuplicateGroups::DuplicateGroups(const ShardList& shards, const corpus::PlayerAliases& aliases,
                                 bool with_near_misses, unsigned threads)
    : judge_(std::make_unique<Judge>(shards, aliases, kMostNames / std::max(1U, threads))),
      with_near_misses_(with_near_misses) {}

DuplicateGroups::~DuplicateGroups() = default;

Status DuplicateGroups::add_family(std::span<const FamilyGame> family) {
    EDGE_CHECK(judge_->take(family));
    std::vector<bool> is_dropped(judge_->size());
    for (size_t kept = 0; kept < judge_->size(); ++kept) {
        if (is_dropped[kept]) continue;
        EDGE_CHECK(judge_->for_each_later(kept, [&](size_t other) -> Status {
            if (is_dropped[other] || judge_->dates_contradict(kept, other) ||
                judge_->results_contradict(kept, other)) {
                return {};
            }
            const auto found = EDGE_TRY(judge_->agreement_of(kept, other));
            if (!found) return {};
            is_dropped[other] = true;
            duplicates.push_back(*found);
            return {};
        }));
    }
    if (!with_near_misses_) return {};
    // Each of the others once, with the best game that it nearly repeats.
    std::vector<bool> is_listed = is_dropped;
    for (size_t kept = 0; kept < judge_->size(); ++kept) {
        if (is_dropped[kept]) continue;
        EDGE_CHECK(judge_->for_each_later(kept, [&](size_t other) -> Status {
            if (is_listed[other]) return {};
            const auto found = EDGE_TRY(judge_->agreement_of(kept, other));
            if (!found) return {};
            is_listed[other] = true;
            near_misses.push_back({*found, judge_->dates_contradict(kept, other),
                                   judge_->results_contradict(kept, other)});
            return {};
        }));
    }
    return {};
}

Status DuplicateGroups::add_new_games(std::span<const FamilyGame> family, uint32_t first_new) {
    EDGE_CHECK(judge_->take(family, first_new));
    std::vector<bool> is_dropped(judge_->size());
    for (size_t game = judge_->first_new(); game < judge_->size(); ++game) {
        EDGE_CHECK(judge_->for_each_earlier(game, [&](size_t better) -> Status {
            if (is_dropped[game] || is_dropped[better] || judge_->dates_contradict(better, game) ||
                judge_->results_contradict(better, game)) {
                return {};
            }
            const auto found = EDGE_TRY(judge_->agreement_of(better, game));
            if (!found) return {};
            is_dropped[game] = true;
            duplicates.push_back(*found);
            return {};
        }));
    }
    return {};
}

}  // namespace edge::indexing
