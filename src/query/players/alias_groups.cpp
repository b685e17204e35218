#include "query/players/alias_groups.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "corpus/player_aliases.h"
#include "corpus/player_table.h"
#include "query/players/player_games.h"
#include "query/players/spelling.h"

namespace edge::query {
namespace {

using corpus::PlayerTable;

constexpr uint32_t kPlayersBetweenChecks = 1U << 16;

// The years that names of one player may lie apart when one of them is abbreviated, and when all
// are.
constexpr uint32_t kMostYearsToFullName = 10;
constexpr uint32_t kMostYearsOfInitials = 3;
// How much a rating changes: ever, when it falls, and in each year that it may rise.
constexpr uint32_t kMostRatingChange = 250;

// Nobody is spelled in more ways; names are compared in pairs.
constexpr size_t kMostSpellings = 100;

Words words_of(const PlayerTable& table, uint32_t player) {
    Words words;
    for (const corpus::NameWord& word : table.words(player)) {
        words.push_back(word_text(word, table.text()));
    }
    // A country at the end is not a part of the name.
    const std::string_view name = table.name(player);
    if (name.ends_with(')')) words.resize(std::min(words.size(), count_name_words(name)));
    return words;
}

// Names that mean the same player: those of the same words, and those with the same FIDE id.
struct Person {
    std::vector<uint32_t> players;  // the one to be shown first, then those with most games
    std::vector<Spelling> spellings;
    FideId id = kNoFideId;
    bool is_doubtful = false;    // the names may be those of several people
    std::optional<size_t> full;  // the person whose name these abbreviate

    bool is_abbreviated() const {
        return std::ranges::all_of(spellings, &Spelling::is_abbreviated);
    }
    void add(const Spelling& spelling) {
        players.insert(players.end(), spelling.players.begin(), spelling.players.end());
        spellings.push_back(spelling);
    }
};

// Persons by the words of their names that are not abbreviated.
using PersonsByWord = std::unordered_map<std::string_view, std::vector<size_t>>;

class Groups {
public:
    Groups(const PlayerTable& table, std::vector<FideId> ids)
        : table_(table), ids_(std::move(ids)) {}

    Status collect(const std::function<bool()>& is_cancelled);
    void match_initials();
    Status part_opponents(const corpus::Corpus& corpus, const std::function<bool()>& is_cancelled);
    std::vector<std::vector<std::string>> lines() const;

private:
    // Most games first.
    auto order(uint32_t player) const {
        const auto totals = table_.totals(player);
        return std::tuple(totals ? ~totals->games : 0, table_.name(player));
    }
    void sort(std::span<uint32_t> players) const {
        std::ranges::sort(players, {}, [this](uint32_t player) { return order(player); });
    }
    uint64_t games(uint32_t player) const {
        const auto totals = table_.totals(player);
        return totals ? totals->games : 0;
    }

    bool differ_in_rating(uint32_t a, uint32_t b) const;
    bool differ_in_rating(std::span<const uint32_t> players) const;
    bool are_years_joined(std::span<const uint32_t> players, uint32_t most_apart) const;
    bool have_one_id(std::span<const uint32_t> players) const;
    bool are_plausible(const Person& person) const;
    bool may_join(const Person& initials, const Person& full) const;

    void add_persons(const Spelling& spelling);
    Person& person_with(FideId id);
    void choose_first(Person& person) const;
    PersonsByWord persons_by_word() const;
    std::optional<size_t> only_full(const Person& initials, const PersonsByWord& by_word) const;
    void part_different_surnames();
    void part_different_ids();
    size_t line_of(size_t person) const { return persons_[person].full.value_or(person); }

