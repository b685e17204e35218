#include "query/headers/name_aliases.h"

#include <gtest/gtest.h>

#include "corpus/corpus_builder.h"
#include "query/lang/text.h"
#include "query/query.h"

namespace edge::query {
namespace {

class NameAliasesTest : public testing::Test {
protected:
    NameAliasesTest() {
        test::CorpusBuilder builder;
        builder.games = test::sample_games();
        builder.shards = 2;
        builder.with_cols = true;
        builder.write(root_);
    }

    // The number of games, and the spellings that count as well.
    std::string found(std::string_view text, bool as_spelled = false) {
        const auto corpus = corpus::Corpus::open(root_.string()).value();
        Expr expr = parse_text(text).value();
        if (as_spelled) expr = without_aliases(std::move(expr));
        EXPECT_EQ(has_spellings(expr), as_spelled) << text;
        const auto query = Query::prepare(corpus, std::move(expr));
        if (!query) return query.error().message.substr(root_.string().size() + 1);
        std::string shown = std::to_string(find_games(*query, {})->count());
        for (const NameAliases& name : query->aliases()) {
            shown += ' ' + name.name;
            for (const std::string& other : name.others) shown += '=' + other;
        }
        return shown;
    }

    const test::TempDir dir_;
    const std::filesystem::path root_ = dir_ / "c.scoredb";
};

TEST_F(NameAliasesTest, CountAsTheNameThatIsAsked) {
    EXPECT_EQ(found(R"(player = "Carla")"), "2");
    test::write_file(root_ / "players.tsv", "Caroline\tCarla\tEmil\n");
    EXPECT_EQ(found(R"(player = "Carla")"), "4 Carla=Caroline=Emil");
    EXPECT_EQ(found(R"(player = "Caroline")"), "4 Caroline=Carla=Emil");
    EXPECT_EQ(found(R"(white = "Carla")"), "1 Carla=Caroline=Emil");
    EXPECT_EQ(found(R"(not black = "Emil" and result = W)"), "2 Emil=Caroline=Carla");
    EXPECT_EQ(found(R"(player = "Anna")"), "5");
    EXPECT_EQ(found(R"(player ~ "carl")"), "2");
    EXPECT_EQ(found(R"(player = "Carla")", true), "2");
}

TEST_F(NameAliasesTest, AMistakeInTheFileIsAnErrorWhereNamesAreAsked) {
    test::write_file(root_ / "players.tsv", "# one\nCarla\n");
    EXPECT_TRUE(found(R"(player = "Carla")").starts_with("players.tsv, line 2: found 'Carla'"));
    EXPECT_EQ(found(R"(player = "Carla")", true), "2");
    EXPECT_EQ(found("result = W"), "2");
}

}  // namespace
}  // namespace edge::query
