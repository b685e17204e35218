#include "index/add_columns.h"

#include <gtest/gtest.h>

#include "corpus/cols_writer.h"
#include "corpus/corpus_builder.h"
#include "corpus/older_columns.h"

namespace edge::indexing {
namespace {

TEST(AddColumns, AddsThoseThatAnOlderFileLacks) {
    const test::TempDir dir;
    const auto root = dir / "c.scoredb";
    test::CorpusBuilder builder;
    builder.games = test::sample_games();
    builder.with_cols = true;
    builder.write(root);
    const auto shard = corpus::Shard::open((root / "shards/0").string()).value();
    const std::vector<std::byte> whole = corpus::build_header_columns(shard).value();
    const std::vector<std::byte> older = test::first_columns(whole, 9, builder.games.size());
    const auto text = [](const std::vector<std::byte>& bytes) {
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };

    EXPECT_EQ(add_columns(root.string()).value().written, 0U);
    test::write_file(root / "shards/0.cols", text(older));
    EXPECT_EQ(add_columns(root.string()).value().written, 1U);
    EXPECT_EQ(test::read_file(root / "shards/0.cols"), text(whole));
    EXPECT_EQ(add_columns(root.string()).value().written, 0U);
}

}  // namespace
}  // namespace edge::indexing
