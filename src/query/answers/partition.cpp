#include "query/answers/partition.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "bitmap/bitmap_file.h"
#include "core/ascii.h"
#include "corpus/bitmap_layout.h"

namespace edge::query {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLongestName = 100;  // file systems allow 255 bytes for a whole file name

struct CodeHash {
    size_t operator()(GroupCode code) const {
        const uint64_t hash = code.first * 0x9E3779B97F4A7C15 + code.second;
        return static_cast<size_t>(hash ^ hash >> 32);
    }
};
using GamesByCode = std::unordered_map<GroupCode, std::vector<uint64_t>, CodeHash>;
using GamesByValue = std::map<GroupValue, std::vector<uint64_t>>;

tl::unexpected<Error> too_many_values(const Grouping& by, uint32_t limit) {
    return fail(ErrorCode::InvalidArgument,
                fmt::format("the games have more than {} values of {}, and a partition makes a "
                            "bitmap for each; select fewer games or allow more values",
                            limit, to_text(by)));
}

// One thread's part of the work.
struct Worker {
    GroupSplitter splitter;
    GamesByCode games;
};

Result<GamesByValue> join(const std::vector<Worker>& workers) {
    GamesByValue joined;
    for (const Worker& worker : workers) {
        EDGE_CHECK(worker.splitter.status());
        for (const auto& [code, ids] : worker.games) {
            std::vector<uint64_t>& all = joined[EDGE_TRY(worker.splitter.decode(code))];
            all.insert(all.end(), ids.begin(), ids.end());
        }
    }
    return joined;
}

bool is_plain(char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; }

std::string lower_case(std::string text) {
    for (char& c : text) c = to_lower(c);
    return text;
}

std::string plain_name(const Grouping& by, const GroupValue& value) {
    if (is_unknown(value)) return "unknown";
    if (by.key == GroupKey::Result) {
        constexpr std::string_view kNames[] = {"unknown", "white", "draw", "black"};
        return std::string(kNames[std::get<uint64_t>(value) & 3]);
    }
    const bool is_name =
        std::holds_alternative<std::string>(value) && by.key != GroupKey::FinalMaterial;
    std::string name;
    for (const char c : value_text(by, value)) {
        if (is_plain(c)) {
            name += c;
        } else if (!is_name) {
            name += '-';
        } else if (name.empty() || name.back() != '_') {
            name += '_';
        }
    }
    if (name.size() > kLongestName) name.resize(kLongestName);
    return name;
}

std::vector<uint64_t> ids_of(const Bitmap& games, const corpus::Corpus& corpus) {
    std::vector<uint64_t> ids;
    for (uint32_t shard = 0; shard < games.shard_count(); ++shard) {
        games.for_each(shard, [&](uint32_t game) { ids.push_back(corpus.first_id(shard) + game); });
    }
    return ids;
}

}  // namespace

Bitmap Partition::bitmap(const PartitionPart& part) const {
    Bitmap games(layout);
    uint32_t shard = 0;
    for (const uint64_t id : part.game_ids) {
        while (id - first_ids[shard] >= layout.shard_games[shard]) ++shard;
        games.set(shard, static_cast<uint32_t>(id - first_ids[shard]));
    }
    return games;
}

std::vector<std::string> partition_names(const Grouping& by,
                                         const std::vector<GroupValue>& values) {
    std::vector<std::string> names;
    std::set<std::string> used;               // in lower case, for file systems that ignore case
    std::map<std::string, int> last_numbers;  // tried last for a name in lower case
    for (const GroupValue& value : values) {
        const std::string plain = plain_name(by, value);
        std::string name = plain;
        int& number = last_numbers.try_emplace(lower_case(plain), 1).first->second;
        while (!used.insert(lower_case(name)).second) name = fmt::format("{}-{}", plain, ++number);
        names.push_back(std::move(name));
    }
    return names;
}

