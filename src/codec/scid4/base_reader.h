// Reads a Scid 4 base as whole games. Names and index are checked when it is opened; the games are
// decoded a thousand at a time, in any thread.
//
// Tags come in the order in which Scid exports them: the seven of the roster, the ratings, ECO,
// EventDate, ScidFlags where a game has flags, the tags of the record, FEN.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "codec/game_reader.h"
#include "codec/scid4/index_header.h"
#include "edge/result.h"

namespace edge::scid4 {

struct ReaderOptions {
    bool keep_deleted =
        false;  // otherwise games marked as deleted are skipped, and counted as such
};

class BaseReader : public GameReader {
public:
    // `path` is any of the three files, or the name of the base without a suffix.
    static Result<std::unique_ptr<BaseReader>> open(const std::filesystem::path& path,
                                                    const ReaderOptions& options);
    ~BaseReader() override;

    Result<std::unique_ptr<UndecodedGames>> next() override;
    uint64_t bytes_read() const override;
    uint64_t bytes_total() const override;
    std::vector<std::string> warnings() const override;
    Status check_unchanged() const override;

    const BaseInfo& info() const;

private:
    struct Base;
    class Stretch;
    BaseReader(std::shared_ptr<const Base> base, const ReaderOptions& options);

    std::shared_ptr<const Base> base_;  // shared with the stretches that were handed out
    ReaderOptions options_;
    uint32_t next_game_ = 0;
};

}  // namespace edge::scid4
