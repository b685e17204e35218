#include "wire/lichess/lichess_game.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "query/lang/text.h"

namespace edge::wire {
namespace {

constexpr std::string_view kDigits =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr size_t kIdLength = 8;

std::string id_of(const games::StoredGame& game, LichessDatabase database) {
    std::string id = database == LichessDatabase::Masters ? "" : games::lichess_id(game);
    return id.empty() ? local_game_id(game.id) : id;
}

Result<std::optional<games::StoredGame>> find_by_site(const corpus::Corpus& corpus,
                                                      std::string_view id,
                                                      const query::RunOptions& options) {
    auto expr = EDGE_TRY(query::parse_text(fmt::format("tag(\"Site\") ~ \"{}\"", id)));
    const auto query = EDGE_TRY(query::Query::prepare(corpus, std::move(expr)));
    const Bitmap games = EDGE_TRY(query::find_games(query, options));
    std::vector<uint64_t> ids;
    for (uint32_t shard = 0; shard < corpus.shard_count(); ++shard) {
        games.for_each(shard, [&](uint32_t game) { ids.push_back(corpus.first_id(shard) + game); });
    }
    // The query folds case and looks anywhere in the text.
    games::GameLoader loader(corpus);
    for (const uint64_t game_id : ids) {
        auto game = EDGE_TRY(loader.load(game_id));
        if (games::lichess_id(game) == id) return game;
    }
    return std::nullopt;
}

}  // namespace

Result<LichessGames> load_lichess_games(const corpus::Corpus& corpus, LichessDatabase database,
                                        std::span<const uint64_t> game_ids) {
    // In order, so that tags that are stored together are unpacked once.
    std::vector<uint64_t> ids(game_ids.begin(), game_ids.end());
    std::ranges::sort(ids);
    const auto repeated = std::ranges::unique(ids);
    ids.erase(repeated.begin(), repeated.end());
    LichessGames games;
    games::GameLoader loader(corpus);
    for (const uint64_t id : ids) {
        const auto game = EDGE_TRY(loader.load(id));
        const std::string* const event = games::find_tag(game, "Event");
        games[id] = {.id = id_of(game, database),
                     .header = game.header,
                     .white = game.white,
                     .black = game.black,
                     .mode = explorer::game_mode_of(event == nullptr ? "" : *event)};
    }
    return games;
}

std::string local_game_id(uint64_t game_id) {
    std::string id(kIdLength, kDigits.front());
    for (size_t i = kIdLength; i-- > 0; game_id /= kDigits.size()) {
        id[i] = kDigits[game_id % kDigits.size()];
    }
    return id;
}

std::optional<uint64_t> parse_local_game_id(std::string_view text) {
    if (text.size() != kIdLength) return std::nullopt;
    uint64_t game_id = 0;
    for (const char c : text) {
        const size_t digit = kDigits.find(c);
        if (digit == std::string_view::npos) return std::nullopt;
        game_id = game_id * kDigits.size() + digit;
    }
    return game_id;
}

Result<games::StoredGame> find_lichess_game(const corpus::Corpus& corpus, std::string_view id,
                                            const query::RunOptions& options) {
    if (const auto local = parse_local_game_id(id)) {
        if (*local < corpus.game_count()) return games::GameLoader(corpus).load(*local);
        if (auto game = EDGE_TRY(find_by_site(corpus, id, options))) return std::move(*game);
    }
    return fail(ErrorCode::NotFound,
                fmt::format("{}: no game with the id '{}'", corpus.path(), id));
}

}  // namespace edge::wire
