#include "codec/scid4/base_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "codec/game_result.h"
#include "codec/scid4/base_files.h"
#include "codec/scid4/index_entry.h"
#include "codec/scid4/index_text.h"
#include "codec/scid4/name_base.h"
#include "codec/scid4/record_reader.h"
#include "core/mapped_file.h"

namespace edge::scid4 {
namespace {

constexpr uint32_t kStretchGames = 1000;

// How many of the entries exist. A base that lacks some at its end is read up to there.
Result<uint32_t> count_entries(const MappedFile& index, const BaseInfo& info,
                               const std::string& file) {
    const size_t bytes = index.bytes().size() - kIndexHeaderBytes;
    const size_t found = bytes / kIndexEntryBytes;
    if (found > info.games) {
        return fail(
            ErrorCode::Corrupt,
            fmt::format("{}, offset {}: found {} bytes of entries, expected {} for {} "
                        "games",
                        file, kIndexHeaderBytes, bytes, info.games * kIndexEntryBytes, info.games));
    }
    return static_cast<uint32_t>(found);
}

}  // namespace

struct BaseReader::Base {
    MappedFile index;
    std::string index_name;
    MappedFile games;
    NameBase names;
    BaseInfo info;
    uint32_t entries = 0;  // that the index has, at most info.games

    IndexEntry entry(uint32_t game) const {
        const size_t at = kIndexHeaderBytes + size_t{game} * kIndexEntryBytes;
        return parse_index_entry(index.bytes().subspan(at).first<kIndexEntryBytes>());
    }
};

// Some games in a row, which share the open base with their reader.
class BaseReader::Stretch : public UndecodedGames {
public:
    Stretch(std::shared_ptr<const Base> base, const ReaderOptions& options, uint32_t begin,
            uint32_t end)
        : base_(std::move(base)), options_(options), begin_(begin), end_(end) {}

    Status decode(std::vector<ReadGame>& games, ConversionReport& report) const override {
        games.reserve(games.size() + end_ - begin_);
        for (uint32_t game = begin_; game < end_; ++game) {
            ++report.games_read;
            decode_game(game, games, report);
        }
        return {};
    }

private:
    void decode_game(uint32_t number, std::vector<ReadGame>& games,
                     ConversionReport& report) const {
        std::string place = fmt::format("game {}", number + 1);
        if (number >= base_->entries) {
            return report.skip("missing_entry", place, "the index ends before its entry");
        }
        const IndexEntry entry = base_->entry(number);
        if ((entry.flags & kDeletedFlag) != 0 && !options_.keep_deleted) {
            return report.skip("deleted", place, "it is marked as deleted");
        }
        const auto records = base_->games.bytes();
        if (entry.record_offset > records.size() ||
            entry.record_length > records.size() - entry.record_offset) {
            return report.skip(
                "bad_record", place,
                fmt::format("found its record at offset {} with {} bytes, expected "
                            "it within the {} of the game file",
                            entry.record_offset, entry.record_length, records.size()));
        }
        Game game;
        set_tags(entry, place, game, report);
        game.result = entry.result;
        std::vector<RecordNote> notes;
        const auto decoded =
            decode_record(records.subspan(entry.record_offset, entry.record_length), game, notes);
        if (!decoded) return report.skip("bad_record", place, decoded.error().message);
        for (const RecordNote& note : notes) report.lose(note.kind, place, note.text);
        games.push_back({.game = std::move(game), .place = std::move(place)});
    }

    // The tags that the index holds, in the order of Scid's own export.
    void set_tags(const IndexEntry& entry, std::string_view place, Game& game,
                  ConversionReport& report) const {
        constexpr size_t kUsualTags = 16;
        game.tags.reserve(kUsualTags);
        const auto add = [&game](std::string name, std::string_view value) {
            game.tags.push_back({.name = std::move(name), .value = std::string(value)});
        };
        const auto name = [&](NameKind kind, uint32_t id) -> std::string_view {
            if (id < base_->names.count(kind)) return base_->names.name(kind, id);
            report.lose("missing_name", place,
                        fmt::format("found {} {}, expected one below {}", kind_text(kind), id,
                                    base_->names.count(kind)));
            return "?";
        };
        add("Event", name(NameKind::Event, entry.event));
        add("Site", name(NameKind::Site, entry.site));
        add("Date", date_text(entry.date));
        add("Round", name(NameKind::Round, entry.round));
        add("White", name(NameKind::Player, entry.white));
        add("Black", name(NameKind::Player, entry.black));
        add("Result", result_text(entry.result));
        const auto add_rating = [&add](std::string tag, const Rating& rating) {
            if (rating.value == 0) return;
            tag += rating_type_text(rating.type);
            add(std::move(tag), std::to_string(rating.value));
        };
        add_rating("White", entry.white_rating);
        add_rating("Black", entry.black_rating);
        if (entry.eco != 0) add("ECO", eco_text(entry.eco));
        if (entry.event_date != Date{}) add("EventDate", date_text(entry.event_date));
        if ((entry.flags & ~kDerivedFlags) != 0) add("ScidFlags", flags_text(entry.flags));
    }

    std::shared_ptr<const Base> base_;
    ReaderOptions options_;
    uint32_t begin_;
    uint32_t end_;
};

Result<std::unique_ptr<BaseReader>> BaseReader::open(const std::filesystem::path& path,
                                                     const ReaderOptions& options) {
    const BaseFiles files = base_files(path);
    auto base = std::make_shared<Base>();
    base->index = EDGE_TRY(MappedFile::open(files.index));
    base->index_name = files.index.string();
    base->info = EDGE_TRY(parse_index_header(base->index.bytes(), base->index_name));
    base->entries = EDGE_TRY(count_entries(base->index, base->info, base->index_name));
    const MappedFile names = EDGE_TRY(MappedFile::open(files.names));
    auto parsed = NameBase::parse(names.bytes(), files.names.string());
    EDGE_CHECK(names.check_unchanged());
    base->names = EDGE_TRY(std::move(parsed));
    base->games = EDGE_TRY(MappedFile::open(files.games));
    return std::unique_ptr<BaseReader>(new BaseReader(std::move(base), options));
}

BaseReader::BaseReader(std::shared_ptr<const Base> base, const ReaderOptions& options)
    : base_(std::move(base)), options_(options) {}

BaseReader::~BaseReader() = default;

Result<std::unique_ptr<UndecodedGames>> BaseReader::next() {
    const uint32_t begin = next_game_;
    if (begin == base_->info.games) return std::unique_ptr<UndecodedGames>();
    next_game_ = begin + std::min(kStretchGames, base_->info.games - begin);
    return std::make_unique<Stretch>(base_, options_, begin, next_game_);
}

uint64_t BaseReader::bytes_read() const {
    return kIndexHeaderBytes + uint64_t{next_game_} * kIndexEntryBytes;
}

uint64_t BaseReader::bytes_total() const {
    return kIndexHeaderBytes + uint64_t{base_->info.games} * kIndexEntryBytes;
}

Status BaseReader::check_unchanged() const {
    EDGE_CHECK(base_->index.check_unchanged());
    return base_->games.check_unchanged();
}

std::vector<std::string> BaseReader::warnings() const {
    if (base_->entries == base_->info.games) return {};
    return {
        fmt::format("{}, offset {}: found entries of {} games, expected {} as its header says; "
                    "the file was cut short",
                    base_->index_name, kIndexHeaderBytes, base_->entries, base_->info.games)};
}

const BaseInfo& BaseReader::info() const { return base_->info; }

}  // namespace edge::scid4
