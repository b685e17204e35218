#include "sets.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/hash.h"
#include "query/headers/name_aliases.h"
#include "stored_bitmaps.h"

namespace edge::server {
namespace {

// Small sets are limited by their number, as each request looks through all of them.
constexpr size_t kMostSets = 1000;

size_t bytes_of(const KeptSet& set) {
    return static_cast<size_t>(set.chosen.bitmap.layout().total() / 8) +
           set.chosen.games.size_bytes() + set.chosen.query.size() + sizeof set;
}

}  // namespace

bool is_same_corpus(const OpenCorpus& left, const OpenCorpus& right) {
    return left.name == right.name && left.identity == right.identity;
}

// The caller holds the lock.
template <class Unwanted>
void Sets::drop_if(Unwanted is_unwanted) {
    std::erase_if(sets_, [&](const auto& set) {
        if (!is_unwanted(*set)) return false;
        bytes_ -= bytes_of(*set);
        return true;
    });
}

std::shared_ptr<const KeptSet> Sets::keep(std::shared_ptr<const OpenCorpus> corpus,
                                          query::Expr expr, wire::ChosenGames chosen) {
    const std::lock_guard lock(mutex_);
    // The count makes ids differ; the hash makes it unlikely that an id of an earlier run of the
    // daemon is found.
    const std::string identity =
        fmt::format("{}\n{}\n{}", corpus->name, corpus->identity.meta.changed_ns, chosen.query);
    std::string id = fmt::format("{:016x}-{}", hash_bytes(identity), ++made_);
    const bool is_found_by_query = !names_bitmaps(expr) && !query::has_spellings(expr);
    auto set = std::make_shared<const KeptSet>(KeptSet{
        std::move(id), std::move(corpus), std::move(expr), std::move(chosen), is_found_by_query});
    const size_t size = bytes_of(*set);
    if (size > byte_limit_) return set;
    drop_if([&set](const KeptSet& old) {
        // A scan may have begun before games were added, and end after others of the new games.
        return old.corpus->name == set->corpus->name &&
               !is_same_or_grown(*old.corpus, *set->corpus) &&
               !is_same_or_grown(*set->corpus, *old.corpus);
    });
    sets_.push_front(set);
    bytes_ += size;
    while (bytes_ > byte_limit_ || sets_.size() > kMostSets) {
        bytes_ -= bytes_of(*sets_.back());
        sets_.pop_back();
    }
    return set;
}

void Sets::forget_gone(const std::filesystem::path& root) {
    const std::lock_guard lock(mutex_);
    drop_if([&root](const KeptSet& set) { return !is_same_or_grown(*set.corpus, root); });
}

template <class Wanted>
std::shared_ptr<const KeptSet> Sets::find_if(Wanted is_wanted) {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::ranges::find_if(sets_, [&](const auto& set) { return is_wanted(*set); });
    if (found == sets_.end()) return nullptr;
    sets_.splice(sets_.begin(), sets_, found);
    return *found;
}

std::shared_ptr<const KeptSet> Sets::find(std::string_view id) {
    return find_if([id](const KeptSet& set) { return set.id == id; });
}

std::shared_ptr<const KeptSet> Sets::find_query(const OpenCorpus& corpus, std::string_view query) {
    return find_if([&](const KeptSet& set) {
        return set.is_found_by_query && set.chosen.query == query &&
               is_same_corpus(*set.corpus, corpus);
    });
}

size_t Sets::count() const {
    const std::lock_guard lock(mutex_);
    return sets_.size();
}

size_t Sets::bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
}

}  // namespace edge::server
