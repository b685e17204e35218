#include "wire/combine/combine_request.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "bitmap/bitmap_file.h"
#include "corpus/bitmap_layout.h"
#include "corpus/sparse_corpus.h"

namespace edge::wire {
namespace {

TEST(CombineRequest, KeepsASparseSetInTheCorpusOnly) {
    const test::TempDir dir;
    const auto root = dir / "c.scoredb";
    test::write_sparse_corpus(root);
    const corpus::Corpus corpus = corpus::Corpus::open(root.string()).value();
    Bitmap games(corpus::bitmap_layout(corpus));
    for (const uint32_t game : {3, 5, 19999}) games.set(0, game);
    ASSERT_TRUE(write_bitmap(games, root / "bitmaps/dense.bm", false));
    ASSERT_TRUE(
        write_bitmap(games, root / "bitmaps/sparse.bm", false, corpus::bitmap_corpus_id(corpus)));

    const auto version = [&](const std::string& output, const std::string& more,
                             const std::filesystem::path& file) {
        const auto request =
            parse_combine_request(R"({"op": "and", "inputs": ["@dense", "@sparse"], "output": ")" +
                                  output + "\"" + more + "}");
        const auto answer = answer_combine_request(corpus, request.value(), {});
        EXPECT_TRUE(answer) << answer.error().message;
        EXPECT_EQ(read_bitmap(file).value(), games);
        return read_bitmap_summary(file)->version;
    };
    EXPECT_EQ(version("@a", "", root / "bitmaps/a.bm"), kSparseVersion);
    EXPECT_EQ(version("@b", R"(, "dense": true)", root / "bitmaps/b.bm"), kDenseVersion);
    const auto elsewhere = dir / "c.bm";
    EXPECT_EQ(version(elsewhere.string(), "", elsewhere), kDenseVersion);
}

}  // namespace
}  // namespace edge::wire
