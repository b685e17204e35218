#include "codec/scid4/base_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/scid4/base_files.h"
#include "codec/scid4/index_entry.h"
#include "codec/scid4/name_base.h"
#include "codec/scid4/record_writer.h"
#include "codec/scid4/stored_text.h"
#include "codec/scid4/tag_fields.h"
#include "core/ascii.h"
#include "core/atomic_file.h"
#include "core/hash.h"

namespace edge::scid4 {
namespace {

// Scid before 4.7 reads the .sg4 in blocks, so no record crosses from one to the next.
constexpr uint64_t kBlockBytes = 131072;
// The end of every record must be below it.
constexpr uint64_t kMaxGamesFileBytes = uint64_t{1} << 32;

// In the order in which Scid gives new names their ids.
enum class Role : uint8_t { Event, Site, Round, White, Black };
constexpr size_t kRoles = 5;
constexpr std::array kAllRoles = {Role::Event, Role::Site, Role::Round, Role::White, Role::Black};

constexpr NameKind kind_of(Role role) {
    constexpr std::array kKinds = {NameKind::Event, NameKind::Site, NameKind::Round,
                                   NameKind::Player, NameKind::Player};
    return kKinds[static_cast<size_t>(role)];
}

struct EncodedName {
    uint64_t hash = 0;
    uint32_t begin = 0;  // in the text of its stretch
    uint32_t size = 0;
};

struct EncodedGame {
    IndexEntry entry;  // all but the names and the position of the record
    std::array<EncodedName, kRoles> names;
    std::string place;
};

struct EncodedStretch : EncodedGames {
    std::vector<EncodedGame> games;
    std::vector<std::byte> records;  // of all games, one after the other
    std::string text;                // of the names

    std::string_view name(const EncodedGame& game, Role role) const {
        const EncodedName& name = game.names[static_cast<size_t>(role)];
        return std::string_view(text).substr(name.begin, name.size);
    }
};

bool is_web_address(std::string_view text) {
    const auto begins_with = [text](std::string_view scheme) {
        return std::ranges::equal(text.substr(0, scheme.size()), scheme, {}, to_lower);
    };
    return begins_with("http://") || begins_with("https://");
}

void set_facts(const RecordFacts& facts, IndexEntry& entry) {
    constexpr uint32_t kPlyModulus = 1024;
    if (facts.has_fen) entry.flags |= kCustomStartFlag;
    if (facts.has_promotion) entry.flags |= kPromotionFlag;
    if (facts.has_underpromotion) entry.flags |= kUnderpromotionFlag;
    entry.nags = squeezed_count(facts.nags);
    entry.comments = squeezed_count(facts.comments);
    entry.variations = squeezed_count(facts.variations);
    entry.stored_line = facts.stored_line;
    entry.final_material = facts.final_material;
    entry.plies = static_cast<uint16_t>(facts.plies % kPlyModulus);
    entry.home_pawns = facts.home_pawns;
}

// Encodes the games of a stretch one after the other.
class StretchEncoder {
public:
    StretchEncoder(bool drop_site, EncodedStretch& stretch, ConversionReport& report)
        : drop_site_(drop_site), stretch_(stretch), report_(report) {}

    void encode(const ReadGame& read) {
        notes_.clear();
        sort_tags(read.game, fields_, notes_);
        const size_t record_begin = stretch_.records.size();
        const auto facts = encode_record(read.game, fields_.extra, stretch_.records, notes_);
        if (!facts) return report_.skip(facts.error().kind, read.place, facts.error().text);

        EncodedGame& game = stretch_.games.emplace_back();
        game.entry = fields_.entry;
        game.entry.record_length = static_cast<uint32_t>(stretch_.records.size() - record_begin);
        set_facts(*facts, game.entry);
        game.place = read.place;
        if (drop_site_ && is_web_address(fields_.site)) {
            note("site", fields_.site, "no web address");
            fields_.site = {};
        }
        game.names = {add_name(fields_.event), add_name(fields_.site), add_name(fields_.round),
                      add_name(fields_.white), add_name(fields_.black)};
        for (const RecordNote& note : notes_) report_.lose(note.kind, read.place, note.text);
    }

private:
    EncodedName add_name(std::string_view name) {
        if (name.size() > kMaxNameBytes) {
            note("long_name", name, fmt::format("at most {} bytes", kMaxNameBytes));
            name = cut_text(name, kMaxNameBytes);
        }
        std::string& text = stretch_.text;
        const size_t begin = text.size();
        text += name;
        for (size_t i = begin; i < text.size(); ++i) {
            if (static_cast<unsigned char>(text[i]) < ' ') text[i] = ' ';
        }
        return {.hash = hash_bytes(std::string_view(text).substr(begin)),
                .begin = static_cast<uint32_t>(begin),
                .size = static_cast<uint32_t>(name.size())};
    }

    void note(std::string_view kind, std::string_view found, std::string_view expected) {
        notes_.push_back({kind, fmt::format("found '{}', expected {}", found, expected)});
    }

    bool drop_site_;
    EncodedStretch& stretch_;
    ConversionReport& report_;
    TagFields fields_;
    std::vector<RecordNote> notes_;
};

}  // namespace

struct BaseWriter::Base {
    WriterOptions options;
    AtomicFile index;
    AtomicFile names;
    AtomicFile games;
    NameTables tables = {};
    uint32_t game_count = 0;

    NameIds& table(NameKind kind) { return tables[static_cast<size_t>(kind)]; }

