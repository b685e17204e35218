#include "index/known_sources.h"

#include <algorithm>

#include <fmt/format.h>

#include "index/index_inputs.h"
#include "index/source_hash.h"

namespace edge::indexing {

std::vector<uint64_t> KnownSources::sizes() const {
    std::vector<uint64_t> sizes;
    for (const corpus::MetaSource& source : sources_) {
        if (source.hash && source.size.value_or(0) > 0) sizes.push_back(*source.size);
    }
    std::ranges::sort(sizes);
    const auto again = std::ranges::unique(sizes);
    sizes.erase(again.begin(), again.end());
    return sizes;
}

bool KnownSources::has(const ContentHash& hash) const {
    return std::ranges::any_of(
        sources_, [&](const corpus::MetaSource& source) { return source.hash == hash; });
}

bool KnownSources::has(const corpus::MetaSource& source) const {
    return source.hash && has(*source.hash);
}

Result<bool> KnownSources::has(const formats::GameInput& input, unsigned threads) const {
    if (input.is_stream()) return false;
    if (input.content_files.empty()) {
        const bool is_one_of_size =
            input.size && std::ranges::any_of(sources_, [&](const corpus::MetaSource& source) {
                return source.hash && source.size == input.size;
            });
        if (!is_one_of_size) return false;
    }
    return has(EDGE_TRY(hash_of_input(input, threads)));
}

std::vector<std::string> KnownSources::warnings(const std::vector<IndexedSource>& read) const {
    std::vector<std::string> warnings;
    for (size_t i = 0; i < read.size(); ++i) {
        const corpus::MetaSource& source = read[i].meta;
        const auto first = std::ranges::find_if(
            read, [&](const IndexedSource& other) { return other.meta.hash == source.hash; });
        if (source.hash && first < read.begin() + static_cast<std::ptrdiff_t>(i)) {
            warnings.push_back(fmt::format("{} has the same games as {}; both were indexed",
                                           source.path, first->meta.path));
        }
        for (const SourceIdentity::Beginning& beginning : read[i].beginnings) {
            const auto known = std::ranges::find_if(sources_, [&](const corpus::MetaSource& other) {
                return other.size == beginning.size && other.hash == beginning.hash;
            });
            if (known == sources_.end()) continue;
            warnings.push_back(
                fmt::format("{} begins with all of {}, which the corpus has already: those games "
                            "are in it twice now",
                            source.path, known->path));
        }
    }
    return warnings;
}

}  // namespace edge::indexing
