// Reads viriformat, the self-play games of chess engines (docs/formats/viriformat.md): a packed
// board, then moves with scores. A score becomes an `[%eval]` comment at the position it belongs
// to: after the previous move, or at the root for the first.
//
// What it forgives, counting it: an invalid result, castling rights without king and rook in place,
// an illegal move (which ends the game there), a last game without its end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "codec/game_reader.h"
#include "codec/viriformat/game_stream.h"
#include "core/byte_stream.h"
#include "edge/result.h"

namespace edge::viriformat {

class Reader : public GameReader {
public:
    // The file may be packed by gzip, bzip2 or zstd.
    static Result<std::unique_ptr<Reader>> open(const std::filesystem::path& path);
    // The stream gives unpacked bytes; the name is for messages.
    static Result<std::unique_ptr<Reader>> open(std::unique_ptr<ByteStream> source,
                                                const std::string& name);

    Result<std::unique_ptr<UndecodedGames>> next() override;
    uint64_t bytes_read() const override { return games_.bytes_read(); }
    uint64_t bytes_total() const override { return games_.bytes_total(); }
    Status check_unchanged() const override { return games_.check_unchanged(); }

private:
    explicit Reader(GameStream games) : games_(std::move(games)) {}

    GameStream games_;
};

}  // namespace edge::viriformat
