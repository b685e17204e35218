// The sets that are stored in a corpus, after the corpus has grown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bitmap/bitmap_file.h"
#include "core/content_hash.h"
#include "corpus/corpus.h"

namespace edge::indexing {

// Writes the sets of the games that there were before as sets of all games; readers take both. Of
// the new games a collection gets those that its query finds, and any other set none.
// Which version of the format is smaller is decided anew, but a set stays as it is that was kept in
// version 1 although it would have been small enough for version 2.
// Whoever calls this holds the lock on the corpus. What is left as it was is of no harm; the
// warnings, one for each set, say why.
std::vector<std::string> grow_bitmaps(const corpus::Corpus& corpus);

// With which id a stored set is written anew, as `set`: none where it is to stay in version 1.
std::optional<ContentHash> id_to_write(const BitmapSummary& before, const Bitmap& set,
                                       const std::optional<ContentHash>& corpus_id);

}  // namespace edge::indexing
