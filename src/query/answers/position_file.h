// Lists of positions in files: references, format PMOTE-PS version 1, and FENs or EPDs, one line
// each (docs/formats/positions.md).
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/atomic_file.h"
#include "edge/result.h"
#include "query/answers/position_list.h"

namespace edge::query {

inline constexpr std::string_view kPositionsExtension = ".ps";
inline constexpr std::string_view kFenExtension = ".fen";
inline constexpr std::string_view kEpdExtension = ".epd";

struct PositionReference {
    uint32_t shard = 0;
    uint32_t game = 0;  // in the shard
    uint32_t ply = 0;
    friend auto operator<=>(const PositionReference&, const PositionReference&) = default;
};

struct PositionFile {
    bool unique = false;
    bool has_fens = false;  // there is a .fen file next to it
    uint64_t total_matched = 0;
    std::vector<PositionReference> positions;
    friend bool operator==(const PositionFile&, const PositionFile&) = default;
};

// `file` is named in errors. Nothing much larger than `bytes` is allocated. Another version is
// Unsupported, all other damage Corrupt.
Result<PositionFile> parse_positions(std::span<const std::byte> bytes, std::string_view file);
Result<PositionFile> read_positions(const std::filesystem::path& path);

// The file of references with these.
std::string format_positions(const PositionFile& list);

// Both are references and FENs.
enum class PositionOutput : uint8_t { References, Fens, Both, Epds };

// Chooses which texts of a position are wanted.
void want_texts(PositionOutput output, PositionListOptions& options);

// The files of a list: `base` with .ps, .fen or .epd, where `base` may already end in one of them.
std::filesystem::path references_path(const std::filesystem::path& base);
std::filesystem::path fens_path(const std::filesystem::path& base);
std::filesystem::path epds_path(const std::filesystem::path& base);
std::vector<std::filesystem::path> position_paths(const std::filesystem::path& base,
                                                  PositionOutput output);

// Writes a list as it comes. The files appear whole, or not at all when finish() is not reached.
class PositionWriter {
public:
    // Existing files are refused unless `overwrite`, and those that are not such lists always are.
    static Result<PositionWriter> create(const std::filesystem::path& base, PositionOutput output,
                                         bool unique, bool overwrite);

    Status add(const ListedPosition& position);
    // To be called once, last.
    Status finish(const PositionListTotals& totals);

private:
    PositionWriter() = default;

    std::optional<AtomicFile> references_;
    std::optional<AtomicFile> texts_;  // FENs or EPDs
    uint32_t flags_ = 0;
};

// Writes the positions of a query to files. The texts wanted follow from `output`.
Result<PositionListTotals> write_positions(const Query& query, PositionListOptions options,
                                           const RunOptions& run, PositionOutput output,
                                           const std::filesystem::path& base, bool overwrite,
                                           MatchingGames* matching = nullptr);

}  // namespace edge::query
