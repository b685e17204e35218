#include "wire/compact/compact_answer.h"

#include <nlohmann/json.hpp>

#include "core/overloaded.h"
#include "wire/json/json_text.h"
#include "wire/merge/merge_answer.h"

namespace edge::wire {
namespace {

std::string tree_json(const indexing::CompactReport& report) {
    Json json;
    json["corpus"] = report.corpus.string();
    json["games"] = report.games;
    json["segments_before"] = report.segments_before;
    json["segments"] = report.segments;
    json["edges"] = report.edges;
    return json_text(json);
}

std::string shards_json(const indexing::CompactShardsReport& report) {
    Json json;
    json["corpus"] = report.corpus.string();
    json["games"] = report.games;
    json["shards_before"] = report.shards_before;
    json["shards"] = report.shards;
    json["corpus_bytes"] = report.corpus_bytes;
    json["warnings"] = report.warnings;
    return json_text(json);
}

}  // namespace

Result<CompactAnswer> run_compact_request(const CompactRequest& request, unsigned threads,
                                          const LockOptions& lock) {
    EDGE_CHECK(check(request));
    if (request.tree) {
        return EDGE_TRY(indexing::compact_tree({.corpus = request.corpus,
                                                .threads = threads,
                                                .memory = request.memory,
                                                .lock = lock,
                                                .is_cancelled = lock.is_cancelled}));
    }
    if (request.shards) {
        return EDGE_TRY(indexing::compact_shards({.corpus = request.corpus,
                                                  .threads = threads,
                                                  .lock = lock,
                                                  .is_cancelled = lock.is_cancelled}));
    }
    return EDGE_TRY(indexing::merge_corpora({.sources = {{request.corpus, request.drop}},
                                             .out = request.out,
                                             .force = request.force,
                                             .ids = request.ids,
                                             .threads = threads,
                                             .memory = request.memory,
                                             .is_cancelled = lock.is_cancelled}));
}

std::string compact_json(const CompactAnswer& answer) {
    return std::visit(
        Overloaded{[](const indexing::CompactReport& report) { return tree_json(report); },
                   [](const indexing::CompactShardsReport& report) { return shards_json(report); },
                   [](const indexing::MergeReport& report) { return merge_json(report); }},
        answer);
}

}  // namespace edge::wire
