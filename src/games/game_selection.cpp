#include "games/game_selection.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/hash.h"
#include "corpus/cols.h"

namespace edge::games {
namespace {

// Sorted by both: the key of the order, then the position in the corpus.
using KeyedGame = std::pair<uint32_t, uint64_t>;

constexpr uint32_t kUnknownKey = std::numeric_limits<uint32_t>::max();

// The sum of two ratings is twice their mean; of one rating, twice itself.
uint32_t elo_key(uint32_t white, uint32_t black) {
    if (white == 0 && black == 0) return kUnknownKey;
    return white != 0 && black != 0 ? white + black : 2 * (white + black);
}

// Days and months that are unknown come before those that are known.
uint32_t date_key(corpus::Date date) {
    if (date.year == 0) return kUnknownKey;
    return uint32_t{date.year} << 9 | uint32_t{date.month} << 5 | date.day;
}

Result<uint32_t> key_of(const corpus::Shard& shard, uint32_t game, GameSort sort) {
    const corpus::HeaderColumns* const columns = shard.columns();
    corpus::GameHeader header;
    if (columns == nullptr) header = EDGE_TRY(shard.game(game)).header();
    switch (sort) {
        case GameSort::Elo:
            return columns != nullptr ? elo_key(columns->white_elo[game], columns->black_elo[game])
                                      : elo_key(header.white_elo, header.black_elo);
        case GameSort::Date:
            return date_key(columns != nullptr ? corpus::unpack_date(columns->date[game])
                                               : header.date);
        case GameSort::Plies:
            return columns != nullptr ? columns->plies[game] : header.plies;
        case GameSort::None:
            break;
    }
    return 0U;
}

Result<std::vector<KeyedGame>> keys_of(const corpus::Corpus& corpus, const Bitmap& games,
                                       GameSort sort, bool descending) {
    std::vector<KeyedGame> keyed;
    keyed.reserve(games.count());
    Status status;
    for (uint32_t number = 0; number < corpus.shard_count(); ++number) {
        const corpus::Shard& shard = corpus.shard(number);
        games.for_each(number, [&](uint32_t game) {
            if (!status) return;
            const auto key = key_of(shard, game, sort);
            if (!key) {
                status = tl::unexpected(key.error());
                return;
            }
            // Reversed, a known key stays below the unknown one.
            const bool turn = descending && *key != kUnknownKey;
            keyed.emplace_back(turn ? kUnknownKey - 1 - *key : *key,
                               corpus.first_id(number) + game);
        });
    }
    EDGE_CHECK(std::move(status));
    return keyed;
}

// The games of a page, when the list is in the order of the corpus.
std::vector<uint64_t> plain_page(const corpus::Corpus& corpus, const Bitmap& games, uint64_t begin,
                                 uint64_t end) {
    std::vector<uint64_t> ids;
    ids.reserve(end - begin);
    uint64_t rank = 0;
    for (uint32_t shard = 0; shard < corpus.shard_count(); ++shard) {
        games.for_each(shard, [&](uint32_t game) {
            if (rank >= begin && rank < end) ids.push_back(corpus.first_id(shard) + game);
            ++rank;
        });
    }
    return ids;
}

std::vector<uint64_t> sorted_page(std::vector<KeyedGame> keyed, uint64_t begin, uint64_t end) {
    const auto last = keyed.begin() + static_cast<std::ptrdiff_t>(end);
    if (last != keyed.end()) std::nth_element(keyed.begin(), last, keyed.end());
    std::sort(keyed.begin(), last);
    std::vector<uint64_t> ids;
    ids.reserve(end - begin);
    for (uint64_t i = begin; i < end; ++i) ids.push_back(keyed[i].second);
    return ids;
}

// Of the list: its games, their order, their origin and the corpus. A cursor is valid only for the
// list that it was made for.
uint64_t fingerprint(const corpus::Meta& meta, const Bitmap& games, std::string_view origin,
                     const SelectionOptions& options) {
    std::string text =
        fmt::format("{}\n{}\n{}\n{}\n{}\n", origin, static_cast<unsigned>(options.sort),
                    options.descending, meta.total_moves, meta.indexed_at.value_or(""));
    for (uint32_t shard = 0; shard < games.shard_count(); ++shard) {
        const auto bytes = std::as_bytes(games.words_of(shard));
        const std::string_view words(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        text += fmt::format("{} {:x}\n", games.layout().shard_games[shard], hash_bytes(words));
    }
    return hash_bytes(text);
}

// A cursor is the fingerprint in sixteen hexadecimal digits, then the number of games before it.
constexpr size_t kFingerprintDigits = 16;

std::string to_cursor(uint64_t fingerprint, uint64_t position) {
    return fmt::format("{:0{}x}{:x}", fingerprint, kFingerprintDigits, position);
}

std::optional<uint64_t> hexadecimal(std::string_view digits) {
    uint64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value, 16);
    if (error != std::errc() || stop != end) return std::nullopt;
    return value;
}

Result<uint64_t> position_of(std::string_view cursor, uint64_t fingerprint) {
    const auto has = hexadecimal(cursor.substr(0, kFingerprintDigits));
    const auto position = hexadecimal(cursor.substr(std::min(cursor.size(), kFingerprintDigits)));
    if (!has || !position) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("found the cursor '{}', expected a next_cursor", cursor));
    }
    if (*has != fingerprint) {
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format("the cursor '{}' belongs to another list: the query, the order, the "
                        "corpus or a stored bitmap is not the same",
                        cursor));
    }
    return *position;
}

