#include "wire/dedup/dedup_answer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "corpus/tag_text.h"
#include "games/stored_game.h"
#include "query/collections/stored_set.h"
#include "wire/json/json_text.h"

namespace edge::wire {
namespace {

using indexing::DedupReport;
using indexing::Duplicate;
using indexing::NearMiss;

Status store_dropped(const corpus::Corpus& corpus, const DedupRequest& request,
                     const DedupReport& report) {
    return query::write_stored_set(corpus, indexing::dropped_games(corpus, report), request.output,
                                   {.force = request.force});
}

Json elo_or_null(uint16_t elo) { return elo == 0 ? Json(nullptr) : Json(elo); }

Json tag_or_null(const games::StoredGame& game, std::string_view name) {
    const std::string* const text = games::find_tag(game, name);
    return !text || text->empty() || *text == "?" ? Json(nullptr) : Json(*text);
}

class Rows {
public:
    explicit Rows(const corpus::Corpus& corpus) : loader_(corpus) {}

    Result<Json> row(uint64_t id) {
        const games::StoredGame game = EDGE_TRY(loader_.load(id));
        Json json;
        json["game_id"] = id;
        json["white"] = game.white;
        json["black"] = game.black;
        json["date"] = corpus::date_text(game.header.date);
        json["result"] = corpus::result_text(game.header.result);
        json["white_elo"] = elo_or_null(game.header.white_elo);
        json["black_elo"] = elo_or_null(game.header.black_elo);
        json["plies"] = game.header.plies;
        json["eco"] = game.header.eco == corpus::kUnknownEco
                          ? Json(nullptr)
                          : Json(corpus::eco_text(game.header.eco));
        json["event"] = tag_or_null(game, "Event");
        json["site"] = tag_or_null(game, "Site");
        json["round"] = tag_or_null(game, "Round");
        return json;
    }

private:
    games::GameLoader loader_;
};

void add_reason(const Duplicate& pair, Json& json) {
    json["moves"] = name_of(pair.moves);
    json["players"] = name_of(pair.players);
}

// Where the group that begins at `first` ends.
size_t group_end(const std::vector<Duplicate>& duplicates, size_t first) {
    size_t end = first;
    while (end < duplicates.size() && duplicates[end].kept == duplicates[first].kept) ++end;
    return end;
}

Result<Json> listed_groups(Rows& rows, const DedupReport& report, const DedupRequest& request) {
    const std::vector<Duplicate>& duplicates = report.duplicates;
    Json groups = Json::array();
    uint64_t skipped = 0;
    for (size_t i = 0; i < duplicates.size() && groups.size() < request.limit;) {
        const size_t end = group_end(duplicates, i);
        if (skipped < request.skip) {
            ++skipped;
            i = end;
            continue;
        }
        Json group;
        group["kept"] = EDGE_TRY(rows.row(duplicates[i].kept));
        Json& dropped = group["dropped"] = Json::array();
        for (; i < end; ++i) {
            Json game = EDGE_TRY(rows.row(duplicates[i].dropped));
            add_reason(duplicates[i], game);
            dropped.push_back(std::move(game));
        }
        groups.push_back(std::move(group));
    }
    return groups;
}

Result<Json> listed_contradictions(Rows& rows, const DedupReport& report,
                                   const DedupRequest& request) {
    Json list = Json::array();
    const std::vector<NearMiss>& misses = report.near_misses;
    for (size_t i = std::min<uint64_t>(request.skip, misses.size());
         i < misses.size() && list.size() < request.limit; ++i) {
        const NearMiss& miss = misses[i];
        Json json;
        json["game"] = EDGE_TRY(rows.row(miss.pair.kept));
        json["other"] = EDGE_TRY(rows.row(miss.pair.dropped));
        add_reason(miss.pair, json);
        Json& contradicts = json["contradicts"] = Json::array();
        if (miss.dates) contradicts.push_back("date");
        if (miss.results) contradicts.push_back("result");
        list.push_back(std::move(json));
    }
    return list;
}

}  // namespace

Result<DedupReport> run_dedup_request(const corpus::Corpus& corpus, const DedupRequest& request,
                                      const query::RunOptions& options) {
    auto report = EDGE_TRY(indexing::find_duplicates(corpus, {.near_misses = request.contradictions,
                                                              .threads = options.threads,
                                                              .on_progress = options.on_progress}));
    if (!request.output.empty()) EDGE_CHECK(store_dropped(corpus, request, report));
    return report;
}

Result<std::string> dedup_json(const corpus::Corpus& corpus, const DedupRequest& request,
                               const DedupReport& report) {
    Rows rows(corpus);
    Json json;
    json["corpus"] = corpus.path();
    json["games"] = corpus.game_count();
    json["groups"] = report.groups;
    json["duplicates"] = report.duplicates.size();
    json["output"] = request.output.empty() ? Json(nullptr) : Json(request.output);
    json["listed"] = EDGE_TRY(listed_groups(rows, report, request));
    if (request.contradictions) {
        json["contradicted"] = report.near_misses.size();
        json["contradictions"] = EDGE_TRY(listed_contradictions(rows, report, request));
    }
    return json_text(json);
}

Result<std::string> answer_dedup_request(const corpus::Corpus& corpus, const DedupRequest& request,
                                         const query::RunOptions& options) {
    return dedup_json(corpus, request, EDGE_TRY(run_dedup_request(corpus, request, options)));
}

// In the order of the enums.
std::string_view name_of(indexing::MovesAgreement moves) {
    constexpr std::array<std::string_view, 2> kNames = {"same", "prefix"};
    return kNames[static_cast<size_t>(moves)];
}

std::string_view name_of(indexing::PlayersAgreement players) {
    constexpr std::array<std::string_view, 5> kNames = {"same", "spelling", "alias", "initials",
                                                        "unknown"};
    return kNames[static_cast<size_t>(players)];
}

}  // namespace edge::wire
