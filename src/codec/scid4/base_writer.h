// Writes a Scid 4 base: the records of the games to the .sg4 and their entries to the .si4 as they
// come, the names to the .sn4 at the end. The three files appear together.
//
// Some games, and some parts of games, do not fit. The writer skips games from a start that Scid
// cannot save ("chess960"), with too long a record ("record_too_long"), and those that the base has
// no room for ("too_many_games", "too_many_names", "games_file_full").
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "codec/game_writer.h"
#include "codec/scid4/index_header.h"
#include "edge/result.h"

namespace edge::scid4 {

struct WriterOptions {
    bool overwrite = false;  // otherwise existing files are refused
    // Leaves out a Site that is a web address, which begins with http:// or https:// in any case.
    // Lichess gives every game its own, and a base holds no more than 524,287 sites.
    bool drop_site = false;
    BaseInfo info = {};  // all but the number of games
};

class BaseWriter : public GameWriter {
public:
    // `path` is any of the three files, or the name of the base without a suffix.
    static Result<std::unique_ptr<BaseWriter>> create(const std::filesystem::path& path,
                                                      const WriterOptions& options);
    ~BaseWriter() override;

    Result<std::unique_ptr<EncodedGames>> encode(std::span<const ReadGame> games,
                                                 ConversionReport& report) const override;
    Status append(std::unique_ptr<EncodedGames> games, ConversionReport& report) override;
    Status finish() override;

private:
    struct Base;
    explicit BaseWriter(std::unique_ptr<Base> base);

    std::unique_ptr<Base> base_;
};

}  // namespace edge::scid4
