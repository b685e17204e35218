#include "table/tag_columns.h"

#include <algorithm>

#include "corpus/tag_text.h"
#include "games/stored_game.h"
#include "query/headers/header_rules.h"

namespace edge::table {

void TagColumns::want(std::string_view name, NameCase name_case, ArrayBuilder& into) {
    wanted_.push_back({std::string(name), name_case, &into});
}

bool TagColumns::fits(const Wanted& wanted, std::string_view name) {
    return wanted.name_case == NameCase::Exact ? wanted.name == name
                                               : query::same_tag_name(wanted.name, name);
}

Status TagColumns::load_frame(corpus::GamePlace place) {
    if (shard_ != place.shard) {
        extra_ = EDGE_TRY(corpus_.shard(place.shard).open_extra());
        shard_ = place.shard;
    }
    frame_ = nullptr;
    if (!extra_) return {};
    const auto found = EDGE_TRY(extra_->find(place.index));
    frame_ = found.frame;
    first_game_ = place.index - found.game;
    read_shapes();
    return {};
}

void TagColumns::read_shapes() {
    shapes_.clear();
    for (uint32_t number = 0; number < frame_->shape_count(); ++number) {
        Shape& shape = shapes_.emplace_back();
        for (const auto& tag : frame_->shape_tags(number)) {
            const auto same =
                std::ranges::find(shape.tags, tag.name, &corpus::ExtraFrame::TagView::name);
            if (same == shape.tags.end()) shape.tags.push_back(tag);
        }
        for (const Wanted& wanted : wanted_) {
            const auto tag = std::ranges::find_if(
                shape.tags, [&](const auto& one) { return fits(wanted, one.name); });
            shape.wanted.push_back(tag == shape.tags.end() ? nullptr : &*tag);
        }
    }
}

Result<std::string_view> TagColumns::text_of(const corpus::ExtraFrame::TagView& tag,
                                             corpus::GamePlace place,
                                             const corpus::GameHeader& header,
                                             std::string& room) const {
    if (tag.text) return frame_->text(place.index - first_game_, *tag.text);
    const corpus::Shard& shard = corpus_.shard(place.shard);
    room = corpus::canonical_tag_text(header, tag.name, EDGE_TRY(shard.name(header.white_name)),
                                      EDGE_TRY(shard.name(header.black_name)));
    return std::string_view(room);
}

const TagColumns::Shape* TagColumns::shape_of(corpus::GamePlace place) const {
    if (frame_ == nullptr) return nullptr;
    const Shape& shape = shapes_[frame_->shape_of(place.index - first_game_)];
    return shape.tags.empty() ? nullptr : &shape;
}

Status TagColumns::fill(const RowPlan& plan, Headers headers) {
    for (size_t row = 0; row < plan.size();) {
        if (!is_loaded(plan[row].place)) EDGE_CHECK(load_frame(plan[row].place));
        const Shape* const shape = shape_of(plan[row].place);
        if (shape == nullptr) {
            EDGE_CHECK(add_of_header(plan[row++].place));
            continue;
        }
        size_t end = row + 1;
        while (end < plan.size() && is_loaded(plan[end].place) &&
               shape_of(plan[end].place) == shape) {
            ++end;
        }
        EDGE_CHECK(add_alike(*shape, Parts(plan).subspan(row, end - row),
                             headers.subspan(row, end - row)));
        row = end;
    }
    return {};
}

Status TagColumns::add_alike(const Shape& shape, Parts parts, Headers headers) {
    std::string room;
    for (size_t column = 0; column < wanted_.size(); ++column) {
        ArrayBuilder& into = *wanted_[column].into;
        const corpus::ExtraFrame::TagView* const tag = shape.wanted[column];
        if (tag == nullptr) {
            into.add_nulls(parts.size());
        } else if (tag->text) {
            for (const GamePart& part : parts) {
                into.add_text(frame_->text(part.place.index - first_game_, *tag->text));
            }
        } else {
            for (size_t i = 0; i < parts.size(); ++i) {
                into.add_text(EDGE_TRY(text_of(*tag, parts[i].place, headers[i], room)));
            }
        }
    }
    if (all_ == nullptr) return {};
    for (size_t i = 0; i < parts.size(); ++i) {
        for (const auto& tag : shape.tags) {
            all_->append_tag(tag.name, EDGE_TRY(text_of(tag, parts[i].place, headers[i], room)));
        }
        all_->end_tags();
    }
    return {};
}

Status TagColumns::add_of_header(corpus::GamePlace place) {
    games::GameLoader loader(corpus_, games::LoadTags::OfHeader);
    const games::StoredGame game =
        EDGE_TRY(loader.load(corpus_.first_id(place.shard) + place.index));
    for (const Wanted& wanted : wanted_) {
        const auto tag = std::ranges::find_if(
            game.tags, [&](const auto& one) { return fits(wanted, one.first); });
        tag == game.tags.end() ? wanted.into->add_null() : wanted.into->add_text(tag->second);
    }
    if (all_ == nullptr) return {};
    for (const auto& [name, text] : game.tags) all_->append_tag(name, text);
    all_->end_tags();
    return {};
}

}  // namespace edge::table
