#include "query/answers/partition.h"

#include <gtest/gtest.h>

#include <map>

#include "bitmap/bitmap_file.h"
#include "corpus/bitmap_layout.h"
#include "query/game_set.h"
#include "query/lang/text.h"
#include "support/temp_dir.h"

namespace edge::query {
namespace {

std::vector<std::string> names_of(GroupKey key, std::vector<std::string> texts) {
    std::vector<GroupValue> values;
    for (std::string& text : texts) values.emplace_back(std::move(text));
    return partition_names(key, values);
}

Result<Partition> partition_of(const Query& query, GroupKey key, uint32_t limit,
                               const RunOptions& options) {
    MatchingGames matching(query.corpus());
    return partition_games(query, key, limit, {}, options, matching);
}

TEST(Partition, NamesAreLettersDigitsAndDashes) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(names_of(GroupKey::White, {"", "Carlsen, Magnus", "DrNykterstein", "J\xC3\xB6rg"}),
              (Names{"unknown", "Carlsen_Magnus", "DrNykterstein", "J_rg"}));
    EXPECT_EQ(names_of(GroupKey::FinalMaterial, {"KRP:KR"}), Names{"KRP-KR"});
    EXPECT_EQ(
        partition_names(GroupKey::Result, {uint64_t{0}, uint64_t{1}, uint64_t{2}, uint64_t{3}}),
        (Names{"unknown", "white", "draw", "black"}));
    EXPECT_EQ(partition_names(GroupKey::Eco, {uint64_t{122}, kUnknownNumber}),
              (Names{"B22", "unknown"}));
    EXPECT_EQ(partition_names(GroupKey::PawnStructure, {PawnStructure{0x1000, 0}}),
              Names{"8-8-8-8-8-8-4P3-8"});
    EXPECT_EQ(names_of(GroupKey::White, {std::string(300, 'x')}), Names{std::string(100, 'x')});
}

TEST(Partition, NamesDifferEvenWhenCaseIsIgnored) {
    EXPECT_EQ(names_of(GroupKey::Player, {"A b", "A,b", "a_B", "a_b-2", "\xC3\xA9", "\xC3\xB6"}),
              (std::vector<std::string>{"A_b", "A_b-2", "a_B-3", "a_b-2-2", "_", "_-2"}));
}

TEST(Partition, HasEveryGameUnderItsValue) {
    const test::GameSet set(test::classics_pgn(), 3);
    const Query all = Query::prepare(set.corpus(), Expr{All{}}).value();
    std::map<GroupValue, std::vector<uint64_t>> slow;
    (void)corpus::for_each_game(
        set.corpus(), [&](uint64_t id, corpus::GamePlace, const corpus::GameView& game) -> Status {
            const uint16_t eco = game.header().eco;
            slow[eco == corpus::kUnknownEco ? kUnknownNumber : uint64_t{eco}].push_back(id);
            return {};
        });
    for (const unsigned threads : {1U, 3U}) {
        const Partition partition = partition_of(all, GroupKey::Eco, 1000, {threads, {}}).value();
        ASSERT_EQ(partition.parts.size(), slow.size());
        auto expected = slow.begin();
        Bitmap joined(corpus::bitmap_layout(set.corpus()));
        for (const PartitionPart& part : partition.parts) {
            EXPECT_TRUE(part.value == expected->first);
            EXPECT_EQ(part.game_ids, expected->second);
            EXPECT_EQ(partition.bitmap(part).count(), part.game_ids.size());
            EXPECT_TRUE(joined.or_with(partition.bitmap(part)));
            ++expected;
        }
        EXPECT_EQ(joined.count(), set.corpus().game_count());
    }
}

TEST(Partition, PartsTogetherAreTheGamesThatMatch) {
    const test::GameSet set(test::classics_pgn(), 2);
    for (const std::string_view text :
         {"never(checkmate)", "streak(30, Q=q=0)", "both: king_castled", "result = W"}) {
        const Query query = Query::prepare(set.corpus(), parse_text(text).value()).value();
        const Bitmap expected = find_games(query, {}).value();
        for (const GroupKey key : {GroupKey::Result, GroupKey::FinalMaterial, GroupKey::Player}) {
            Bitmap joined(corpus::bitmap_layout(set.corpus()));
            const Partition partition = partition_of(query, key, 1000, {2, {}}).value();
            for (const PartitionPart& part : partition.parts) {
                EXPECT_TRUE(joined.or_with(partition.bitmap(part)));
            }
            EXPECT_EQ(joined, expected) << text;
        }
    }
}

TEST(Partition, ByPlayerJoinsTheShards) {
    const test::GameSet set(test::sample_games(), 3);
    const Query all = Query::prepare(set.corpus(), Expr{All{}}).value();
    const Partition partition = partition_of(all, GroupKey::Player, 5, {2, {}}).value();
    ASSERT_EQ(partition.parts.size(), 5U);
    EXPECT_EQ(partition.parts[0].name, "Anna");
    EXPECT_EQ(partition.parts[0].game_ids, (std::vector<uint64_t>{0, 2, 3, 5, 6}));
    EXPECT_FALSE(partition_of(all, GroupKey::Player, 4, {2, {}}));
}

TEST(Partition, RefusesTooManyValues) {
    const test::GameSet set(test::classics_pgn());
    const Query all = Query::prepare(set.corpus(), Expr{All{}}).value();
    const auto partition = partition_of(all, GroupKey::PawnStructure, 20, {});
    ASSERT_FALSE(partition.has_value());
    EXPECT_EQ(partition.error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(
        partition.error().message,
        "the games have more than 20 values of pawn-structure, and a partition makes a bitmap "
        "for each; select fewer games or allow more values");
}

TEST(Partition, WritesABitmapForEachValue) {
    const test::GameSet set(test::sample_games(), 2);
    const Query all = Query::prepare(set.corpus(), Expr{All{}}).value();
    const Partition partition = partition_of(all, GroupKey::Result, 1000, {}).value();
    const test::TempDir folder;
    const auto files = write_partition(partition, folder / "all.bm", false).value();
    ASSERT_EQ(files.size(), 4U);
    EXPECT_EQ(files[1].name, "all-white");
    EXPECT_EQ(files[1].games, 2U);
    const Bitmap white = read_bitmap(folder / "all-white.bm").value();
    EXPECT_EQ(white.count(), 2U);
    EXPECT_TRUE(white.layout() == corpus::bitmap_layout(set.corpus()));
    EXPECT_TRUE(std::filesystem::remove(folder / "all-black.bm"));
    EXPECT_FALSE(write_partition(partition, folder / "all.bm", false));
    EXPECT_FALSE(std::filesystem::exists(folder / "all-black.bm"));
    EXPECT_TRUE(write_partition(partition, folder / "all", true));
}

}  // namespace
}  // namespace edge::query