Result<Partition> partition_games(const Query& query, const Grouping& by, uint32_t limit,
                                  const PositionChoice& choice, const RunOptions& options,
                                  MatchingGames& matching) {
    const corpus::Corpus& corpus = query.corpus();
    EDGE_CHECK(check_grouping(corpus, by));
    std::vector<Worker> workers;
    for (unsigned i = 0; i < std::max(1U, options.threads); ++i) {
        workers.push_back({GroupSplitter(corpus, by), {}});
    }
    // Codes of different shards may stand for the same name, so names are counted at the end.
    const size_t code_limit = has_text_values(by.key) ? SIZE_MAX : limit;
    const auto add = [&](Worker& worker, corpus::GamePlace place, const corpus::GameView& game,
                         std::span<const PlySpan> spans) {
        const uint64_t id = corpus.first_id(place.shard) + place.index;
        for (const GroupShare& share : worker.splitter.split(place, game, spans)) {
            std::vector<uint64_t>& ids = worker.games[share.code];
            if (ids.empty() || ids.back() != id) ids.push_back(id);
        }
        return worker.games.size() <= code_limit;
    };
    if (differs_within_game(by.key)) {
        std::atomic<bool> too_many = false;
        RunOptions stopping = options;
        stopping.on_progress = [&](uint64_t games_done) {
            return !too_many && (!options.on_progress || options.on_progress(games_done));
        };
        const Status visited =
            visit_positions(query, choice, stopping, &matching,
                            [&](unsigned thread, corpus::GamePlace place,
                                const corpus::GameView& game, std::span<const PlySpan> spans) {
                                if (too_many) return;
                                if (!add(workers[thread], place, game, spans)) too_many = true;
                            });
        if (too_many) return too_many_values(by, limit);
        EDGE_CHECK(visited);
    } else {
        // The value is the game's, whichever of its positions matched.
        matching.games = EDGE_TRY(find_games(query, options));
        for (const uint64_t id : ids_of(matching.games, corpus)) {
            const corpus::GameView game = EDGE_TRY(corpus.game(id));
            const PlySpan whole{0, game.plies()};
            if (!add(workers.front(), corpus.locate(id), game, std::span(&whole, 1))) {
                return too_many_values(by, limit);
            }
        }
    }

    GamesByValue games = EDGE_TRY(join(workers));
    if (games.size() > limit) return too_many_values(by, limit);
    Partition partition{by, corpus::bitmap_layout(corpus), {}, {}};
    for (uint32_t shard = 0; shard < corpus.shard_count(); ++shard) {
        partition.first_ids.push_back(corpus.first_id(shard));
    }
    std::vector<GroupValue> values;
    for (auto& [value, ids] : games) {
        std::ranges::sort(ids);
        values.push_back(value);
        partition.parts.push_back({value, {}, std::move(ids)});
    }
    std::vector<std::string> names = partition_names(by, values);
    for (size_t i = 0; i < names.size(); ++i) partition.parts[i].name = std::move(names[i]);
    return partition;
}

Result<std::vector<PartitionFile>> write_partition(const Partition& partition,
                                                   const fs::path& output, bool overwrite,
                                                   const RunOptions& options,
                                                   const std::optional<ContentHash>& sparse_for) {
    fs::path stem = output;
    if (stem.extension() == kBitmapExtension) stem.replace_extension();
    std::vector<PartitionFile> files;
    for (const PartitionPart& part : partition.parts) {
        PartitionFile file{part.value,
                           fmt::format("{}-{}", stem.filename().string(), part.name),
                           {},
                           part.game_ids.size()};
        file.path = stem.parent_path() / (file.name + std::string(kBitmapExtension));
        std::error_code error;
        if (!overwrite && fs::exists(file.path, error)) {
            return fail(ErrorCode::Exists,
                        fmt::format("{} exists already, so no part of the partition is written",
                                    file.path.string()),
                        Place{.file = file.path.string()});
        }
        files.push_back(std::move(file));
    }
    std::vector<fs::path> added;
    for (size_t i = 0; i < files.size(); ++i) {
        std::error_code ignored;
        const bool is_new = !fs::exists(files[i].path, ignored);
        Status written = write_bitmap(partition.bitmap(partition.parts[i]), files[i].path,
                                      overwrite, sparse_for);
        if (written && is_new) added.push_back(files[i].path);
        if (written && options.on_progress && !options.on_progress(partition.layout.total())) {
            written = fail(ErrorCode::Cancelled, "cancelled");
        }
        if (written) continue;
        for (const fs::path& file : added) fs::remove(file, ignored);
        return tl::unexpected(std::move(written).error());
    }
    return files;
}

}  // namespace edge::query
