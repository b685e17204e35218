#include "games/corpus_games.h"

#include <algorithm>
#include <utility>

#include "corpus/extra_frame.h"
#include "games/stored_game.h"
#include "games/whole_game.h"

namespace edge::games {
namespace {

// As many as in a frame of tags, so that none is unpacked twice.
constexpr uint64_t kGamesPerStretch = corpus::kExtraFrameGames;

class StoredGames final : public UndecodedGames {
public:
    StoredGames(std::shared_ptr<const corpus::Corpus> corpus, uint64_t first, uint64_t end)
        : corpus_(std::move(corpus)), first_(first), end_(end) {}

    Status decode(std::vector<ReadGame>& games, ConversionReport& report) const override {
        GameLoader loader(*corpus_);
        games.reserve(games.size() + (end_ - first_));
        for (uint64_t id = first_; id < end_; ++id) {
            const StoredGame stored = EDGE_TRY(loader.load(id));
            games.push_back({EDGE_TRY(whole_game(*corpus_, stored)), "game " + std::to_string(id)});
            ++report.games_read;
        }
        return {};
    }

private:
    std::shared_ptr<const corpus::Corpus> corpus_;
    uint64_t first_;
    uint64_t end_;
};

}  // namespace

Result<std::unique_ptr<CorpusReader>> CorpusReader::open(const std::string& path) {
    auto corpus = std::make_shared<const corpus::Corpus>(EDGE_TRY(corpus::Corpus::open(path)));
    return std::unique_ptr<CorpusReader>(new CorpusReader(std::move(corpus)));
}

CorpusReader::CorpusReader(std::shared_ptr<const corpus::Corpus> corpus)
    : corpus_(std::move(corpus)) {
    for (uint32_t i = 0; i < corpus_->shard_count(); ++i) {
        bytes_total_ += corpus_->shard(i).moves_bytes().size();
    }
}

Result<std::unique_ptr<UndecodedGames>> CorpusReader::next() {
    // Empty shards are skipped.
    while (shard_ < corpus_->shard_count() && next_game_ == corpus_->first_id(shard_ + 1)) {
        ++shard_;
    }
    if (shard_ == corpus_->shard_count()) return nullptr;
    const uint64_t first = next_game_;
    next_game_ = std::min(first + kGamesPerStretch, corpus_->first_id(shard_ + 1));
    return std::make_unique<StoredGames>(corpus_, first, next_game_);
}

uint64_t CorpusReader::bytes_read() const {
    if (corpus_->game_count() == 0) return 0;
    const double share =
        static_cast<double>(next_game_) / static_cast<double>(corpus_->game_count());
    return static_cast<uint64_t>(share * static_cast<double>(bytes_total_));
}

}  // namespace edge::games