    const PlayerTable& table_;
    std::vector<FideId> ids_;  // by player
    std::vector<Person> persons_;
    std::unordered_map<FideId, size_t> by_id_;
};

Status Groups::collect(const std::function<bool()>& is_cancelled) {
    std::vector<Spelling> spellings;
    std::unordered_map<std::string, size_t> by_words;
    for (uint32_t player = 0; player < table_.size(); ++player) {
        if (player % kPlayersBetweenChecks == 0 && is_cancelled && is_cancelled()) {
            return fail(ErrorCode::Cancelled, "cancelled");
        }
        const Words words = words_of(table_, player);
        if (words.empty() || !corpus::can_be_alias(table_.name(player))) continue;
        const auto [known, is_new] = by_words.try_emplace(words_key(words), spellings.size());
        if (is_new) spellings.emplace_back().words = words;
        Spelling& same = spellings[known->second];
        same.players.push_back(player);
        auto parts = parts_of(table_.name(player), words);
        if (!parts) continue;
        if (same.parts && same.parts->surname != parts->surname) same.has_surname = false;
        same.parts = std::move(parts);
    }
    for (const Spelling& spelling : spellings) add_persons(spelling);
    for (Person& person : persons_) {
        choose_first(person);
        person.is_doubtful |=
            person.players.size() > kMostSpellings || differ_in_rating(person.players);
    }
    return {};
}

bool Groups::differ_in_rating(uint32_t a, uint32_t b) const {
    if (ids_[a] == ids_[b] && ids_[a] != kNoFideId) return false;
    auto lower = table_.totals(a);
    auto higher = table_.totals(b);
    if (!lower || !higher) return false;
    if (lower->max_elo > higher->max_elo) std::swap(lower, higher);
    if (lower->max_elo == 0 || lower->first_year == 0 || higher->first_year == 0) return false;
    const auto years = static_cast<uint32_t>(std::max(0, higher->first_year - lower->last_year));
    return lower->max_elo + kMostRatingChange * (1 + years) < higher->min_elo;
}

bool Groups::differ_in_rating(std::span<const uint32_t> players) const {
    for (size_t i = 1; i < players.size(); ++i) {
        for (size_t j = 0; j < i; ++j) {
            if (differ_in_rating(players[i], players[j])) return true;
        }
    }
    return false;
}

// Whether no more than so many years are without games, between the first and the last.
bool Groups::are_years_joined(std::span<const uint32_t> players, uint32_t most_apart) const {
    std::vector<std::pair<uint32_t, uint32_t>> spans;
    for (const uint32_t player : players) {
        const auto totals = table_.totals(player);
        if (totals && totals->first_year != 0)
            spans.emplace_back(totals->first_year, totals->last_year);
    }
    std::ranges::sort(spans);
    uint32_t last = spans.empty() ? 0 : spans.front().second;
    for (const auto& [from, to] : spans) {
        if (from > last + most_apart) return false;
        last = std::max(last, to);
    }
    return true;
}

bool Groups::have_one_id(std::span<const uint32_t> players) const {
    const FideId id = ids_[players.front()];
    return id != kNoFideId && id != kSeveralFideIds &&
           std::ranges::all_of(players, [&](uint32_t player) { return ids_[player] == id; });
}

// Whether names that are one player by their words alone may be.
bool Groups::are_plausible(const Person& person) const {
    return !person.is_abbreviated() || have_one_id(person.players) ||
           are_years_joined(person.players, kMostYearsOfInitials);
}

bool Groups::may_join(const Person& initials, const Person& full) const {
    for (const uint32_t letters : initials.players) {
        for (const uint32_t name : full.players) {
            if (are_written_alike(table_.name(letters), table_.name(name))) return false;
        }
    }
    std::vector<uint32_t> all = initials.players;
    all.insert(all.end(), full.players.begin(), full.players.end());
    return !differ_in_rating(all) && are_years_joined(all, kMostYearsToFullName);
}

Person& Groups::person_with(FideId id) {
    if (id == kNoFideId) return persons_.emplace_back();
    const auto [known, is_new] = by_id_.try_emplace(id, persons_.size());
    if (is_new) persons_.emplace_back().id = id;
    return persons_[known->second];
}

// One person, unless ids say that there are several; a name without an id may then be any of them.
void Groups::add_persons(const Spelling& spelling) {
    std::map<FideId, Spelling> by_id;
    for (const uint32_t player : spelling.players) {
        by_id
            .try_emplace(ids_[player],
                         Spelling{spelling.words, spelling.parts, spelling.has_surname})
            .first->second.players.push_back(player);
    }
    const bool is_one = by_id.size() == 1 || (by_id.size() == 2 && by_id.contains(kNoFideId));
    if (is_one && spelling.has_surname && !by_id.contains(kSeveralFideIds)) {
        return person_with(by_id.rbegin()->first).add(spelling);
    }
    for (const auto& [id, part] : by_id) {
        const bool is_known = id != kNoFideId && id != kSeveralFideIds;
        Person& person = person_with(is_known ? id : kNoFideId);
        person.add(part);
        person.is_doubtful |= !is_known;
    }
}

// A name that is not abbreviated, where there is one.
void Groups::choose_first(Person& person) const {
    sort(person.players);
    std::vector<uint32_t> full;
    for (const Spelling& spelling : person.spellings) {
        if (spelling.is_abbreviated()) continue;
        full.insert(full.end(), spelling.players.begin(), spelling.players.end());
    }
    if (full.empty()) return;
    sort(full);
    const auto first = std::ranges::find(person.players, full.front());
    std::rotate(person.players.begin(), first, first + 1);
}

PersonsByWord Groups::persons_by_word() const {
    PersonsByWord by_word;
    for (size_t i = 0; i < persons_.size(); ++i) {
        for (const Spelling& spelling : persons_[i].spellings) {
            if (spelling.is_abbreviated() || spelling.words.size() < 2) continue;
            for (const std::string_view word : spelling.words) {
                std::vector<size_t>& found = by_word[word];
                if (found.empty() || found.back() != i) found.push_back(i);
            }
        }
    }
    return by_word;
}

// The one person who has names that these may abbreviate.
std::optional<size_t> Groups::only_full(const Person& initials,
                                        const PersonsByWord& by_word) const {
    std::optional<size_t> only;
    bool has_full = false;
    for (const Spelling& letters : initials.spellings) {
        // By the rarest word of the surname, as many begin with "van" or "de".
        const std::vector<size_t>* rarest = nullptr;
        for (const std::string_view word : letters.parts->surname) {
            const auto found = by_word.find(word);
            if (found == by_word.end()) return std::nullopt;
            if (rarest == nullptr || found->second.size() < rarest->size()) {
                rarest = &found->second;
            }
        }
        for (const size_t full : *rarest) {
            for (const Spelling& name : persons_[full].spellings) {
                if (name.is_abbreviated() || !may_be(letters, name)) continue;
                if (only.value_or(full) != full) return std::nullopt;
                only = full;
                has_full |= has_full_name(letters, name);
            }
        }
    }
    return has_full ? only : std::nullopt;
}

void Groups::match_initials() {
    const PersonsByWord by_word = persons_by_word();
    for (Person& initials : persons_) {
        if (!initials.is_abbreviated() || initials.is_doubtful) continue;
        initials.full = only_full(initials, by_word);
        if (!initials.full || persons_[*initials.full].is_doubtful) continue;
        if (!may_join(initials, persons_[*initials.full])) initials.full.reset();
    }
    part_different_surnames();
    part_different_ids();
}

// "Swayams,M" and "Mishra,S" both abbreviate "Swayams Mishra", but only one can mean it.
void Groups::part_different_surnames() {
    const auto surname = [](const Person& initials) -> const Words& {
        return initials.spellings.front().parts->surname;
    };
    std::unordered_map<size_t, size_t> first_of;  // who abbreviates a name, by the full one
    std::unordered_set<size_t> differ;
    for (size_t i = 0; i < persons_.size(); ++i) {
        if (!persons_[i].full) continue;
        const size_t first = first_of.try_emplace(*persons_[i].full, i).first->second;
        if (surname(persons_[i]) != surname(persons_[first])) differ.insert(*persons_[i].full);
    }
    for (Person& person : persons_) {
        if (person.full && differ.contains(*person.full)) person.full.reset();
    }
}

// Different persons have different ids. Two of them cannot abbreviate one name, whoever it is.
void Groups::part_different_ids() {
    std::vector<uint32_t> known(persons_.size(), 0);  // ids of a name and those that abbreviate it
    for (size_t i = 0; i < persons_.size(); ++i) known[line_of(i)] += persons_[i].id != kNoFideId;
    for (Person& person : persons_) {
        if (person.full && person.id != kNoFideId && known[*person.full] > 1) person.full.reset();
    }
}

// Nobody plays against himself.
Status Groups::part_opponents(const corpus::Corpus& corpus,
                              const std::function<bool()>& is_cancelled) {
    std::vector<size_t> person_of(table_.size(), persons_.size());
    std::vector<size_t> lines;
    for (size_t i = 0; i < persons_.size(); ++i) {
        lines.push_back(line_of(i));
        for (const uint32_t player : persons_[i].players) person_of[player] = i;
    }
    lines.push_back(persons_.size());
    const auto part = [&](uint32_t white, uint32_t black) {
        const size_t first = person_of[white];
        const size_t second = person_of[black];
        if (first == persons_.size() || lines[first] != lines[second]) return;
        if (first == second)
            persons_[first].is_doubtful = true;
        else {
            persons_[first].full.reset();
            persons_[second].full.reset();
        }
    };
    return for_each_pairing(corpus, table_, is_cancelled, part);
}

std::vector<std::vector<std::string>> Groups::lines() const {
    struct Line {
        uint64_t games = 0;
        std::vector<uint32_t> players;
    };
    std::map<size_t, Line> by_person;
    const auto add = [&](size_t to, const Person& from) {
        if (from.is_doubtful || persons_[to].is_doubtful) return;
        Line& line = by_person[to];
        for (const uint32_t player : from.players) {
            line.players.push_back(player);
            line.games += games(player);
        }
    };
    // The full name comes first, then those that abbreviate it.
    for (size_t i = 0; i < persons_.size(); ++i) {
        if (!persons_[i].full && are_plausible(persons_[i])) add(i, persons_[i]);
    }
    for (const Person& person : persons_) {
        if (person.full) add(*person.full, person);
    }
    std::vector<Line> sorted;
    for (auto& [number, line] : by_person) {
        if (line.players.size() < 2) continue;
        sort(std::span(line.players).subspan(1));
        sorted.push_back(std::move(line));
    }
    std::ranges::sort(sorted, [this](const Line& a, const Line& b) {
        return std::tuple(b.games, table_.name(a.players.front())) <
               std::tuple(a.games, table_.name(b.players.front()));
    });
    std::vector<std::vector<std::string>> lines;
    for (const Line& line : sorted) {
        std::vector<std::string>& names = lines.emplace_back();
        for (const uint32_t player : line.players) names.emplace_back(table_.name(player));
    }
    return lines;
}

}  // namespace

Result<std::vector<std::vector<std::string>>> propose_aliases(
    const corpus::Corpus& corpus, const std::function<bool()>& is_cancelled) {
    const PlayerTable& table = *EDGE_TRY(corpus.players(is_cancelled));
    Groups groups(table, EDGE_TRY(fide_ids(corpus, table, is_cancelled)));
    EDGE_CHECK(groups.collect(is_cancelled));
    groups.match_initials();
    EDGE_CHECK(groups.part_opponents(corpus, is_cancelled));
    return groups.lines();
}

}  // namespace edge::query
