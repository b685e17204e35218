#include "query/players/alias_groups.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "corpus/player_aliases.h"
#include "corpus/player_table.h"

namespace edge::query {
namespace {

using corpus::PlayerTable;
using Words = std::vector<std::string_view>;

Words words_of(const PlayerTable& table, uint32_t player) {
    Words words;
    for (const corpus::NameWord& word : table.words(player)) {
        words.push_back(word_text(word, table.text()));
    }
    return words;
}

bool is_initial(std::string_view word) { return word.size() == 1; }

std::string joined(Words words) {
    std::ranges::sort(words);
    std::string text;
    for (const std::string_view word : words) (text += word) += ' ';
    return text;
}

// A name as a surname and what comes with it.
struct Parts {
    Words surname;
    Words given;
};

// How many of the words stand before the comma.
std::optional<size_t> words_before_comma(std::string_view name) {
    const size_t comma = name.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    std::string text;
    std::vector<corpus::NameWord> words;
    corpus::append_name_words(name.substr(0, comma), text, words);
    return words.size();
}

// The comma tells them apart, or initials at one end: "Tal M", "M. Carlsen".
std::optional<Parts> parts_of(std::string_view name, const Words& words) {
    size_t surname = 0;
    if (const auto before = words_before_comma(name)) {
        surname = *before;
    } else if (!words.empty() && is_initial(words.front())) {
        const auto end = std::ranges::find_if_not(words, is_initial);
        return Parts{Words(end, words.end()), Words(words.begin(), end)};
    } else {
        while (surname < words.size() && !is_initial(words[surname])) ++surname;
    }
    if (surname == 0 || surname >= words.size()) return std::nullopt;
    const auto middle = words.begin() + static_cast<std::ptrdiff_t>(surname);
    return Parts{Words(words.begin(), middle), Words(middle, words.end())};
}

// "Mikhail" is; "M2" and "Mi", as some collections tell players apart, need not be all of it.
bool is_full_name(std::string_view word) {
    return word.size() >= 3 &&
           std::ranges::none_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

// Whether the initials are those of the given names, of which there may be more.
bool fit(const Words& initials, const Words& given) {
    if (initials.size() > given.size()) return false;
    return std::ranges::equal(initials, std::span(given).first(initials.size()),
                              [](std::string_view initial, std::string_view name) {
                                  return initial.front() == name.front();
                              });
}

// Names of the same words.
struct Class {
    std::vector<uint32_t> players;  // those with most games first
    std::optional<Parts> parts;     // of one that has a comma, or initials
    Words words;                    // of the first
    bool is_abbreviated = false;    // given names as initials only
    bool is_doubtful = false;       // "Li, Chao" and "Chao, Li": which word is the surname?
    std::optional<size_t> full;     // the class whose name it abbreviates
};

class Groups {
public:
    explicit Groups(const PlayerTable& table) : table_(table) {}

    Status collect(const std::function<bool()>& is_cancelled);
    void match_initials();
    std::vector<std::vector<std::string>> lines() const;

private:
    uint64_t games(uint32_t player) const {
        const auto totals = table_.totals(player);
        return totals ? totals->games : 0;
    }
    bool may_be(const Class& initials, const Class& full) const;
    bool has_full_name(const Class& initials, const Class& full) const;

    const PlayerTable& table_;
    std::vector<Class> classes_;
};

Status Groups::collect(const std::function<bool()>& is_cancelled) {
    std::unordered_map<std::string, size_t> by_words;
    for (uint32_t player = 0; player < table_.size(); ++player) {
        if (player % 65536 == 0 && is_cancelled && is_cancelled()) {
            return fail(ErrorCode::Cancelled, "cancelled");
        }
        const Words words = words_of(table_, player);
        if (words.empty() || !corpus::can_be_alias(table_.name(player))) continue;
        const auto [known, is_new] = by_words.try_emplace(joined(words), classes_.size());
        if (is_new) classes_.emplace_back().words = words;
        Class& same = classes_[known->second];
        same.players.push_back(player);
        auto parts = parts_of(table_.name(player), words);
        if (!parts) continue;
        if (same.parts && same.parts->surname != parts->surname) same.is_doubtful = true;
        same.parts = std::move(parts);
    }
    for (Class& same : classes_) {
        std::ranges::sort(same.players, [this](uint32_t a, uint32_t b) {
            return std::tuple(games(b), table_.name(a)) < std::tuple(games(a), table_.name(b));
        });
        same.is_abbreviated = same.parts && !same.is_doubtful && !same.parts->given.empty() &&
                              std::ranges::all_of(same.parts->given, is_initial) &&
                              !std::ranges::all_of(same.parts->surname, is_initial);
    }
    return {};
}

// A name without a comma may have its surname at either end, so it fits when either reading does.
bool Groups::may_be(const Class& initials, const Class& full) const {
    const auto& [surname, letters] = *initials.parts;
    if (full.parts && !full.is_doubtful)
        return full.parts->surname == surname && fit(letters, full.parts->given);
    const Words& words = full.words;
    if (words.size() <= surname.size()) return false;
    const std::span<const std::string_view> all(words);
    const auto given_after = all.subspan(surname.size());
    const auto given_before = all.first(words.size() - surname.size());
    return (std::ranges::equal(all.first(surname.size()), surname) &&
            fit(letters, Words(given_after.begin(), given_after.end()))) ||
           (std::ranges::equal(all.last(surname.size()), surname) &&
            fit(letters, Words(given_before.begin(), given_before.end())));
}

// Besides the surname.
bool Groups::has_full_name(const Class& initials, const Class& full) const {
    return std::ranges::any_of(full.words, [&initials](std::string_view word) {
        const Words& surname = initials.parts->surname;
        return is_full_name(word) && std::ranges::find(surname, word) == surname.end();
    });
}

void Groups::match_initials() {
    // Full names by each of their words, so that those with a surname are found.
    std::unordered_map<std::string_view, std::vector<size_t>> by_word;
    for (size_t i = 0; i < classes_.size(); ++i) {
        if (classes_[i].is_abbreviated || classes_[i].words.size() < 2) continue;
        Words words = classes_[i].words;
        std::ranges::sort(words);
        const auto repeated = std::ranges::unique(words);
        words.erase(repeated.begin(), repeated.end());
        for (const std::string_view word : words) by_word[word].push_back(i);
    }
    for (Class& initials : classes_) {
        if (!initials.is_abbreviated) continue;
        // By the rarest word of the surname, as many begin with "van" or "de".
        const std::vector<size_t>* rarest = nullptr;
        for (const std::string_view word : initials.parts->surname) {
            const std::vector<size_t>& found = by_word[word];
            if (rarest == nullptr || found.size() < rarest->size()) rarest = &found;
        }
        for (const size_t full : *rarest) {
            if (!may_be(initials, classes_[full])) continue;
            if (initials.full) {  // a second one
                initials.full.reset();
                break;
            }
            initials.full = full;
        }
        if (initials.full && !has_full_name(initials, classes_[*initials.full])) {
            initials.full.reset();
        }
    }
}

std::vector<std::vector<std::string>> Groups::lines() const {
    struct Line {
        uint64_t games = 0;
        std::vector<uint32_t> players;
    };
    std::map<size_t, Line> by_class;
    const auto add = [&](size_t to, const Class& from) {
        Line& line = by_class[to];
        for (const uint32_t player : from.players) {
            line.players.push_back(player);
            line.games += games(player);
        }
    };
    // The full name comes first, then those that abbreviate it.
    for (size_t i = 0; i < classes_.size(); ++i) {
        if (!classes_[i].full && !classes_[i].is_doubtful) add(i, classes_[i]);
    }
    for (const Class& same : classes_) {
        if (same.full && !classes_[*same.full].is_doubtful) add(*same.full, same);
    }
    std::vector<Line> sorted;
    for (auto& [number, line] : by_class) {
        if (line.players.size() < 2) continue;
        std::sort(line.players.begin() + 1, line.players.end(), [this](uint32_t a, uint32_t b) {
            return std::tuple(games(b), table_.name(a)) < std::tuple(games(a), table_.name(b));
        });
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
    Groups groups(*EDGE_TRY(corpus.players(is_cancelled)));
    EDGE_CHECK(groups.collect(is_cancelled));
    groups.match_initials();
    return groups.lines();
}

}  // namespace edge::query
