// Names of files in a corpus's folder `bitmaps`, as users write them: @sicilian is
// <corpus>/bitmaps/sicilian.bm. Other answers about a corpus (heatmaps, groups, positions) also
// have such names, with their own extensions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "edge/result.h"

namespace edge {

// InvalidArgument, saying what is wrong, unless `name` (without the @) is letters, digits, - and _.
Status check_bitmap_name(std::string_view name);

struct NamedFile {
    std::string path;
    bool in_corpus = false;    // it was an @name; `path` is in the corpus's folder
    std::string warning = {};  // for the caller to show; empty when there is none
};

// Resolves an argument that is an @name or a path. `extension` has its dot: ".bm". `corpus` is the
// corpus's folder, empty when none is known; an @name is then taken as a path, with a warning.
Result<NamedFile> resolve_bitmap_name(std::string_view argument, std::string_view corpus,
                                      std::string_view extension);

// Makes the folder for @names, which the format does not guarantee to exist.
Status create_bitmaps_folder(const std::string& corpus);

// The sorted names of the files with that extension in the corpus, including those that
// check_bitmap_name refuses.
std::vector<std::string> list_bitmap_names(const std::string& corpus, std::string_view extension);

}  // namespace edge
