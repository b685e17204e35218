// Tags of games as columns: reads the tags of each game once and adds them to the columns that want
// them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/corpus.h"
#include "corpus/extra.h"
#include "edge/result.h"
#include "table/array.h"
#include "table/header_columns.h"
#include "table/row_plan.h"

namespace edge::table {

// Whether a tag's name must have this case, or any case.
enum class NameCase : uint8_t { Exact, Any };

// Not thread-safe.
class TagColumns {
public:
    explicit TagColumns(const corpus::Corpus& corpus) : corpus_(corpus) {}

    // The first text of that tag, null where a game has none. The builder must outlive this.
    void want(std::string_view name, NameCase name_case, ArrayBuilder& into);
    // All tags as a map.
    void want_all(ArrayBuilder& into) { all_ = &into; }
    bool wants_any() const { return all_ != nullptr || !wanted_.empty(); }

    // Adds the rows of a plan to every column; `headers` are its games'.
    Status fill(const RowPlan& plan, Headers headers);

private:
    struct Wanted {
        std::string name;
        NameCase name_case;
        ArrayBuilder* into;
    };
    // The tags shared by games of the frame, each name once, and which of them the columns want.
    struct Shape {
        std::vector<corpus::ExtraFrame::TagView> tags;
        std::vector<const corpus::ExtraFrame::TagView*> wanted;  // by column; null: none of tags
    };

    using Parts = std::span<const GamePart>;

    static bool fits(const Wanted& wanted, std::string_view name);
    // Unpacks the frame with the tags of a game; there is none when the shard has no N.extra.
    Status load_frame(corpus::GamePlace place);
    void read_shapes();
    bool is_loaded(corpus::GamePlace place) const {
        return shard_ == place.shard &&
               (frame_ == nullptr || place.index - first_game_ < frame_->game_count());
    }
    // The shape of a game of the frame; null when the header reproduces all its tags.
    const Shape* shape_of(corpus::GamePlace place) const;
    // Games of one shape, column by column.
    Status add_alike(const Shape& shape, Parts parts, Headers headers);
    // The text of a tag, written into `room` where the frame does not have it.
    Result<std::string_view> text_of(const corpus::ExtraFrame::TagView& tag,
                                     corpus::GamePlace place, const corpus::GameHeader& header,
                                     std::string& room) const;
    // Adds a row of the tags that the header reproduces.
    Status add_of_header(corpus::GamePlace place);

    const corpus::Corpus& corpus_;
    std::vector<Wanted> wanted_;
    ArrayBuilder* all_ = nullptr;
    std::optional<uint32_t> shard_;  // to which the rest belongs
    std::optional<corpus::ExtraReader> extra_;
    const corpus::ExtraFrame* frame_ = nullptr;  // unpacked last
    uint32_t first_game_ = 0;                    // of the frame
    std::vector<Shape> shapes_;                  // of the frame
};

}  // namespace edge::table
