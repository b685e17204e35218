// Stored sets as queries name them: @NAME in the corpus, or the path of a file. The set of a
// collection that the corpus has outgrown, as after a crash between the two, is completed on the
// way: its query is asked about the new games.
#pragma once

#include <string_view>

#include "bitmap/bitmap.h"
#include "corpus/collection_file.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/expr.h"

namespace edge::query {

Result<Bitmap> read_stored_set(const corpus::Corpus& corpus, std::string_view name);

struct StoreOptions {
    bool force = false;          // replace an existing set
    bool dense = false;          // a bit for each game, also in sets of few (bitmap/bitmap_file.h)
    bool is_collection = false;  // the query next to it stays
};

// Unless is_collection, what has the name is a plain set afterwards.
Status write_stored_set(const corpus::Corpus& corpus, const Bitmap& games, std::string_view name,
                        const StoreOptions& options);

// Calls visit(ref) for the sets that a query names, until a call returns an error. Query is Expr or
// const Expr.
template <class Query, class Visit>
Status for_each_set(Query& query, Visit visit);

// The query with its named sets read into it.
Result<Expr> with_stored_sets(Expr query, const corpus::Corpus& corpus);

// The query of a collection, with names and openings as they are now. Corrupt when it names a set
// that the file does not list.
Result<Expr> parse_question(const corpus::CollectionFile& collection);
// The same as it was understood when it was asked, without its sets.
Result<Expr> question_of(const corpus::CollectionFile& collection);

template <class Query, class Visit>
Status for_each_set(Query& query, Visit visit) {
    if (auto* const set = std::get_if<BitmapRef>(&query.node)) return visit(*set);
    auto* const combination = std::get_if<Combination>(&query.node);
    if (combination == nullptr) return {};
    for (auto& operand : combination->operands) EDGE_CHECK(for_each_set(operand, visit));
    return {};
}

}  // namespace edge::query