// This many games are loaded at a time, in the order of the corpus, as tags are packed together.
constexpr size_t kChunkGames = 1024;

Status visit_chunk(const query::Query& query, std::span<const uint64_t> ids, GameLoader& loader,
                   const LoadOptions& load, const query::RunOptions& run,
                   const std::function<Status(const SelectedGame&)>& visit) {
    std::vector<size_t> by_id(ids.size());
    std::iota(by_id.begin(), by_id.end(), size_t{0});
    std::ranges::sort(by_id, {}, [ids](size_t i) { return ids[i]; });

    std::vector<query::GameMatch> matches;
    matches.reserve(ids.size());
    for (const size_t i : by_id) {
        matches.push_back({ids[i], query.corpus().locate(ids[i]), {}});
    }
    if (load.match_plies) {
        EDGE_CHECK(query::find_plies(query, matches, {.threads = run.threads, .on_progress = {}}));
    }
    std::vector<std::optional<SelectedGame>> games(ids.size());
    for (size_t k = 0; k < by_id.size(); ++k) {
        games[by_id[k]] = SelectedGame{EDGE_TRY(loader.load(matches[k].game_id)), matches[k].place,
                                       std::move(matches[k].plies)};
    }
    for (const auto& game : games) EDGE_CHECK(visit(*game));
    return {};
}

}  // namespace

Result<GameSelection> select_games(const query::Query& query, const SelectionOptions& options,
                                   const query::RunOptions& run) {
    const Bitmap games = EDGE_TRY(query::find_games(query, run));
    auto selection = EDGE_TRY(select_from(query.corpus(), games, query.text(), options));
    selection.warnings = query.warnings();
    selection.aliases = query.aliases();
    return selection;
}

Result<GameSelection> select_from(const corpus::Corpus& corpus, const Bitmap& games,
                                  std::string_view origin, const SelectionOptions& options) {
    const uint64_t list = fingerprint(corpus.meta(), games, origin, options);
    GameSelection selection;
    selection.games_matched = games.count();
    uint64_t begin = options.page.skip;
    if (!options.cursor.empty()) begin = EDGE_TRY(position_of(options.cursor, list));
    begin = std::min(begin, selection.games_matched);
    const uint64_t end = begin + std::min(options.page.limit, selection.games_matched - begin);
    if (options.sort == GameSort::None) {
        selection.game_ids = plain_page(corpus, games, begin, end);
    } else {
        auto keyed = EDGE_TRY(keys_of(corpus, games, options.sort, options.descending));
        selection.game_ids = sorted_page(std::move(keyed), begin, end);
    }
    if (end < selection.games_matched) selection.next_cursor = to_cursor(list, end);
    return selection;
}

Status visit_games(const query::Query& query, const std::vector<uint64_t>& game_ids,
                   const LoadOptions& load, const query::RunOptions& run,
                   const std::function<Status(const SelectedGame&)>& visit) {
    GameLoader loader(query.corpus(), load.tags ? LoadTags::All : LoadTags::OfHeader);
    const std::span<const uint64_t> ids(game_ids);
    for (size_t begin = 0; begin < ids.size(); begin += kChunkGames) {
        const auto chunk = ids.subspan(begin, std::min(kChunkGames, ids.size() - begin));
        EDGE_CHECK(visit_chunk(query, chunk, loader, load, run, visit));
    }
    return {};
}

}  // namespace edge::games
