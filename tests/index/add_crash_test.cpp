// Whatever happens in the middle of a change of a corpus, it is the old one or the new one.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "codec/synth/synth.h"
#include "core/disk_events.h"
#include "corpus/commit.h"
#include "corpus/corpus.h"
#include "corpus/tree_segment.h"
#include "corpus/verify.h"
#include "index/add.h"
#include "index/compact.h"
#include "index/compact_shards.h"
#include "query/collections/collection.h"
#include "query/lang/text.h"
#include "support/power_loss.h"
#include "support/slow_build.h"
#include "support/temp_dir.h"

namespace edge::indexing {
namespace {

namespace fs = std::filesystem;

using Kind = DiskEvent::Kind;

constexpr int kEnded = 42;

// A change of a corpus, with the corpus it begins from.
struct Change {
    std::string name;
    std::vector<uint64_t> parts;  // games of the index and of the adds before
    uint64_t games = 0;           // to add; 0: the tree is compacted, or shards are joined
    uint32_t shards = 1;
    size_t points = 0;      // at which it can be killed, at least; 300 for all changes together
    uint64_t repeated = 0;  // games of the corpus, which come before the others and are left out
    bool joins_shards = false;
};

void PrintTo(const Change& change, std::ostream* out) { *out << change.name; }

const Change kChanges[] = {
    {"a segment more", {60}, 8, 1, 50},
    {"segments that are merged", {20, 6, 6, 6, 6, 6, 6, 6}, 20, 1, 75},
    {"several shards", {60}, 40, 4, 140},
    {"one tree", {60, 10}, 0, 1, 30},
    {.name = "duplicates left out", .parts = {60}, .games = 8, .points = 80, .repeated = 5},
    {.name = "joined shards", .parts = {60, 10, 20}, .points = 40, .joins_shards = true},
};

std::string games_text(uint64_t begin, uint64_t end) {
    std::string text;
    synth::Generator generator(11, false);
    for (uint64_t i = 0; i < end; ++i) {
        std::string game;
        generator.append_game(i, game);
        if (i >= begin) text += game;
    }
    return text;
}

Status add_file(const fs::path& corpus, const fs::path& input, uint32_t shards = 1,
                bool skips_duplicates = false) {
    IndexOptions options;
    options.inputs = {input.string()};
    options.append = corpus;
    options.threads = 1;
    options.shards = shards;
    options.skip_duplicates = skips_duplicates;
    EDGE_CHECK(add_games(options));
    return {};
}

std::string games_of(const corpus::Corpus& corpus) {
    std::string content;
    for (uint64_t id = 0; id < corpus.game_count(); ++id) {
        const corpus::GameView game = corpus.game(id).value();
        const corpus::Shard& shard = corpus.shard(corpus.locate(id).shard);
        content += fmt::format("{} {}:", shard.name(game.header().white_name).value(),
                               game.header().pgn_offset);
        for (uint32_t ply = 0; ply < game.plies(); ++ply) {
            content += fmt::format(" {}", game.move(ply).raw());
        }
        content += '\n';
    }
    return content;
}

std::string sets_of(const corpus::Corpus& corpus) {
    std::string content;
    for (const char* const name : {"@won", "@rest"}) {
        const auto set = query::read_stored_set(corpus, name);
        content += set ? fmt::format("{} {}\n", name, set->count()) : set.error().message;
    }
    return content;
}

// One refers to the other.
Status make_collections(const fs::path& path) {
    for (const auto& [name, text] :
         {std::pair("won", "result = W"), std::pair("rest", "not @won")}) {
        const auto corpus = EDGE_TRY(corpus::Corpus::open(path.string()));
        auto question = EDGE_TRY(query::parse_text(text));
        const auto query = EDGE_TRY(query::Query::prepare(corpus, std::move(question)));
        const Bitmap games = EDGE_TRY(query::find_games(query, {}));
        EDGE_CHECK(query::save_collection(query, games, name, {}));
    }
    return {};
}

void expect_sound(const fs::path& path) {
    const auto corpus = corpus::Corpus::open(path.string());
    ASSERT_TRUE(corpus) << corpus.error().message;
    const auto report = corpus::verify(*corpus);
    ASSERT_TRUE(report) << report.error().message;
    for (const corpus::Finding& finding : report->findings) ADD_FAILURE() << finding.message;
}

class CrashTest : public testing::TestWithParam<Change> {
protected:
    void SetUp() override {
        IndexOptions options;
        options.threads = 1;
        uint64_t at = 0;
        for (const uint64_t part : GetParam().parts) {
            const fs::path input = dir_ / fmt::format("part{}.pgn", at);
            test::write_file(input, games_text(at, at + part));
            if (at == 0) {
                options.inputs = {input.string()};
                options.out = base_;
                ASSERT_TRUE(index_games(options));
                ASSERT_TRUE(make_collections(base_));
            } else {
                ASSERT_TRUE(add_file(base_, input));
            }
            at += part;
        }
        test::write_file(
            more_, games_text(0, GetParam().repeated) + games_text(at, at + GetParam().games));
        test::write_file(last_, games_text(500, 505));
        old_ = content_at(base_);
        copy_base();
        ASSERT_TRUE(change());
        new_ = content_at(corpus_);
        if (GetParam().repeated > 0) {
            ASSERT_EQ(corpus::Corpus::open(corpus_.string())->game_count(), at + GetParam().games);
        }
        ASSERT_TRUE(add_file(corpus_, last_));
        ASSERT_EQ(old_ == new_, GetParam().games == 0);
    }
    void TearDown() override { watch_disk({}); }

