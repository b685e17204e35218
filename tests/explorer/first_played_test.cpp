#include "explorer/first_played.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <optional>
#include <vector>

namespace edge::explorer {
namespace {

using corpus::Date;

struct Dated {
    Date date;
    uint64_t id;
};

// Part by part: -1 and 1 where both dates say which is earlier, 0 when they are the same, nothing
// when one says too little.
std::optional<int> compared(Date a, Date b) {
    const unsigned parts[3][2] = {{a.year, b.year}, {a.month, b.month}, {a.day, b.day}};
    for (const auto& [x, y] : parts) {
        if (x == 0 && y == 0) return 0;
        if (x == 0 || y == 0) return std::nullopt;
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

bool may_be_before(const Dated& other, const Dated& game) {
    if (other.date.year == 0) return true;
    const auto order = compared(other.date, game.date);
    if (!order) return true;
    return *order < 0 || (*order == 0 && other.id < game.id);
}

std::optional<uint64_t> slow_novelty(const std::vector<Dated>& games) {
    for (const Dated& game : games) {
        bool is_first = game.date.year != 0;
        for (const Dated& other : games) {
            if (other.id != game.id && may_be_before(other, game)) is_first = false;
        }
        if (is_first) return game.id;
    }
    return std::nullopt;
}

FirstPlayed first_of(const std::vector<Dated>& games) {
    FirstPlayed first;
    for (const Dated& game : games) first.add({date_order(game.date), game.id, 0, true});
    return first;
}

std::optional<uint64_t> novelty_of(const FirstPlayed& first) {
    const auto* const game = first.novelty();
    return game == nullptr ? std::nullopt : std::optional(game->id);
}

RC_GTEST_PROP(FirstPlayed, AgreesWithComparingAllPairs, ()) {
    const auto choices = *rc::gen::arbitrary<std::vector<uint8_t>>();
    std::vector<Dated> games;
    std::vector<Dated> halves[2];
    for (const uint8_t choice : choices) {
        Date date;
        date.year = static_cast<uint16_t>(choice % 16 == 0 ? 0 : 2000 + choice % 3);
        if (date.year != 0) date.month = static_cast<uint8_t>(choice / 3 % 3);
        if (date.month != 0) date.day = static_cast<uint8_t>(choice / 9 % 3);
        games.push_back({date, games.size()});
        halves[choice / 128].push_back(games.back());
    }
    const auto expected = slow_novelty(games);
    RC_ASSERT(novelty_of(first_of(games)) == expected);
    FirstPlayed merged = first_of(halves[1]);
    merged.add(first_of(halves[0]));
    RC_ASSERT(novelty_of(merged) == expected);
}

TEST(FirstPlayed, GivesOnlyReportedGames) {
    FirstPlayed first;
    first.add({date_order({2001, 1, 1}), 5, 9, false});
    EXPECT_EQ(first.novelty(), nullptr);
    // The same game plays it again, and this time leaves by it.
    first.add({date_order({2001, 1, 1}), 5, 13, true});
    ASSERT_NE(first.novelty(), nullptr);
    EXPECT_EQ(first.novelty()->ply, 13U);
}

}  // namespace
}  // namespace edge::explorer
