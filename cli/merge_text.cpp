#include "merge_text.h"

#include <fmt/format.h>

#include "core/size_text.h"
#include "output.h"

namespace edge::cli {

std::string merge_text(const indexing::MergeReport& report) {
    std::string text = fmt::format("{}\n  games       {}, {} plies\n", report.corpus.string(),
                                   grouped(report.games), grouped(report.plies));
    if (report.left_out > 0) text += fmt::format("  left out    {}\n", grouped(report.left_out));
    if (report.edges) text += fmt::format("  tree        {} edges\n", grouped(*report.edges));
    for (const indexing::MergeReport::Set& set : report.sets) {
        text += fmt::format("  set         @{} of {}{}\n", set.name, set.corpus,
                            set.name == set.new_name ? "" : ", now @" + set.new_name);
    }
    return text + fmt::format("  size        {} in {} shard{}\n", format_size(report.corpus_bytes),
                              report.shards, report.shards == 1 ? "" : "s");
}

}  // namespace edge::cli