    // What a reader sees. Sets are read when they are asked for, and so not where another directory
    // has come in the place of the reader's.
    static std::string content_of(const corpus::Corpus& corpus) {
        return games_of(corpus) + (GetParam().joins_shards ? "" : sets_of(corpus));
    }
    static std::string content_at(const fs::path& path) {
        const auto corpus = corpus::Corpus::open(path.string());
        return corpus ? content_of(*corpus) : corpus.error().message;
    }
    void copy_base() {
        fs::remove_all(home_);
        fs::create_directory(home_);
        fs::copy(base_, corpus_, fs::copy_options::recursive);
    }
    Status change() {
        if (GetParam().games > 0) {
            return add_file(corpus_, more_, GetParam().shards, GetParam().repeated > 0);
        }
        if (GetParam().joins_shards) {
            EDGE_CHECK(compact_shards({.corpus = corpus_, .threads = 1}));
        } else {
            EDGE_CHECK(compact_tree({.corpus = corpus_, .threads = 1}));
        }
        return {};
    }
    // Fills events_.
    void list_events() {
        copy_base();
        watch_disk([this](const DiskEvent& event) {
            events_.push_back(event.kind);
            return 0;
        });
        ASSERT_TRUE(change());
        watch_disk({});
    }
    void expect_old_or_new() {
        const std::string found = content_at(corpus_);
        EXPECT_TRUE(found == old_ || found == new_) << found;
        expect_collections();
        expect_sound(corpus_);
    }
    // The answers to their queries, whatever was written of their sets.
    void expect_collections() {
        const auto corpus = corpus::Corpus::open(corpus_.string()).value();
        const auto wrong =
            query::parse_text("@won xor result = W or @rest xor result != W").value();
        const auto query = query::Query::prepare(corpus, wrong);
        ASSERT_TRUE(query) << query.error().message;
        EXPECT_EQ(query::find_games(*query, {})->count(), 0U);
    }
    void expect_next_add() {
        const std::string before = content_at(corpus_);
        const Status added = add_file(corpus_, last_);
        ASSERT_TRUE(added) << added.error().message;
        const std::string after = content_at(corpus_);
        EXPECT_TRUE(after.starts_with(before.substr(0, before.find("@won")))) << after;
        EXPECT_GT(after.size(), before.size());
        expect_collections();
        expect_sound(corpus_);
    }
    void expect_no_litter() {
        const auto corpus = corpus::Corpus::open(corpus_.string()).value();
        std::set<std::string> expected = {"bitmaps", "meta", "shards"};
        for (const corpus::MetaTreeSegment& segment : corpus::tree_segments_of(corpus.meta())) {
            for (const std::string& file : {segment.file, std::string("tree.dat")}) {
                expected.insert({file, corpus::tree_games_name(file)});
            }
        }
        if (corpus.meta().checksums) expected.insert(corpus.meta().checksums->file);
        std::set<std::string> found;
        for (const fs::directory_entry& entry : fs::directory_iterator(corpus_)) {
            found.insert(entry.path().filename().string());
        }
        EXPECT_EQ(found, expected);
        for (const fs::directory_entry& entry : fs::directory_iterator(home_)) {
            EXPECT_EQ(entry.path(), corpus_);
        }
        for (const fs::directory_entry& entry : fs::directory_iterator(corpus_ / "shards")) {
            EXPECT_LT(std::stoul(entry.path().filename().string()), corpus.shard_count());
        }
    }
    // Slow builds look at a part of the points.
    size_t step() const { return test::kSanitized ? 7 : 1; }

