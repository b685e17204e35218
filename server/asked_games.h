// A request about the games of a corpus, which are named by the request's own query or as a set
// that an earlier query left.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "service.h"
#include "stored_bitmaps.h"
#include "work.h"

namespace edge::server {

template <class WireRequest>
struct AskedGames {
    WireRequest request;
    std::string set_id;                            // empty: none was named
    std::shared_ptr<const OpenCorpus> open = {};   // the set's corpus, when a set was named
    std::shared_ptr<const KeptSet> set = nullptr;  // null: the games of the request's query

    bool has_query() const { return !wire::refers_to_all(request.asked.expr); }
};

// The work that make(Service&, AskedGames) -> Result<Work> returns once the corpus is open and the
// set is found.
template <class WireRequest, class Make>
Result<Reply> work_over_games(Service& service, AskedGames<WireRequest> asked, Make make) {
    const std::string corpus = asked.request.corpus;
    auto open_all = [&service, asked = std::move(asked),
                     make](std::shared_ptr<const OpenCorpus> open) mutable -> Result<Work> {
        asked.open = std::move(open);
        if (!asked.set_id.empty()) {
            auto found = service.find_set(asked.set_id, *asked.open);
            if (!found.set) return answered(std::move(found.refusal));
            asked.set = std::move(found.set);
            asked.open = asked.set->corpus;
        }
        EDGE_CHECK(check_links(service.root(), asked.open->name, asked.open->corpus,
                               asked.request.asked.expr));
        return make(service, std::move(asked));
    };
    return work_over(service, corpus, std::move(open_all));
}

}  // namespace edge::server
