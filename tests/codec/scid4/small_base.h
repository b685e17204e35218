// Two small games, and bases of games written and read back in one call.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/pgn/game_reader.h"
#include "codec/scid4/base_reader.h"
#include "codec/scid4/base_writer.h"

namespace edge::scid4::testing {

// A small game whose bytes in a base are known.
inline constexpr std::string_view kOneGame = R"([Event "Club"]
[Site "Rome"]
[Date "2020.03.15"]
[Round "1"]
[White "Bianchi"]
[Black "Bianco"]
[Result "1-0"]
[WhiteElo "2000"]
[ECO "C20"]
[EventDate "2020.03.01"]
[Annotator "me"]

1.e4 {best} e5 $2 (1...c5 2.Nf3) 2.Qh5 Nc6 3.Bc4 Nf6 4.Qxf7# 1-0
)";

// From a start of its own, with flags, deleted.
inline constexpr std::string_view kDeletedGame = R"([Event "Club"]
[Site "Rome"]
[Date "2020.03.??"]
[Round "2"]
[White "Bianco"]
[Black "Bianchi"]
[Result "1/2-1/2"]
[ScidFlags "DW6"]
[SetUp "1"]
[FEN "8/P7/8/8/8/8/k7/7K w - - 0 1"]

1.a8=N {}  1/2-1/2
)";

inline std::string two_games() { return std::string(kOneGame) + "\n" + std::string(kDeletedGame); }

inline std::vector<ReadGame> games_of(std::string_view pgn) {
    std::vector<ReadGame> games;
    for (pgn::TextGame& read : pgn::read_games(pgn)) {
        games.push_back(
            {.game = std::move(read.game), .place = "line " + std::to_string(read.line)});
    }
    return games;
}

inline ConversionReport write_base(const std::filesystem::path& path,
                                   std::span<const ReadGame> games,
                                   const WriterOptions& options = {}) {
    ConversionReport report;
    const auto writer = BaseWriter::create(path, options).value();
    EXPECT_TRUE(writer->append(writer->encode(games, report).value(), report));
    EXPECT_TRUE(writer->finish());
    return report;
}

struct Read {
    std::vector<ReadGame> games;
    ConversionReport report;
};

inline Result<Read> read_base(const std::filesystem::path& path,
                              const ReaderOptions& options = {}) {
    Read read;
    const auto reader = EDGE_TRY(BaseReader::open(path, options));
    while (const auto stretch = EDGE_TRY(reader->next())) {
        EDGE_CHECK(stretch->decode(read.games, read.report));
    }
    EXPECT_EQ(reader->bytes_read(), reader->bytes_total());
    return read;
}

}  // namespace edge::scid4::testing
