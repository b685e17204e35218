#include "codec/viriformat/game_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "codec/viriformat/detection.h"
#include "codec/viriformat/packed_board.h"
#include "codec/viriformat/packed_move.h"
#include "core/byte_order.h"
#include "core/damage.h"

namespace edge::viriformat {
namespace {

constexpr size_t kBlockBytes = size_t{1} << 18;
// Far beyond any game: the rules end one within 18,000 moves of both sides.
constexpr size_t kMaxGameBytes = size_t{1} << 20;

// The offset of the first four zero bytes at the place of a move; the size of all whole moves if
// there are none.
size_t find_end(std::span<const std::byte> moves) {
    const size_t size = moves.size() / kMoveBytes * kMoveBytes;
    size_t at = 0;
    while (at < size && load<uint32_t>(moves.data() + at) != kEndOfGame) at += kMoveBytes;
    return at;
}

}  // namespace

GameBytes take_game(std::span<const std::byte>& bytes) {
    GameBytes game;
    game.board = bytes.first(std::min(kBoardBytes, bytes.size()));
    bytes = bytes.subspan(game.board.size());
    const size_t size = find_end(bytes);
    game.moves = bytes.first(size);
    game.has_end = bytes.size() - size >= kMoveBytes;
    bytes = game.has_end ? bytes.subspan(size + kMoveBytes) : std::span<const std::byte>();
    return game;
}

Result<GameStream> GameStream::open(const std::filesystem::path& path) {
    MappedFile file = EDGE_TRY(MappedFile::open(path));
    const std::span<const std::byte> bytes = file.bytes();
    std::unique_ptr<ByteStream> source = open_memory_stream(bytes);
    // A board may begin with the same bytes as a packed file.
    const bool is_packed =
        !looks_like_viriformat(bytes) && detect_compression(bytes) != Compression::None;
    if (is_packed) source = EDGE_TRY(open_by_content(std::move(source), path.string()));
    GameStream stream = EDGE_TRY(open(std::move(source), path.string()));
    stream.file_ = std::move(file);
    if (!is_packed) stream.bytes_total_ = bytes.size();
    return stream;
}

Result<GameStream> GameStream::open(std::unique_ptr<ByteStream> source, const std::string& name) {
    GameStream stream(std::move(source));
    EDGE_CHECK(stream.fill(kBlockBytes));
    EDGE_CHECK(stream.check_start(name));
    return stream;
}

// Later invalid boards are counted, but a file that does not begin with a valid one is of another
// kind.
Status GameStream::check_start(const std::string& name) {
    if (bytes_.empty()) return {};
    if (bytes_.size() < kBoardBytes) {
        return corrupt(name, 0,
                       fmt::format("found {} bytes, expected a packed board of {}", bytes_.size(),
                                   kBoardBytes));
    }
    const auto board = unpack_board(std::span(bytes_).first<kBoardBytes>());
    if (board) return {};
    return corrupt(
        name, 0,
        fmt::format("found no chess position ({}), expected a packed board", board.error()));
}

// Fills the buffer up to `wanted` bytes, or to the end of the source.
Status GameStream::fill(size_t wanted) {
    if (ended_ || bytes_.size() >= wanted) return {};
    const size_t had = bytes_.size();
    bytes_.resize(wanted);
    const std::span into(reinterpret_cast<char*>(bytes_.data()) + had, wanted - had);
    const size_t got = EDGE_TRY(read_full(*source_, into));
    bytes_.resize(had + got);
    ended_ = got < into.size();
    return {};
}

// Whole moves were handed out, so the next one begins at the front.
void GameStream::skip_to_game_end() {
    const size_t end = find_end(bytes_);
    is_inside_game_ = bytes_.size() - end < kMoveBytes;
    const size_t passed = is_inside_game_ ? bytes_.size() : end + kMoveBytes;
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<ptrdiff_t>(passed));
    bytes_read_ += passed;
}

void GameStream::hand_out(size_t size, GameBlock& block) {
    std::vector<std::byte> rest(bytes_.begin() + static_cast<ptrdiff_t>(size), bytes_.end());
    bytes_.resize(size);
    block.bytes = std::exchange(bytes_, std::move(rest));
    bytes_read_ += size;
}

Result<bool> GameStream::next(GameBlock& block) {
    size_t wanted = kBlockBytes;
    while (true) {
        EDGE_CHECK(fill(wanted));
        if (bytes_.empty()) return false;
        if (is_inside_game_) {
            skip_to_game_end();
            continue;
        }
        block.first_game = next_game_;
        std::span<const std::byte> rest = bytes_;
        size_t whole = 0;
        while (!rest.empty() && take_game(rest).has_end) {
            whole = bytes_.size() - rest.size();
            ++next_game_;
        }
        if (whole == 0 && !ended_ && bytes_.size() < kMaxGameBytes) {
            wanted = 2 * wanted;
            continue;
        }
        // Only the last game of the file, or one that is too long, has no end.
        const bool takes_all = ended_ || whole == 0;
        if (takes_all && whole < bytes_.size()) ++next_game_;
        if (takes_all) is_inside_game_ = !ended_;
        hand_out(takes_all ? bytes_.size() : whole, block);
        return true;
    }
}

}  // namespace edge::viriformat
