// What readers say when a file is cut short under them. The tests that read lost pages do so in a
// child process, which would die of it without the handler.
#include "codec/game_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

#include "codec/fbpgn/reader.h"
#include "codec/fbpgn/writer.h"
#include "codec/scid4/small_base.h"
#include "codec/viriformat/bytes_and_games.h"
#include "core/lost_pages.h"
#include "core/mapped_file.h"
#include "support/temp_dir.h"

namespace edge {
namespace {

namespace fs = std::filesystem;

void cut_short(const fs::path& path) { fs::resize_file(path, fs::file_size(path) - 1); }

void expect_changed(const GameReader& reader, const fs::path& path) {
    ASSERT_TRUE(reader.check_unchanged());
    cut_short(path);
    const Status status = reader.check_unchanged();
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::Io);
    EXPECT_EQ(status.error().message, path.string() + ": changed while it was read");
}

TEST(GameReader, OfAScidBaseLooksAtIndexAndGames) {
    for (const char* suffix : {"club.si4", "club.sg4"}) {
        const test::TempDir dir;
        scid4::testing::write_base(dir / "club",
                                   scid4::testing::games_of(scid4::testing::two_games()));
        expect_changed(*scid4::BaseReader::open(dir / "club", {}).value(), dir / suffix);
    }
}

TEST(GameReader, OfViriformatLooksAtItsFile) {
    const test::TempDir dir;
    const testing::Bytes board = testing::start_board();
    test::write_file(dir / "x.vf", {reinterpret_cast<const char*>(board.data()), board.size()});
    expect_changed(*viriformat::Reader::open(dir / "x.vf").value(), dir / "x.vf");
}

TEST(GameReader, OfFbpgnLooksAtItsFile) {
    const test::TempDir dir;
    const auto writer = fbpgn::Writer::create(dir / "x.fbpgn", {}).value();
    ASSERT_TRUE(writer->finish());
    expect_changed(*fbpgn::Reader::open(dir / "x.fbpgn").value(), dir / "x.fbpgn");
}

// Reads nothing, and knows no file.
class EmptyReader final : public GameReader {
public:
    Result<std::unique_ptr<UndecodedGames>> next() override { return nullptr; }
    uint64_t bytes_read() const override { return 0; }
    uint64_t bytes_total() const override { return 0; }
};

TEST(GameReader, ChecksAllMappedFilesOnlyWhenItDoesNotKnowItsOwn) {
    const test::TempDir dir;
    scid4::testing::write_base(dir / "club", scid4::testing::games_of(scid4::testing::kOneGame));
    constexpr size_t kFileBytes = size_t{1} << 20;
    test::write_file(dir / "other", std::string(kFileBytes, 'x'));
    const auto child = [&dir] {
        survive_lost_pages();
        const EmptyReader empty;
        const auto base = scid4::BaseReader::open(dir / "club", {}).value();
        const MappedFile other = MappedFile::open(dir / "other").value();
        fs::resize_file(dir / "other", 0);
        const bool was_intact = base->check_unchanged() && empty.check_unchanged();
        const bool reads_zero = other.text()[kFileBytes / 2] == '\0';
        const bool is_precise = base->check_unchanged() && !empty.check_unchanged();
        const EmptyReader later;
        ::_exit(was_intact && reads_zero && is_precise && later.check_unchanged() ? 0 : 1);
    };
    EXPECT_EXIT(child(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace edge
