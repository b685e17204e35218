// One tag of stored games, out of N.extra or of the header that reproduces it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/corpus.h"
#include "corpus/extra.h"
#include "edge/result.h"

namespace edge::query {

// The name of a tag that a header holds, spelt as in PGN, for a name in any case; else empty.
std::string_view header_tag_name(std::string_view name);

// Without N.extra only the tags that the header holds are known; NotFound for others.
Status check_tag_is_kept(const corpus::Corpus& corpus, std::string_view name);

// Games in order are cheap. Not thread-safe; the corpus must outlive it.
class TagReader {
public:
    TagReader(const corpus::Corpus& corpus, std::string_view name)
        : corpus_(&corpus), name_(name), header_name_(header_tag_name(name)) {}

    // The text of the first tag of that name; empty when the game does not have it. Valid until the
    // next call.
    Result<std::string_view> text_of(corpus::GamePlace place, const corpus::GameHeader& header);

private:
    using Tag = corpus::ExtraFrame::TagView;

    Status load_frame(corpus::GamePlace place);
    bool is_loaded(corpus::GamePlace place) const {
        return shard_ == place.shard &&
               (frame_ == nullptr || place.index - first_game_ < frame_->game_count());
    }
    Result<std::string_view> of_header(std::string_view name, corpus::GamePlace place,
                                       const corpus::GameHeader& header);

    const corpus::Corpus* corpus_;
    std::string name_;
    std::string_view header_name_;
    std::string room_;  // for texts that the header reproduces

    std::optional<uint32_t> shard_;  // to which the rest belongs
    std::optional<corpus::ExtraReader> extra_;
    const corpus::ExtraFrame* frame_ = nullptr;  // unpacked last; null without N.extra
    uint32_t first_game_ = 0;                    // of the frame
    std::vector<std::optional<Tag>> tags_;       // the tag in each of its shapes
};

}  // namespace edge::query