    const test::TempDir dir_ = test::TempDir::in_memory();
    const fs::path base_ = dir_ / "base";
    const fs::path home_ = dir_ / "home";
    const fs::path corpus_ = home_ / "corpus";
    const fs::path more_ = dir_ / "more.pgn";
    const fs::path last_ = dir_ / "last.pgn";
    std::string old_;
    std::string new_;
    std::vector<Kind> events_;
};

INSTANTIATE_TEST_SUITE_P(Changes, CrashTest, testing::ValuesIn(kChanges), [](const auto& info) {
    std::string name = info.param.name;
    std::erase(name, ' ');
    return name;
});

void write_half(const DiskEvent& event) {
    const int file = ::open(event.path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) ::_exit(1);
    const ssize_t written = ::pwrite(file, event.bytes.data(), event.bytes.size() / 2,
                                     static_cast<off_t>(event.offset));
    ::_exit(written < 0 ? 1 : kEnded);
}

// A process that ends at event `point`, before it is made or, of a write, in the middle.
template <class Change>
int status_of_killed(size_t point, bool in_the_middle, Change change) {
    const pid_t child = ::fork();
    if (child == 0) {
        size_t count = 0;
        watch_disk([&](const DiskEvent& event) {
            if (count++ != point) return 0;
            if (in_the_middle) write_half(event);
            ::_exit(kEnded);
        });
        ::_exit(change() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_P(CrashTest, AKillAtAnyPointLeavesTheOldOrTheNewCorpus) {
    list_events();
    size_t points = 0;
    for (size_t point = 0; point < events_.size(); point += step()) {
        for (const bool in_the_middle : {false, true}) {
            if (in_the_middle && events_[point] != Kind::Write) continue;
            ++points;
            SCOPED_TRACE(fmt::format("event {} of {}", point, events_.size()));
            copy_base();
            const auto reader = corpus::Corpus::open(corpus_.string());
            ASSERT_TRUE(reader);
            ASSERT_EQ(status_of_killed(point, in_the_middle, [this] { return change(); }), kEnded);
            expect_old_or_new();
            EXPECT_TRUE(content_of(*reader) == old_);
            expect_next_add();
            expect_no_litter();
            EXPECT_TRUE(content_of(*reader) == old_);
            if (HasFailure()) return;
        }
    }
    EXPECT_GE(points * step(), GetParam().points);
}

TEST_P(CrashTest, SoDoesAFullDisk) {
    list_events();
    for (const bool for_good : {true, false}) {
        for (size_t point = 0; point < events_.size(); point += step()) {
            SCOPED_TRACE(fmt::format("event {} of {}", point, events_.size()));
            copy_base();
            size_t count = 0;
            watch_disk([&](const DiskEvent& event) {
                const bool is_full = for_good ? count >= point : count == point;
                ++count;
                return is_full && event.kind != Kind::Remove ? ENOSPC : 0;
            });
            const Status changed = change();
            watch_disk({});
            if (changed) {
                EXPECT_TRUE(content_at(corpus_) == new_);
            } else {
                EXPECT_EQ(changed.error().code, ErrorCode::Io);
                EXPECT_NE(changed.error().message.find("No space left"), std::string::npos)
                    << changed.error().message;
            }
            expect_old_or_new();
            const bool is_old =
                test::read_file(corpus_ / "meta") == test::read_file(base_ / "meta");
            if (!for_good && is_old) expect_no_litter();
            expect_next_add();
            expect_no_litter();
            if (HasFailure()) return;
        }
    }
}

TEST_P(CrashTest, SoDoesALossOfPower) {
    list_events();
    std::mt19937 random(3);
    constexpr int kStates = 5;
    for (size_t point = 0; point <= events_.size(); point += step()) {
        copy_base();
        test::RecordedDisk disk(home_);
        size_t count = 0;
        watch_disk([&](const DiskEvent& event) {
            if (count++ < point) disk.record(event);
            return 0;
        });
        ASSERT_TRUE(change());
        watch_disk({});
        for (int state = 0; state < kStates; ++state) {
            SCOPED_TRACE(fmt::format("state {} at event {} of {}", state, point, events_.size()));
            fs::remove_all(home_);
            // Nothing, everything, and any part of it.
            disk.write_state(home_, [&] {
                return state == 0 ? false : state == 1 ? true : random() % 2 == 0;
            });
            expect_old_or_new();
            if (point == events_.size()) {
                EXPECT_TRUE(content_at(corpus_) == new_);
            }
            if (state == 2) expect_next_add();
            if (HasFailure()) return;
        }
    }
}

TEST_P(CrashTest, AReaderAtAnyTimeSeesTheOldOrTheNewCorpus) {
    for (int round = 0; round < (test::kSanitized ? 2 : 20); ++round) {
        copy_base();
        std::atomic<bool> is_done = false;
        std::thread reader([&] {
            bool was_new = false;
            do {
                const std::string found = content_at(corpus_);
                ASSERT_TRUE(found == old_ || found == new_) << found;
                ASSERT_TRUE(!was_new || found == new_);
                was_new = found == new_;
            } while (!is_done);
        });
        const Status changed = change();
        is_done = true;
        reader.join();
        ASSERT_TRUE(changed) << changed.error().message;
        ASSERT_FALSE(HasFailure());
    }
}

// Several programs that add at the same time do it one after the other.
TEST(AddAtTheSameTime, LosesNothing) {
    const test::TempDir dir;
    const fs::path corpus = dir / "corpus";
    const auto part = [&](int i) { return dir / fmt::format("part{}.pgn", i); };
    constexpr int kWriters = 6;
    for (int i = 0; i <= kWriters; ++i) {
        test::write_file(
            part(i), games_text(10 * static_cast<uint64_t>(i), 10 * static_cast<uint64_t>(i) + 10));
    }
    IndexOptions options;
    options.inputs = {part(0).string()};
    options.out = corpus;
    options.threads = 1;
    ASSERT_TRUE(index_games(options));
    std::vector<pid_t> writers;
    for (int i = 1; i <= kWriters; ++i) {
        const pid_t writer = ::fork();
        if (writer == 0) ::_exit(add_file(corpus, part(i)) ? 0 : 1);
        writers.push_back(writer);
    }
    for (const pid_t writer : writers) {
        int status = 0;
        ASSERT_EQ(::waitpid(writer, &status, 0), writer);
        EXPECT_EQ(status, 0);
    }
    EXPECT_EQ(corpus::Corpus::open(corpus.string())->game_count(), 10U * (kWriters + 1));
    expect_sound(corpus);
}

}  // namespace
}  // namespace edge::indexing
