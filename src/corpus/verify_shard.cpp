#include "corpus/verify_parts.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "chess/movegen.h"
#include "core/for_each_number.h"
#include "core/utf8.h"
#include "corpus/cols_check.h"
#include "corpus/tag_text.h"

namespace edge::corpus {
namespace {

constexpr uint64_t kBlockGames = 4096;

// One field of the header as raw bits, before decode_header interprets them.
struct FieldRule {
    uint32_t offset;
    const char* name;
    uint32_t (*value)(const std::byte* record);
    bool (*allowed)(uint32_t value);
    const char* expected;
};

uint32_t packed1(const std::byte* record) { return load<uint32_t>(record + 12); }
bool is_zero(uint32_t value) { return value == 0; }
bool is_elo(uint32_t value) { return value <= kMaxElo; }

constexpr FieldRule kFieldRules[] = {
    {8, "move_count bits 24-31", [](const std::byte* r) { return load<uint32_t>(r + 8) >> 24; },
     is_zero, "0"},
    {8, "move_count", [](const std::byte* r) { return load<uint32_t>(r + 8) & kMaxPlies; },
     [](uint32_t v) { return v > 0; }, "at least 1"},
    {12, "result", [](const std::byte* r) { return packed1(r) & 7; },
     [](uint32_t v) { return v <= 3; }, "0 to 3"},
    {12, "termination", [](const std::byte* r) { return packed1(r) >> 3 & 7; },
     [](uint32_t v) { return v <= 3 || v == 7; }, "0 to 3 or 7"},
    {12, "base of correspondence",
     [](const std::byte* r) { return (packed1(r) >> 25 & 1) != 0 ? packed1(r) >> 6 & 0x1FFF : 0; },
     [](uint32_t v) { return v == 0 || v == kMaxBaseSeconds; }, "0 or 8191"},
    {12, "packed1 bits 26-31", [](const std::byte* r) { return packed1(r) >> 26; }, is_zero, "0"},
    {16, "white_elo", [](const std::byte* r) { return uint32_t{load<uint16_t>(r + 16)}; }, is_elo,
     "0 to 8191"},
    {18, "black_elo", [](const std::byte* r) { return uint32_t{load<uint16_t>(r + 18)}; }, is_elo,
     "0 to 8191"},
    {20, "eco", [](const std::byte* r) { return uint32_t{load<uint16_t>(r + 20)}; },
     [](uint32_t v) { return v < 500 || v == kUnknownEco; }, "0 to 499 or 1023"},
    {22, "pad0", [](const std::byte* r) { return uint32_t{load<uint16_t>(r + 22)}; }, is_zero, "0"},
    {24, "month", [](const std::byte* r) { return load<uint32_t>(r + 24) >> 12 & 15; },
     [](uint32_t v) { return v <= 12; }, "0 to 12"},
    {24, "date_packed bits 21-31", [](const std::byte* r) { return load<uint32_t>(r + 24) >> 21; },
     is_zero, "0"},
};

void check_names(const Shard& shard, VerifyReport& report) {
    const std::string_view text = shard.dict_text();
    if (!text.empty() && text.back() != '\n') {
        report.add("dict", shard.dict_path(), text.size(),
                   "found the end of the file inside a name, expected a newline");
    }
    std::unordered_map<std::string_view, uint32_t> first;
    uint64_t offset = 0;
    for (uint32_t i = 0; i < shard.name_count(); ++i) {
        const std::string_view name = *shard.name(i);
        const auto bad = [&](const std::string& finding) {
            report.add("dict", shard.dict_path(), offset, finding);
        };
        if (const auto [entry, is_new] = first.try_emplace(name, i); !is_new) {
            bad(fmt::format("found name {} equal to name {}, expected no duplicate", i,
                            entry->second));
        }
        if (name.empty() || name == "?") {
            bad(fmt::format("found '{}' as name {}, expected no entry for an unknown name", name,
                            i));
        }
        if (!is_valid_utf8(name)) bad(fmt::format("found name {} not in UTF-8, expected UTF-8", i));
        if (std::ranges::any_of(name, [](char c) { return (c >= 0 && c < ' ') || c == 0x7F; })) {
            bad(fmt::format("found a control character in name {}, expected a space", i));
        }
        offset += name.size() + 1;
    }
}

// Values that must increase or be in order from game to game; the offsets over all shards.
class RecordChecker {
public:
    void check_shard(const Shard& shard, VerifyReport& report) {
        uint32_t next_name = 0;
        for (uint32_t i = 0; i < shard.game_count(); ++i) {
            const auto view = shard.game(i);
            if (!view) {
                report.add("record", view.error().message);
                continue;
            }
            ++report.games;
            report.plies += view->plies();
            const std::byte* const record = view->record();
            const auto at = static_cast<uint64_t>(record - shard.moves_bytes().data());
            check_fields(shard, record, at, report);
            check_offset(shard, load<uint64_t>(record), at, report);
            for (const size_t field : {kWhiteNameAt, kBlackNameAt}) {
                check_name(shard, load<uint32_t>(record + field), at + field, next_name, report);
            }
        }
        if (next_name != shard.name_count()) {
            report.add("name-order", shard.dict_path(), shard.dict_text().size(),
                       fmt::format("found {} names, expected the {} of the games",
                                   shard.name_count(), next_name));
        }
    }

private:
    static void check_fields(const Shard& shard, const std::byte* record, uint64_t at,
                             VerifyReport& report) {
        for (const FieldRule& rule : kFieldRules) {
            const uint32_t value = rule.value(record);
            if (rule.allowed(value)) continue;
            report.add("header", shard.moves_path(), at + rule.offset,
                       fmt::format("found {} {}, expected {}", rule.name, value, rule.expected));
        }
    }

