#include "corpus/shard.h"

#include <filesystem>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/damage.h"

namespace edge::corpus {

namespace fs = std::filesystem;

// Where each name begins, found on first use; the last element is the end of the last name.
struct Shard::NameStarts {
    std::once_flag once;
    std::vector<uint64_t> starts;
};

Shard::Shard() : name_starts_(std::make_unique<NameStarts>()) {}
Shard::~Shard() = default;
Shard::Shard(Shard&&) noexcept = default;
Shard& Shard::operator=(Shard&&) noexcept = default;

Result<Shard> Shard::open(const std::string& stem) {
    const fs::path path = stem;
    const auto directory =
        EDGE_TRY(Directory::open(path.has_parent_path() ? path.parent_path() : "."));
    return open(directory, path.filename().string());
}

Result<Shard> Shard::open(const Directory& directory, const std::string& stem) {
    Shard shard;
    shard.moves_path_ = directory.path_of(stem + ".moves").string();
    shard.index_path_ = directory.path_of(stem + ".gameidx").string();
    shard.dict_path_ = directory.path_of(stem + ".dict").string();
    shard.extra_path_ = directory.path_of(stem + ".extra").string();
    shard.cols_path_ = directory.path_of(stem + ".cols").string();
    shard.moves_ = EDGE_TRY(MappedFile::open(directory, stem + ".moves"));
    shard.index_ = EDGE_TRY(MappedFile::open(directory, stem + ".gameidx"));
    shard.dict_ = EDGE_TRY(MappedFile::open(directory, stem + ".dict"));
    shard.cols_file_ = HeldFile::find(directory, stem + ".cols");
    shard.extra_file_ = HeldFile::find(directory, stem + ".extra");

    const uint64_t index_size = shard.index_.bytes().size();
    const uint64_t moves_size = shard.moves_.bytes().size();
    const uint64_t games = index_size / sizeof(uint64_t);
    if (index_size % sizeof(uint64_t) != 0 || games > std::numeric_limits<uint32_t>::max()) {
        return corrupt(shard.index_path_, index_size,
                       fmt::format("found {} bytes, expected 8 for each of fewer than 2^32 games",
                                   index_size));
    }
    if (moves_size % 2 != 0 || moves_size < games * kHeaderBytes ||
        (games == 0 && moves_size != 0)) {
        return corrupt(
            shard.moves_path_, moves_size,
            fmt::format("found {} bytes, expected 36 for each of {} games and 2 for each "
                        "of their moves",
                        moves_size, games));
    }
    shard.game_count_ = static_cast<uint32_t>(games);
    if (games > 0) {
        EDGE_TRY(shard.game(0));
        EDGE_TRY(shard.game(shard.game_count_ - 1));
    }
    return shard;
}

Status Shard::load_columns() {
    if (!cols_file_.exists()) return {};
    cols_ = EDGE_TRY(cols_file_.map());
    columns_ = EDGE_TRY(parse_header_columns(cols_->bytes(), cols_path_, game_count_));
    return {};
}

uint64_t Shard::move_count() const {
    return (moves_.bytes().size() - game_count_ * kHeaderBytes) / 2;
}

Result<GameView> Shard::game(uint32_t index) const {
    if (index >= game_count_) {
        return fail(ErrorCode::NotFound,
                    fmt::format("{}: game {} is not one of {}", moves_path_, index, game_count_));
    }
    const uint64_t size = moves_.bytes().size();
    const uint64_t begin = offset_of(index);
    const uint64_t end = index + 1 < game_count_ ? offset_of(index + 1) : size;
    if ((index == 0 && begin != 0) || begin > end || end > size || end - begin < kHeaderBytes) {
        return corrupt(index_path_, uint64_t{index} * sizeof(uint64_t),
                       fmt::format("found game {} from {} to {}, expected a record in {} bytes",
                                   index, begin, end, size));
    }
    const GameView view(moves_.bytes().data() + begin);
    if (begin + kHeaderBytes + 2 * uint64_t{view.plies()} != end) {
        return corrupt(moves_path_, begin + kPlyCountAt,
                       fmt::format("found a record of {} plies, expected one that ends at {}",
                                   view.plies(), end));
    }
    return view;
}

NameList Shard::names() const {
    std::call_once(name_starts_->once, [this] {
        const std::string_view text = dict_.text();
        auto& starts = name_starts_->starts;
        starts.push_back(0);
        for (size_t at = 0; at < text.size();) {
            const size_t newline = text.find('\n', at);
            at = newline == std::string_view::npos ? text.size() + 1 : newline + 1;
            starts.push_back(at);
        }
    });
    return {dict_.text(), name_starts_->starts};
}

Result<std::string_view> Shard::name(uint32_t name_index) const {
    if (name_index == kNoName) return std::string_view("?");
    const NameList list = names();
    if (name_index < list.size()) return list[name_index];
    return corrupt(
        dict_path_, dict_.text().size(),
        fmt::format("found {} names, expected one of index {}", list.size(), name_index));
}

Result<std::optional<ExtraReader>> Shard::open_extra() const {
    if (!extra_file_.exists()) return std::optional<ExtraReader>();
    auto file = EDGE_TRY(extra_file_.map());
    return std::optional<ExtraReader>(
        EDGE_TRY(ExtraReader::open(std::move(file), extra_path_, game_count_)));
}

}  // namespace edge::corpus
