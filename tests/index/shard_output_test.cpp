#include "index/shard_output.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "codec/pgn/lexical.h"
#include "codec/synth/synth.h"
#include "corpus/shard.h"
#include "index/block_decoder.h"
#include "index/corpus_files.h"
#include "support/temp_dir.h"

namespace edge::indexing {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kBatches = 6;
constexpr uint64_t kGamesPerBatch = 400;

Status go_on() { return {}; }

// Batches of a text, and the size of it.
struct Batches {
    Batches() {
        synth::Generator generator(1, false);
        for (uint64_t i = 0; i < kBatches; ++i) {
            std::string text;
            for (uint64_t game = 0; game < kGamesPerBatch; ++game) {
                generator.append_game(i * kGamesPerBatch + game, text);
            }
            const size_t text_bytes = text.size();
            text.append(pgn::kScanBytes, '\0');
            BlockText block;
            block.text = std::string_view(text).substr(0, text_bytes);
            block.offset = bytes;
            block.begins_source = true;
            BlockDecoder(DecodeOptions()).decode(block, batches.emplace_back());
            bytes += text_bytes;
        }
    }
    std::vector<GameBatch> batches;
    uint64_t bytes = 0;
};

class ShardOutputTest : public ::testing::Test {
protected:
    fs::path folder(const std::string& name) {
        fs::create_directories(dir_ / name / "shards");
        return dir_ / name;
    }
    // Started before the batch of that number, or after the last.
    fs::path write(uint64_t started_before, uint64_t spool_memory) {
        const fs::path path =
            folder(std::to_string(started_before) + '-' + std::to_string(spool_memory));
        Batches input;
        ShardOutput output(path, {.spool_memory = spool_memory});
        corpus::ExtraEncoder encoder;
        for (uint64_t i = 0; i < kBatches; ++i) {
            if (i == started_before) output.start(3, input.bytes);
            EXPECT_EQ(output.is_started(), i >= started_before);
            EXPECT_TRUE(output.add(input.batches[i]));
            EXPECT_TRUE(output.encode_tags(encoder));
        }
        if (!output.is_started()) output.start(3, input.bytes);
        EXPECT_TRUE(output.finish(go_on));
        return path;
    }

    test::TempDir dir_;
};

TEST_F(ShardOutputTest, WritesTheSameBytesWhenItIsStartedLate) {
    const fs::path at_once = write(0, 0);
    EXPECT_EQ(test::files_of(at_once).size(), 3 * 5U);  // five files a shard
    uint64_t games = 0;
    for (const char* stem : {"shards/0", "shards/1", "shards/2"}) {
        const auto shard = corpus::Shard::open((at_once / stem).string()).value();
        EXPECT_TRUE(shard.open_extra()) << stem;  // it has tags of every game
        games += shard.game_count();
    }
    EXPECT_EQ(games, kBatches * kGamesPerBatch);
    test::expect_same_files(write(kBatches, 0), at_once);
    test::expect_same_files(write(kBatches, 1 << 30), at_once);
}

TEST_F(ShardOutputTest, LeavesOutWhatIsNotWanted) {
    const fs::path path = folder("bare");
    Batches input;
    ShardOutput output(path, {.extra = false, .cols = false});
    output.start(1, input.bytes);
    for (GameBatch& batch : input.batches) EXPECT_TRUE(output.add(batch));
    ASSERT_TRUE(output.finish(go_on));
    EXPECT_TRUE(fs::exists(path / "shards/0.moves"));
    EXPECT_FALSE(fs::exists(path / "shards/0.extra"));
    EXPECT_FALSE(fs::exists(path / "shards/0.cols"));
}

TEST_F(ShardOutputTest, StopsWhenCancelled) {
    Batches input;
    ShardOutput output(folder("stopped"), {});
    for (GameBatch& batch : input.batches) EXPECT_TRUE(output.add(batch));
    output.start(1, input.bytes);
    unsigned asked = 0;
    const Status status = output.finish([&asked]() -> Status {
        if (++asked < 3) return {};
        return fail(ErrorCode::Cancelled, "enough");
    });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(asked, 3U);
}

}  // namespace
}  // namespace edge::indexing
