#include "codec/viriformat/writer.h"

#include <vector>

#include "codec/viriformat/game_encoder.h"

namespace edge::viriformat {
namespace {

class Encoded : public EncodedGames {
public:
    std::vector<std::byte> bytes;
    uint64_t games = 0;
};

}  // namespace

Result<std::unique_ptr<Writer>> Writer::create(const std::filesystem::path& path,
                                               ScoreOptions options, bool overwrite) {
    AtomicFile file = EDGE_TRY(AtomicFile::create(path, overwrite));
    return std::unique_ptr<Writer>(new Writer(std::move(file), options));
}

Result<std::unique_ptr<EncodedGames>> Writer::encode(std::span<const ReadGame> games,
                                                     ConversionReport& report) const {
    auto encoded = std::make_unique<Encoded>();
    GameEncoder encoder(options_);
    for (const ReadGame& game : games) {
        if (encoder.encode(game, encoded->bytes, report)) ++encoded->games;
    }
    return encoded;
}

Status Writer::append(std::unique_ptr<EncodedGames> games, ConversionReport& report) {
    const auto& encoded = static_cast<const Encoded&>(*games);
    EDGE_CHECK(file_.file().append(encoded.bytes));
    report.games_written += encoded.games;
    return {};
}

Status Writer::finish() { return file_.commit(); }

}  // namespace edge::viriformat
