#include "query/headers/tag_reader.h"

#include <algorithm>

#include <fmt/format.h>

#include "corpus/tag_text.h"
#include "query/headers/header_rules.h"

namespace edge::query {

std::string_view header_tag_name(std::string_view name) {
    for (const std::string_view known : {"White", "Black", "Result", "WhiteElo", "BlackElo", "ECO",
                                         "Date", "TimeControl", "Termination"}) {
        if (same_tag_name(known, name)) return known;
    }
    return {};
}

Status check_tag_is_kept(const corpus::Corpus& corpus, std::string_view name) {
    if (!header_tag_name(name).empty()) return {};
    for (uint32_t shard = 0; shard < corpus.shard_count(); ++shard) {
        if (corpus.shard(shard).game_count() == 0) continue;
        const auto extra = EDGE_TRY(corpus.shard(shard).open_extra());
        if (extra) continue;
        return fail(
            ErrorCode::NotFound,
            fmt::format("{} is missing, and only that file has the tag {} of the games; index with "
                        "extra to keep it",
                        corpus.shard(shard).extra_path(), name));
    }
    return {};
}

Result<std::string_view> TagReader::text_of(corpus::GamePlace place,
                                            const corpus::GameHeader& header) {
    if (!is_loaded(place)) EDGE_CHECK(load_frame(place));
    if (frame_ == nullptr) return of_header(header_name_, place, header);
    const uint32_t game = place.index - first_game_;
    const std::optional<Tag>& tag = tags_[frame_->shape_of(game)];
    if (!tag) return std::string_view();
    if (tag->text) return frame_->text(game, *tag->text);
    return of_header(tag->name, place, header);
}

Status TagReader::load_frame(corpus::GamePlace place) {
    const corpus::Shard& shard = corpus_->shard(place.shard);
    if (shard_ != place.shard) {
        frame_ = nullptr;
        extra_ = EDGE_TRY(shard.open_extra());
        shard_ = place.shard;
    }
    frame_ = nullptr;
    if (!extra_) return {};
    const auto found = EDGE_TRY(extra_->find(place.index));
    frame_ = found.frame;
    first_game_ = place.index - found.game;
    tags_.clear();
    for (uint32_t shape = 0; shape < frame_->shape_count(); ++shape) {
        const std::vector<Tag> tags = frame_->shape_tags(shape);
        const auto tag = std::ranges::find_if(
            tags, [&](const Tag& one) { return same_tag_name(one.name, name_); });
        tags_.push_back(tag == tags.end() ? std::nullopt : std::optional(*tag));
    }
    return {};
}

Result<std::string_view> TagReader::of_header(std::string_view name, corpus::GamePlace place,
                                              const corpus::GameHeader& header) {
    if (name.empty()) return std::string_view();
    const corpus::Shard& shard = corpus_->shard(place.shard);
    room_ = corpus::canonical_tag_text(header, name, EDGE_TRY(shard.name(header.white_name)),
                                       EDGE_TRY(shard.name(header.black_name)));
    return std::string_view(room_);
}

}  // namespace edge::query
