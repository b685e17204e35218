// Answers of queries that are kept as sets of games, so that later requests can name them: found by
// id, or by the query that made them. Those used longest ago are dropped when all take too much
// memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "corpora.h"
#include "query/expr.h"
#include "wire/explore/explore_answer.h"

namespace edge::server {

struct KeptSet {
    std::string id;
    std::shared_ptr<const OpenCorpus> corpus;
    query::Expr expr;          // the query; every game for a set that no query made
    wire::ChosenGames chosen;  // of that corpus
    // Whether the text of the query says what is in the set. It does not where it names stored
    // bitmaps, which can be replaced, and where names mean only that spelling, which is not in it.
    bool is_found_by_query = true;
};

// Safe to use from many threads.
class Sets {
public:
    explicit Sets(size_t byte_limit) : byte_limit_(byte_limit) {}

    // Keeps the set under an id of its own; one that is larger than the limit is not kept, but has
    // an id all the same.
    std::shared_ptr<const KeptSet> keep(std::shared_ptr<const OpenCorpus> corpus, query::Expr expr,
                                        wire::ChosenGames chosen);

    // Null when there is none, or no longer. The corpus may have been replaced since, or have
    // grown.
    std::shared_ptr<const KeptSet> find(std::string_view id);
    // The set that the query with this canonical text gave for the same corpus.
    std::shared_ptr<const KeptSet> find_query(const OpenCorpus& corpus, std::string_view query);

    // Drops the sets of corpora that are no longer there, or are others by now: they cannot be
    // asked any more, and keep deleted files in use.
    void forget_gone(const std::filesystem::path& root);

    size_t count() const;
    size_t bytes() const;

private:
    template <class Wanted>
    std::shared_ptr<const KeptSet> find_if(Wanted is_wanted);
    template <class Unwanted>
    void drop_if(Unwanted is_unwanted);

    const size_t byte_limit_;
    mutable std::mutex mutex_;
    std::list<std::shared_ptr<const KeptSet>> sets_;  // guarded by mutex_; most recently used first
    size_t bytes_ = 0;
    uint64_t made_ = 0;
};

bool is_same_corpus(const OpenCorpus& left, const OpenCorpus& right);

}  // namespace edge::server