    // Gives the game its ids; false when there is no room for all of its names.
    bool set_names(const EncodedStretch& stretch, EncodedGame& game, ConversionReport& report);
    Status append(const EncodedStretch& stretch, EncodedGame& game,
                  std::span<const std::byte> record, ConversionReport& report);
};

bool BaseWriter::Base::set_names(const EncodedStretch& stretch, EncodedGame& game,
                                 ConversionReport& report) {
    std::array<std::optional<uint32_t>, kRoles> ids;
    std::array<uint32_t, kNameKinds> added = {};
    for (const Role role : kAllRoles) {
        const auto i = static_cast<size_t>(role);
        const NameKind kind = kind_of(role);
        const std::string_view name = stretch.name(game, role);
        ids[i] = table(kind).find(name, game.names[i].hash);
        if (ids[i]) continue;
        if (table(kind).size() + ++added[static_cast<size_t>(kind)] > max_names(kind)) {
            report.skip("too_many_names", game.place,
                        fmt::format("found the {} '{}', expected one of the {} that a base holds",
                                    kind_text(kind), name, max_names(kind)));
            return false;
        }
    }
    for (const Role role : kAllRoles) {
        const auto i = static_cast<size_t>(role);
        NameIds& known = table(kind_of(role));
        const std::string_view name = stretch.name(game, role);
        const uint64_t hash = game.names[i].hash;
        // Black may just have got an id as White.
        if (!ids[i] && role == Role::Black) ids[i] = known.find(name, hash);
        if (!ids[i]) ids[i] = known.add(name, hash);
        known.count_use(*ids[i]);
    }
    const auto id = [&ids](Role role) { return *ids[static_cast<size_t>(role)]; };
    game.entry.event = id(Role::Event);
    game.entry.site = id(Role::Site);
    game.entry.round = id(Role::Round);
    game.entry.white = id(Role::White);
    game.entry.black = id(Role::Black);
    return true;
}

Status BaseWriter::Base::append(const EncodedStretch& stretch, EncodedGame& game,
                                std::span<const std::byte> record, ConversionReport& report) {
    if (game_count == kMaxGames) {
        report.skip("too_many_games", game.place,
                    fmt::format("a base holds at most {}", kMaxGames));
        return {};
    }
    OutputFile& out = games.file();
    const uint64_t left_in_block = kBlockBytes - out.size() % kBlockBytes;
    const uint64_t gap = record.size() > left_in_block ? left_in_block : 0;
    if (out.size() + gap + record.size() >= kMaxGamesFileBytes) {
        report.skip("games_file_full", game.place, "the games of a base have less than 2^32 bytes");
        return {};
    }
    if (!set_names(stretch, game, report)) return {};
    // Any bytes will do for a gap; Scid 4.7 leaves the beginning of the record there.
    EDGE_CHECK(out.append(record.first(gap)));
    game.entry.record_offset = static_cast<uint32_t>(out.size());
    EDGE_CHECK(out.append(record));
    std::array<std::byte, kIndexEntryBytes> entry;
    store_index_entry(game.entry, entry);
    EDGE_CHECK(index.file().append(entry));
    ++game_count;
    ++report.games_written;
    return {};
}

Result<std::unique_ptr<BaseWriter>> BaseWriter::create(const std::filesystem::path& path,
                                                       const WriterOptions& options) {
    const BaseFiles files = base_files(path);
    auto base = std::make_unique<Base>(
        Base{.options = options,
             .index = EDGE_TRY(AtomicFile::create(files.index, options.overwrite)),
             .names = EDGE_TRY(AtomicFile::create(files.names, options.overwrite)),
             .games = EDGE_TRY(AtomicFile::create(files.games, options.overwrite))});
    // The number of games comes last.
    EDGE_CHECK(base->index.file().append(index_header_bytes(options.info)));
    return std::unique_ptr<BaseWriter>(new BaseWriter(std::move(base)));
}

BaseWriter::BaseWriter(std::unique_ptr<Base> base) : base_(std::move(base)) {}

BaseWriter::~BaseWriter() = default;

Result<std::unique_ptr<EncodedGames>> BaseWriter::encode(std::span<const ReadGame> games,
                                                         ConversionReport& report) const {
    auto stretch = std::make_unique<EncodedStretch>();
    stretch->games.reserve(games.size());
    StretchEncoder encoder(base_->options.drop_site, *stretch, report);
    for (const ReadGame& game : games) encoder.encode(game);
    return stretch;
}

Status BaseWriter::append(std::unique_ptr<EncodedGames> games, ConversionReport& report) {
    auto& stretch = static_cast<EncodedStretch&>(*games);
    std::span<const std::byte> records = stretch.records;
    for (EncodedGame& game : stretch.games) {
        EDGE_CHECK(base_->append(stretch, game, records.first(game.entry.record_length), report));
        records = records.subspan(game.entry.record_length);
    }
    return {};
}

Status BaseWriter::finish() {
    EDGE_CHECK(base_->names.file().append(name_base_bytes(base_->tables)));
    BaseInfo info = base_->options.info;
    info.games = base_->game_count;
    EDGE_CHECK(base_->index.file().write_at(0, index_header_bytes(info)));
    for (AtomicFile* file : {&base_->games, &base_->names, &base_->index}) EDGE_CHECK(file->seal());
    // Without an index there is no base, so it appears last.
    EDGE_CHECK(base_->games.commit());
    EDGE_CHECK(base_->names.commit());
    return base_->index.commit();
}

}  // namespace edge::scid4
