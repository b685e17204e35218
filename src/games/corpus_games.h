// The games of a corpus through the interface of all formats: tags, main lines and results.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "codec/game_reader.h"
#include "corpus/corpus.h"
#include "edge/result.h"

namespace edge::games {

// Hands out the games in the order of their ids, from 0.
class CorpusReader final : public GameReader {
public:
    static Result<std::unique_ptr<CorpusReader>> open(const std::string& path);

    Result<std::unique_ptr<UndecodedGames>> next() override;
    uint64_t bytes_read() const override;
    uint64_t bytes_total() const override { return bytes_total_; }

private:
    explicit CorpusReader(std::shared_ptr<const corpus::Corpus> corpus);

    std::shared_ptr<const corpus::Corpus>
        corpus_;                // shared with the stretches that were handed out
    uint64_t bytes_total_ = 0;  // of all moves
    uint32_t shard_ = 0;
    uint64_t next_game_ = 0;
};

}  // namespace edge::games
