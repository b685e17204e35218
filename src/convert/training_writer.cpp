// Where positions are sorted, each is a record for RecordSorter until it is written:
//
//     unique    position 48 | order 20 | facts 4 | what is written
//     shuffle                 order 20 |           what is written
//
// The position is its hash and its key, so that equal ones are next to each other; of these the
// first in the order of games and plies stays. The order is what the output is sorted by: a random
// number, which is zero where nothing is shuffled, then the number of the game and the ply. As a
// shuffle would not leave the first of equal positions first, `unique` sorts twice, and the random
// number comes in between.
#include "convert/training_writer.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <utility>

#include "chess/position_key.h"
#include "codec/bullet/record.h"
#include "core/byte_order.h"
#include "core/default_memory.h"
#include "core/io_error.h"
#include "query/answers/position_list.h"

namespace edge::convert {
namespace {

constexpr size_t kPositionBytes = sizeof(uint64_t) + sizeof(PositionKey);
constexpr size_t kOrderBytes = 20;
constexpr size_t kFactsBytes = 4;

struct EncodedPositions final : EncodedGames {
    std::string bytes;            // as they are written or, to be sorted, the records
    std::vector<uint32_t> sizes;  // of each record
    uint64_t games = 0;
    TrainingTable table;
};

template <size_t size>
void append_number(uint64_t number, std::string& out) {
    std::array<std::byte, size> bytes{};
    store_big_endian<size>(bytes.data(), number);
    out.append(reinterpret_cast<const char*>(bytes.data()), size);
}

template <size_t size>
uint64_t number_at(std::string_view record, size_t at) {
    return load_big_endian<size>(reinterpret_cast<const std::byte*>(record.data() + at));
}

void append_key(const Position& position, std::string& out) {
    append_number<8>(position.hash(), out);
    for (const uint64_t word : position_key(position)) append_number<8>(word, out);
}

void append_order(uint64_t random, PositionOrigin origin, std::string& out) {
    append_number<8>(random, out);
    append_number<8>(origin.game, out);
    append_number<4>(origin.ply, out);
}

PositionOrigin origin_in(std::string_view order) {
    return {.game = number_at<8>(order, 8), .ply = static_cast<uint32_t>(number_at<4>(order, 16))};
}

// A missing score is the one value that no score has.
constexpr auto kNoScore = uint16_t{0x8000};

void append_facts(const PositionFacts& facts, std::string& out) {
    append_number<2>(facts.score ? static_cast<uint16_t>(*facts.score) : kNoScore, out);
    append_number<1>(static_cast<uint64_t>(facts.result), out);
    append_number<1>(facts.pieces, out);
}

PositionFacts facts_in(std::string_view text) {
    const auto score = static_cast<uint16_t>(number_at<2>(text, 0));
    PositionFacts facts{.score = std::nullopt,
                        .result = static_cast<GameResult>(number_at<1>(text, 2)),
                        .pieces = static_cast<uint8_t>(number_at<1>(text, 3))};
    if (score != kNoScore) facts.score = static_cast<Score>(score);
    return facts;
}

PositionNeeds needs_of(formats::GameKind kind) {
    const bool is_scored = kind != formats::GameKind::Epd;
    return {.result = is_scored, .score = is_scored};
}

}  // namespace

bool needs_sorting(const TrainingChoice& choice) { return choice.unique || choice.shuffle; }

TrainingWriter::TrainingWriter(const TrainingChoice& choice, TrainingOutput output,
                               std::optional<query::PositionCondition> condition,
                               std::optional<AtomicFile> file)
    : choice_(choice),
      output_(std::move(output)),
      condition_(std::move(condition)),
      file_(std::move(file)) {
    if (choice.unique) {
        sorter_.emplace(make_sorter(kPositionBytes + kOrderBytes, "positions"));
    } else if (choice.shuffle) {
        sorter_.emplace(make_sorter(kOrderBytes, "shuffle"));
    }
}

Result<std::unique_ptr<TrainingWriter>> TrainingWriter::create(const TrainingChoice& choice,
                                                               TrainingOutput output) {
    std::optional<query::PositionCondition> condition;
    if (choice.condition) condition = EDGE_TRY(query::PositionCondition::make(*choice.condition));
    std::optional<AtomicFile> file;
    if (output.path != "-") {
        file.emplace(EDGE_TRY(AtomicFile::create(output.path, output.overwrite)));
    }
    return std::unique_ptr<TrainingWriter>(
        new TrainingWriter(choice, std::move(output), std::move(condition), std::move(file)));
}

// Half of the memory is for records, the rest for games on their way here. Of two sorters one fills
// as the other empties.
RecordSorter TrainingWriter::make_sorter(size_t key_bytes, const char* name) const {
    const uint64_t memory = choice_.memory.value_or(default_memory());
    return RecordSorter({.key_bytes = key_bytes,
                         .folder = output_.spill_folder,
                         .name = name,
                         .memory = choice_.unique ? memory / 4 : memory / 2});
}

void TrainingWriter::append_position(const ChosenPosition& chosen, std::string& out) const {
    const auto& [position, origin, facts] = chosen;
    if (output_.kind == formats::GameKind::Epd) {
        out += query::position_epd(position, origin.game, origin.ply, facts.result, facts.score);
        out += '\n';
        return;
    }
    const bullet::ScoredPosition scored{position, facts.score.value_or(0), facts.result};
    if (output_.kind == formats::GameKind::Bullet) {
        bullet::append_record(scored, out);
    } else {
        bullet::append_line(scored, out);
    }
}

Result<std::unique_ptr<EncodedGames>> TrainingWriter::encode(std::span<const ReadGame> games,
                                                             ConversionReport& report) const {
    auto encoded = std::make_unique<EncodedPositions>();
    TrainingPositions positions(choice_, condition_ ? &*condition_ : nullptr, output_.scores,
                                needs_of(output_.kind));
    const auto take = [&](const ChosenPosition& chosen) {
        const size_t begin = encoded->bytes.size();
        if (choice_.unique) {
            append_key(chosen.position, encoded->bytes);
            append_order(0, chosen.origin, encoded->bytes);
            append_facts(chosen.facts, encoded->bytes);
        } else {
            encoded->table.count(chosen.facts);
            if (choice_.shuffle) {
                const uint64_t random = random_number(choice_.seed.value_or(0), chosen.origin);
                append_order(random, chosen.origin, encoded->bytes);
            }
        }
        append_position(chosen, encoded->bytes);
        if (!sorter_) return;
        encoded->sizes.push_back(static_cast<uint32_t>(encoded->bytes.size() - begin));
    };
    for (const ReadGame& game : games) {
        if (positions.choose(game, encoded->table, report, take)) ++encoded->games;
    }
    return encoded;
}

Status TrainingWriter::append(std::unique_ptr<EncodedGames> games, ConversionReport& report) {
    const auto& encoded = static_cast<const EncodedPositions&>(*games);
    report.games_written += encoded.games;
    table_ += encoded.table;
    if (!sorter_) return write(encoded.bytes);
    std::string_view rest = encoded.bytes;
    for (const uint32_t size : encoded.sizes) {
        EDGE_CHECK(sorter_->add(rest.substr(0, size)));
        rest.remove_prefix(size);
    }
    return {};
}

Status TrainingWriter::check_cancelled() {
    constexpr uint64_t kOften = 4096;
    if (++finished_ % kOften != 0 || !output_.is_cancelled || !output_.is_cancelled()) return {};
    return fail(ErrorCode::Cancelled, "the conversion was cancelled");
}

Status TrainingWriter::write_sorted(RecordSorter& sorter) {
    EDGE_CHECK(sorter.visit_sorted([this](std::string_view record) -> Status {
        EDGE_CHECK(check_cancelled());
        return write(record.substr(kOrderBytes));
    }));
    table_.spilled_bytes += sorter.spilled_bytes();
    return {};
}

Status TrainingWriter::write_unique(RecordSorter& sorter) {
    RecordSorter firsts = make_sorter(kOrderBytes, "firsts");
    std::string last;
    std::string record_in_order;
    EDGE_CHECK(sorter.visit_sorted([&](std::string_view record) -> Status {
        EDGE_CHECK(check_cancelled());
        const std::string_view position = record.substr(0, kPositionBytes);
        if (position == last) {
            table_.leave_out(LeftOutPosition::Repeated);
            return {};
        }
        last = position;
        record.remove_prefix(kPositionBytes);
        const PositionOrigin origin = origin_in(record);
        table_.count(facts_in(record.substr(kOrderBytes, kFactsBytes)));
        record_in_order.clear();
        append_order(choice_.shuffle ? random_number(choice_.seed.value_or(0), origin) : 0, origin,
                     record_in_order);
        record_in_order += record.substr(kOrderBytes + kFactsBytes);
        return firsts.add(record_in_order);
    }));
    table_.spilled_bytes += sorter.spilled_bytes();
    return write_sorted(firsts);
}

Status TrainingWriter::finish() {
    if (sorter_) EDGE_CHECK(choice_.unique ? write_unique(*sorter_) : write_sorted(*sorter_));
    if (file_) return file_->commit();
    if (std::fflush(stdout) == 0) return {};
    return io_error("write", "standard output", errno);
}

Status TrainingWriter::write(std::string_view bytes) {
    if (file_) return file_->file().append(bytes);
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size()) return {};
    return io_error("write", "standard output", errno);
}

}  // namespace edge::convert
