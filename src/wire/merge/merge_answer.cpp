#include "wire/merge/merge_answer.h"

#include <nlohmann/json.hpp>

#include "wire/json/json_text.h"

namespace edge::wire {

Result<indexing::MergeReport> run_merge_request(const MergeRequest& request, unsigned threads,
                                                const std::function<bool()>& is_cancelled) {
    indexing::MergeOptions options{.sources = {},
                                   .out = request.out,
                                   .force = request.force,
                                   .ids = request.ids,
                                   .threads = threads,
                                   .memory = request.memory,
                                   .is_cancelled = is_cancelled};
    options.sources.reserve(request.corpora.size());
    for (const std::string& corpus : request.corpora) options.sources.push_back({corpus});
    return indexing::merge_corpora(options);
}

std::string merge_json(const indexing::MergeReport& report) {
    Json json;
    json["corpus"] = report.corpus.string();
    json["games"] = report.games;
    json["plies"] = report.plies;
    json["left_out"] = report.left_out;
    json["shards"] = report.shards;
    json["edges"] = json_or_null(report.edges);
    json["corpus_bytes"] = report.corpus_bytes;
    Json& sets = json["sets"] = Json::array();
    for (const indexing::MergeReport::Set& set : report.sets) {
        sets.push_back({{"corpus", set.corpus}, {"name", set.name}, {"new_name", set.new_name}});
    }
    json["warnings"] = report.warnings;
    return json_text(json);
}

}  // namespace edge::wire
