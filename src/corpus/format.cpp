// packed1 of the header: result (bits 0-2), termination (3-5), base seconds (6-18), increment
// (19-24), correspondence (25). The bits above are reserved and written as zero.
#include "corpus/format.h"

#include <span>

#include "core/content_hash.h"

namespace edge::corpus {
namespace {

constexpr size_t kPacked1At = 12;
constexpr size_t kWhiteEloAt = 16;
constexpr size_t kBlackEloAt = 18;
constexpr size_t kEcoAt = 20;
constexpr size_t kPadAt = 22;
constexpr size_t kDateAt = 24;
constexpr uint16_t kEcoCodes = 500;

// Reserved values read as unknown, so that no value outside the enum leaves this file.
GameResult result_of(uint32_t packed1) {
    const uint32_t code = packed1 & 7;
    return code <= 3 ? static_cast<GameResult>(code) : GameResult::Unknown;
}
Termination termination_of(uint32_t packed1) {
    const uint32_t code = packed1 >> 3 & 7;
    return code <= 3 ? static_cast<Termination>(code) : Termination::Other;
}

}  // namespace

MoveHashes hash_moves(const std::byte* moves, uint32_t plies) {
    const auto hash_of = [moves](uint32_t count) {
        return short_content_hash(std::span(moves, sizeof(uint16_t) * count));
    };
    const uint64_t all = hash_of(plies);
    return {all, plies <= kOpeningPlies ? all : hash_of(kOpeningPlies)};
}

void encode_header(const GameHeader& header, std::byte* to) {
    store<uint64_t>(to, header.pgn_offset);
    store<uint32_t>(to + kPlyCountAt, header.plies);
    store<uint32_t>(to + kPacked1At, packed1_of(header));
    store<uint16_t>(to + kWhiteEloAt, header.white_elo);
    store<uint16_t>(to + kBlackEloAt, header.black_elo);
    store<uint16_t>(to + kEcoAt, header.eco);
    store<uint16_t>(to + kPadAt, 0);
    store<uint32_t>(to + kDateAt, pack_date(header.date));
    store<uint32_t>(to + kWhiteNameAt, header.white_name);
    store<uint32_t>(to + kBlackNameAt, header.black_name);
}

GameHeader decode_header(const std::byte* from) {
    const auto packed1 = load<uint32_t>(from + kPacked1At);
    const auto eco = load<uint16_t>(from + kEcoAt);
    GameHeader header;
    header.pgn_offset = load<uint64_t>(from);
    header.plies = load<uint32_t>(from + kPlyCountAt) & kMaxPlies;
    header.result = result_of(packed1);
    header.termination = termination_of(packed1);
    header.time_control.base_seconds = static_cast<uint16_t>(packed1 >> 6 & kMaxBaseSeconds);
    header.time_control.increment = static_cast<uint8_t>(packed1 >> 19 & kMaxIncrement);
    header.time_control.correspondence = (packed1 >> 25 & 1) != 0;
    header.white_elo = load<uint16_t>(from + kWhiteEloAt) & kMaxElo;
    header.black_elo = load<uint16_t>(from + kBlackEloAt) & kMaxElo;
    header.eco = eco < kEcoCodes ? eco : kUnknownEco;
    header.date = unpack_date(load<uint32_t>(from + kDateAt));
    header.white_name = load<uint32_t>(from + kWhiteNameAt);
    header.black_name = load<uint32_t>(from + kBlackNameAt);
    return header;
}

}  // namespace edge::corpus
