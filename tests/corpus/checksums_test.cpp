#include "corpus/checksums.h"

#include <gtest/gtest.h>

#include "corpus/corpus_builder.h"

namespace edge::corpus {
namespace {

const std::string kEmptyHash = "99aa06d3014798d86001c324468d497f";  // XXH3-128 of no bytes

FileChecksum file_of(std::string name, std::string_view content) {
    return {std::move(name), content.size(), block_hashes(std::as_bytes(std::span(content)))};
}

TEST(Checksums, AreTextWithALineForEachFileAndBlock) {
    const std::string large(kHashBlockBytes + 1, 'x');
    const std::vector<FileChecksum> files = {file_of("shards/0.moves", large),
                                             file_of("shards/0.dict", ""),
                                             file_of("tree.3.games", "abc")};
    const std::string text = format_checksums(files);
    const auto& blocks = files[0].blocks;
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_EQ(text, "edge-checksums 1\n4194305 " + to_hex(hash_of_blocks(blocks)) +
                        " shards/0.moves\n" + to_hex(blocks[0]) + '\n' + to_hex(content_hash("x")) +
                        "\n0 " + kEmptyHash + " shards/0.dict\n3 " + to_hex(files[2].hash()) +
                        " tree.3.games\n" + to_hex(content_hash("abc")) + '\n');
    const auto again = parse_checksums(text, "c");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, files);
}

TEST(Checksums, ReaderAcceptsNoOtherText) {
    const std::string abc = to_hex(content_hash("abc"));
    const std::string hash = to_hex(file_of("", "abc").hash());
    const std::string entry = "3 " + hash + " tree.dat\n" + abc + '\n';
    const std::string first = "edge-checksums 1\n";
    EXPECT_TRUE(parse_checksums(first, "c"));
    EXPECT_TRUE(parse_checksums(first + entry, "c"));
    for (const std::string& text :
         {std::string(),
          entry,
          "edge-checksums 2\n" + entry,
          first + entry + entry,
          first + "3 " + hash + " tree.dat\n",
          first + "03 " + hash + " tree.dat\n" + abc + '\n',
          first + "4194305 " + hash + " tree.dat\n" + abc + '\n',
          first + "18446744073709551615 " + hash + " tree.dat\n" + abc + '\n',
          first + "18446744073709551616 " + hash + " tree.dat\n" + abc + '\n',
          first + "3 " + abc + " tree.dat\n" + abc + '\n',
          first + "3 " + hash + " \n" + abc + '\n',
          first + "3 " + hash + "\n" + abc + '\n',
          first + entry.substr(0, entry.size() - 1),
          first + entry + '\n',
          first + "0 " + kEmptyHash + " ../tree.dat\n",
          first + "0 " + kEmptyHash + " /tree.dat\n",
          first + "0 " + kEmptyHash + " a//b\n",
          first + "0 " + kEmptyHash + " a/\n",
          first + "0 " + kEmptyHash + " .meta.partial\n",
          first + "0 " + kEmptyHash + " a/../b\n",
          first + "0 " + kEmptyHash + " a b\n"}) {
        const auto files = parse_checksums(text, "c");
        ASSERT_FALSE(files) << text;
        EXPECT_EQ(files.error().code, ErrorCode::Corrupt) << text;
    }
}

TEST(Checksums, OfFilesAreTheSameOnAnyNumberOfThreads) {
    const test::TempDir dir;
    std::vector<std::string> names;
    std::vector<FileChecksum> expected;
    for (const size_t size : {size_t{0}, size_t{1}, kHashBlockBytes, 3 * kHashBlockBytes + 5}) {
        std::string content(size, 'a');
        for (size_t i = 0; i < size; i += 1000) content[i] = static_cast<char>(i / 1000);
        names.push_back(std::to_string(size));
        test::write_file(dir / names.back(), content);
        expected.push_back(file_of(names.back(), content));
    }
    const auto directory = Directory::open(dir.path()).value();
    EXPECT_EQ(checksums_of(directory, names, 1).value(), expected);
    EXPECT_EQ(checksums_of(directory, names, 4).value(), expected);
    const auto cancelled = checksums_of(directory, names, 4, [] { return true; });
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().code, ErrorCode::Cancelled);
    names.emplace_back("missing");
    EXPECT_FALSE(checksums_of(directory, names, 4));
}

TEST(Checksums, AreReadOnlyAsMetaNamesThem) {
    const test::TempDir dir;
    const std::vector<FileChecksum> files = {file_of("tree.dat", "abc")};
    const auto named = write_checksums(dir.path(), 12, files).value();
    const auto directory = Directory::open(dir.path()).value();
    EXPECT_EQ(named.file, "checksums.12");
    EXPECT_EQ(checksums_number(named), 12U);
    EXPECT_EQ(read_checksums(directory, named).value(), files);
    std::string text = test::read_file(dir / "checksums.12");
    text.back() = ' ';
    test::write_file(dir / "checksums.12", text);
    const auto damaged = read_checksums(directory, named);
    ASSERT_FALSE(damaged);
    EXPECT_EQ(damaged.error().code, ErrorCode::Corrupt);
}

TEST(Checksums, CoverTheFilesThatMetaImplies) {
    const test::TempDir dir;
    test::CorpusBuilder builder;
    builder.games = test::sample_games();
    builder.shards = 2;
    builder.with_tree_games = true;
    const auto root = dir / "c.scoredb";
    builder.write(root);
    const auto directory = Directory::open(root).value();
    using Names = std::vector<std::string>;
    const Names shards = {"shards/0.moves", "shards/0.gameidx", "shards/0.dict", "shards/0.extra",
                          "shards/1.moves", "shards/1.gameidx", "shards/1.dict", "shards/1.extra"};
    Names expected = shards;
    expected.insert(expected.end(), {"tree.dat", "tree.games"});
    EXPECT_EQ(corpus_files(directory, builder.meta), expected);

    builder.meta.tree_segments = {{"tree.4.dat", 0}, {"tree.5.dat", 3}};
    test::write_file(root / "tree.4.dat", "");
    test::write_file(root / "tree.4.games", "");
    test::write_file(root / "tree.5.dat", "");
    expected = shards;
    expected.insert(expected.end(), {"tree.4.dat", "tree.4.games", "tree.5.dat"});
    EXPECT_EQ(corpus_files(directory, builder.meta), expected);
}

TEST(Checksums, CorpusIdIsMadeOfTheGames) {
    std::vector<FileChecksum> files = {
        file_of("shards/0.moves", "records"), file_of("shards/0.gameidx", std::string(24, '\0')),
        file_of("shards/1.moves", ""), file_of("shards/1.gameidx", "")};
    const std::string text = "3 " + to_hex(files[0].hash()) + "\n0 " + kEmptyHash + '\n';
    EXPECT_EQ(corpus_id_of(2, files), to_hex(content_hash(text)));
    EXPECT_NE(corpus_id_of(1, files), corpus_id_of(2, files));
}

}  // namespace
}  // namespace edge::corpus
