#include "bitmap/bitmap_name.h"

#include <gtest/gtest.h>

#include "support/temp_dir.h"

namespace edge {
namespace {

TEST(BitmapName, IsAFileOfTheCorpus) {
    const auto bitmap = resolve_bitmap_name("@killer-A_2", "c.scoredb", ".bm");
    ASSERT_TRUE(bitmap);
    EXPECT_EQ(bitmap->path, "c.scoredb/bitmaps/killer-A_2.bm");
    EXPECT_TRUE(bitmap->in_corpus);
    EXPECT_TRUE(bitmap->warning.empty());
    EXPECT_EQ(resolve_bitmap_name("@x", "c.scoredb/", ".hm")->path, "c.scoredb/bitmaps/x.hm");
}

TEST(BitmapName, AnythingElseIsAPath) {
    for (const char* const corpus : {"", "c.scoredb"}) {
        const auto file = resolve_bitmap_name("sets/a.b@c.bm", corpus, ".bm");
        ASSERT_TRUE(file);
        EXPECT_EQ(file->path, "sets/a.b@c.bm");
        EXPECT_FALSE(file->in_corpus);
        EXPECT_TRUE(file->warning.empty());
    }
}

TEST(BitmapName, WithoutACorpusIsAPathWithAWarning) {
    const auto file = resolve_bitmap_name("@x", "", ".bm");
    ASSERT_TRUE(file);
    EXPECT_EQ(file->path, "@x");
    EXPECT_FALSE(file->in_corpus);
    EXPECT_EQ(file->warning, "@x is taken as a path, since no corpus is given");
}

TEST(BitmapName, SaysWhatIsWrongWithAName) {
    const auto refusal = [](const char* name) {
        const auto file = resolve_bitmap_name(name, "c.scoredb", ".bm");
        if (file) return file->path;
        EXPECT_EQ(file.error().code, ErrorCode::InvalidArgument);
        return file.error().message;
    };
    EXPECT_EQ(refusal("@a/b"), "@a/b: found '/' in a name, expected letters, digits, - and _");
    EXPECT_EQ(refusal("@../meta"),
              "@../meta: found '.' in a name, expected letters, digits, - and _");
    EXPECT_EQ(refusal("@x.bm"), "@x.bm: found '.' in a name, expected letters, digits, - and _");
    EXPECT_EQ(refusal("@a b"),
              "@a b: found byte 0x20 in a name, expected letters, digits, - and _");
    EXPECT_EQ(refusal("@"), "found no name after @");
}

TEST(BitmapName, ListsTheFilesOfAnExtensionSorted) {
    const test::TempDir dir;
    const std::string corpus = dir.path().string();
    EXPECT_TRUE(list_bitmap_names(corpus, ".bm").empty());
    ASSERT_TRUE(create_bitmaps_folder(corpus));
    ASSERT_TRUE(create_bitmaps_folder(corpus));  // it may be there already
    for (const char* const name : {"b.bm", "a.bm", "a.hm", "c.query", ".d.bm.partial-1"}) {
        test::write_file(dir.path() / "bitmaps" / name, "");
    }
    EXPECT_EQ(list_bitmap_names(corpus, ".bm"), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(list_bitmap_names(corpus, ".hm"), std::vector<std::string>{"a"});
}

}  // namespace
}  // namespace edge