    void check_offset(const Shard& shard, uint64_t pgn_offset, uint64_t at, VerifyReport& report) {
        if (last_offset_ && pgn_offset <= *last_offset_) {
            report.add(
                "pgn-offset", shard.moves_path(), at,
                fmt::format("found pgn_offset {}, expected above {}", pgn_offset, *last_offset_));
        }
        last_offset_ = pgn_offset;
    }

    static void check_name(const Shard& shard, uint32_t name, uint64_t at, uint32_t& next_name,
                           VerifyReport& report) {
        if (name == kNoName) return;
        if (name >= shard.name_count()) {
            report.add("name-index", shard.moves_path(), at,
                       fmt::format("found name {}, expected below {} or {:#x}", name,
                                   shard.name_count(), kNoName));
        } else if (name >= next_name) {
            if (name != next_name) {
                report.add(
                    "name-order", shard.moves_path(), at,
                    fmt::format("found name {}, expected {} to appear next", name, next_name));
            }
            next_name = name + 1;
        }
    }

    std::optional<uint64_t> last_offset_;
};

void check_moves(const Shard& shard, const GameView& view, VerifyReport& report) {
    Position position = Position::start();
    for (uint32_t ply = 0; ply < view.plies(); ++ply) {
        const Move move = view.move(ply);
        if (!is_legal(position, move)) {
            const auto record = static_cast<uint64_t>(view.record() - shard.moves_bytes().data());
            report.add("illegal-move", shard.moves_path(),
                       record + kHeaderBytes + 2 * uint64_t{ply},
                       fmt::format("found the move {:#06x} at ply {}, expected a legal one",
                                   move.raw(), ply));
            return;
        }
        position.make_move<Maintain::Board>(move);
    }
}

// Every entry of every column must agree with the record.
void check_columns(const Shard& shard, VerifyReport& report) {
    if (shard.columns() == nullptr) return;
    for_each_column_difference(shard, [&](uint64_t offset, const std::string& finding) {
        report.add("cols", shard.cols_path(), offset, finding);
    });
}

// Every game must have its tags, and a tag without text must be one that the header reproduces.
void check_extra(const Shard& shard, const VerifyOptions& options, VerifyReport& report) {
    auto extra = shard.open_extra();
    if (!extra) {
        report.add("extra", extra.error().message);
        return;
    }
    if (!*extra) return;
    for (uint32_t i = 0; i < shard.game_count(); ++i) {
        if (i % kExtraFrameGames == 0 && options.stops()) return;
        const auto tags = (*extra)->tags(i);
        if (!tags) {
            report.add("extra", tags.error().message);
            return;  // the rest of the frame would repeat it
        }
        for (const ExtraTag& tag : *tags) {
            const bool known =
                tag.text ? is_valid_utf8(*tag.text) : header_tag(tag.name).has_value();
            if (known) continue;
            report.add("extra",
                       fmt::format("{}: game {}: found tag {} {}", shard.extra_path(), i, tag.name,
                                   tag.text ? "not in UTF-8, expected UTF-8"
                                            : "without text, expected one of the header's"));
        }
    }
}

}  // namespace

void verify_shards(const Corpus& corpus, const VerifyOptions& options, VerifyReport& report) {
    RecordChecker records;
    for (uint32_t i = 0; i < corpus.shard_count() && !options.stops(); ++i) {
        check_names(corpus.shard(i), report);
        records.check_shard(corpus.shard(i), report);
        if (options.stops()) return;
        check_columns(corpus.shard(i), report);
        check_extra(corpus.shard(i), options, report);
    }

    // Legality takes longest. A report per block, merged in order, keeps it independent of threads.
    const uint64_t games = corpus.game_count();
    std::vector<VerifyReport> blocks((games + kBlockGames - 1) / kBlockGames);
    for_each_number(blocks.size(), options.threads, [&](unsigned, uint64_t block) {
        if (options.stops()) return false;
        const uint64_t begin = block * kBlockGames;
        for (uint64_t id = begin; id < std::min(begin + kBlockGames, games); ++id) {
            const GamePlace place = corpus.locate(id);
            const Shard& shard = corpus.shard(place.shard);
            // A record that cannot be read was reported above.
            if (const auto view = shard.game(place.index)) check_moves(shard, *view, blocks[block]);
        }
        return true;
    });
    for (VerifyReport& block : blocks) report.merge(std::move(block));
}

}  // namespace edge::corpus
