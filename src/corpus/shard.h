// One shard of a corpus: its games, the index that finds them and its names, all mapped. Nothing is
// read before it is needed, so opening costs the same at any size.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "chess/move.h"
#include "core/directory.h"
#include "core/held_file.h"
#include "core/mapped_file.h"
#include "corpus/cols.h"
#include "corpus/extra.h"
#include "corpus/format.h"
#include "edge/result.h"

namespace edge::corpus {

// A game inside a mapped shard: valid as long as the shard, cheap to copy.
class GameView {
public:
    // `record` holds the header and all its moves.
    explicit GameView(const std::byte* record)
        : record_(record), plies_(load<uint32_t>(record + kPlyCountAt) & kMaxPlies) {}

    uint32_t plies() const { return plies_; }
    Move move(uint32_t ply) const {
        return Move::from_raw(load<uint16_t>(record_ + kHeaderBytes + 2 * size_t{ply}));
    }
    GameHeader header() const { return decode_header(record_); }
    const std::byte* record() const { return record_; }

private:
    const std::byte* record_;
    uint32_t plies_;
};

// The names of a shard by their index; a view of it.
class NameList {
public:
    // A name begins at each of `starts` but the last and ends with the byte before the next.
    NameList(std::string_view text, std::span<const uint64_t> starts)
        : text_(text), starts_(starts) {}
    uint32_t size() const { return static_cast<uint32_t>(starts_.size() - 1); }
    std::string_view operator[](uint32_t index) const {
        const uint64_t size = starts_[index + 1] - 1 - starts_[index];
        return {text_.data() + starts_[index], static_cast<size_t>(size)};
    }

private:
    std::string_view text_;
    std::span<const uint64_t> starts_;
};

// Safe to use from many threads.
class Shard {
public:
    // `stem` is the path of the files without their suffix: CORPUS/shards/0. The sizes must agree;
    // records are checked when they are read. Does not read N.cols.
    static Result<Shard> open(const std::string& stem);
    static Result<Shard> open(const Directory& directory, const std::string& stem);
    // Checks N.cols, if there is one.
    Status load_columns();
    ~Shard();
    Shard(Shard&&) noexcept;
    Shard& operator=(Shard&&) noexcept;

    uint32_t game_count() const { return game_count_; }
    uint64_t move_count() const;  // plies of all games

    // Corrupt when the index and the records around the game do not fit together.
    Result<GameView> game(uint32_t index) const;

    // The first call walks the dictionary.
    NameList names() const;
    // The name with the index from a header: "?" for kNoName, Corrupt past the end.
    Result<std::string_view> name(uint32_t name_index) const;
    uint32_t name_count() const { return names().size(); }

    // A separate reader for each caller; nothing when the shard has no N.extra.
    Result<std::optional<ExtraReader>> open_extra() const;

    // Null when the shard has no N.cols, or load_columns was not called.
    const HeaderColumns* columns() const { return columns_ ? &*columns_ : nullptr; }

    const std::string& moves_path() const { return moves_path_; }
    const std::string& index_path() const { return index_path_; }
    const std::string& dict_path() const { return dict_path_; }
    const std::string& extra_path() const { return extra_path_; }
    const std::string& cols_path() const { return cols_path_; }
    std::span<const std::byte> moves_bytes() const { return moves_.bytes(); }
    std::span<const std::byte> index_bytes() const { return index_.bytes(); }
    std::string_view dict_text() const { return dict_.text(); }
    std::span<const std::byte> cols_bytes() const {
        return cols_ ? cols_->bytes() : std::span<const std::byte>();
    }

private:
    struct NameStarts;
    Shard();
    uint64_t offset_of(uint32_t index) const {
        return load<uint64_t>(index_.bytes().data() + size_t{index} * sizeof(uint64_t));
    }

    MappedFile moves_;
    MappedFile index_;
    MappedFile dict_;
    std::shared_ptr<const MappedFile> cols_;  // null unless it was loaded
    HeldFile cols_file_, extra_file_;
    std::string moves_path_, index_path_, dict_path_, extra_path_, cols_path_;
    uint32_t game_count_ = 0;
    std::unique_ptr<NameStarts> name_starts_;
    std::optional<HeaderColumns> columns_;  // views of cols_
};

}  // namespace edge::corpus
