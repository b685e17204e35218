#include "codec/scid4/tag_fields.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "codec/game_result.h"
#include "codec/scid4/index_text.h"

namespace edge::scid4 {
namespace {

enum class Field : uint8_t {
    Event,
    Site,
    Date,
    Round,
    White,
    Black,
    Result,
    Eco,
    EventDate,
    Flags,
    Fen,
};
constexpr size_t kFields = 11;

struct FieldTag {
    std::string_view name;
    Field field;
};
constexpr std::array<FieldTag, kFields> kFieldTags = {{{"Event", Field::Event},
                                                       {"Site", Field::Site},
                                                       {"Date", Field::Date},
                                                       {"Round", Field::Round},
                                                       {"White", Field::White},
                                                       {"Black", Field::Black},
                                                       {"Result", Field::Result},
                                                       {"ECO", Field::Eco},
                                                       {"EventDate", Field::EventDate},
                                                       {"ScidFlags", Field::Flags},
                                                       {"FEN", Field::Fen}}};

std::optional<Field> field_of(std::string_view name) {
    for (const FieldTag& tag : kFieldTags) {
        if (tag.name == name) return tag.field;
    }
    return std::nullopt;
}

// One pass over the tags of a game.
class TagSorter {
public:
    TagSorter(const Game& game, TagFields& fields, std::vector<RecordNote>& notes)
        : game_(game), fields_(fields), notes_(notes) {}

    void sort() {
        for (const GameTag& tag : game_.tags) {
            if (const auto field = field_of(tag.name)) {
                set_field(*field, tag);
            } else if (!set_rating(tag)) {
                fields_.extra.push_back(&tag);
            }
        }
        IndexEntry& entry = fields_.entry;
        entry.result = game_.result;
        // As everywhere in Edge. The tag itself stays in the record.
        if (entry.date == Date{}) entry.date = read_date(game_.tag("UTCDate")).value;
        if (entry.event_date != Date{} && !has_room_for(entry.event_date, entry.date)) {
            note("event_date", game_.tag("EventDate"), "a year within three of the game's");
        }
    }

private:
    void set_field(Field field, const GameTag& tag) {
        bool& is_set = is_set_[static_cast<size_t>(field)];
        if (is_set) return note("repeated_tag", tag.name, "each tag of the index once");
        is_set = true;
        IndexEntry& entry = fields_.entry;
        switch (field) {
            case Field::Event:
                fields_.event = tag.value;
                break;
            case Field::Site:
                fields_.site = tag.value;
                break;
            case Field::Round:
                fields_.round = tag.value;
                break;
            case Field::White:
                fields_.white = tag.value;
                break;
            case Field::Black:
                fields_.black = tag.value;
                break;
            case Field::Date:
                entry.date = kept(read_date(tag.value), "date", tag.value,
                                  "a day of the calendar up to 2047");
                break;
            case Field::EventDate:
                entry.event_date = kept(read_date(tag.value), "event_date", tag.value,
                                        "a day of the calendar up to 2047");
                break;
            case Field::Eco:
                entry.eco = kept(read_eco(tag.value), "eco", tag.value, "a code such as B22");
                break;
            case Field::Flags:
                entry.flags = read_flags(tag.value);
                break;
            case Field::Result:
                check_result(tag.value);
                break;
            case Field::Fen:  // the record writes it from the start position
                break;
        }
    }

    // The game itself has the result. A tag may hold something else, such as "0-0".
    void check_result(std::string_view text) {
        if (parse_result(text) || text.empty() || text == "?") return;
        note("result", text, "1-0, 0-1, 1/2-1/2 or *");
    }

    // Takes the first rating of each player; whether it did.
    bool set_rating(const GameTag& tag) {
        const std::string_view name = tag.name;
        const bool is_white = name.starts_with("White");
        if (!is_white && !name.starts_with("Black")) return false;
        const auto type = read_rating_type(name.substr(5));
        Rating& rating = is_white ? fields_.entry.white_rating : fields_.entry.black_rating;
        if (!type || rating.value != 0) return false;
        const uint16_t value = kept(read_rating(tag.value), "rating", tag.value, "at most 4000");
        if (value != 0) rating = {.type = *type, .value = value};
        return true;
    }

    template <class T>
    T kept(const Reading<T>& reading, std::string_view kind, std::string_view found,
           std::string_view expected) {
        if (!reading.is_exact) note(kind, found, expected);
        return reading.value;
    }

    void note(std::string_view kind, std::string_view found, std::string_view expected) {
        notes_.push_back({kind, fmt::format("found '{}', expected {}", found, expected)});
    }

    const Game& game_;
    TagFields& fields_;
    std::vector<RecordNote>& notes_;
    std::array<bool, kFields> is_set_ = {};
};

}  // namespace

void sort_tags(const Game& game, TagFields& fields, std::vector<RecordNote>& notes) {
    fields.event = fields.site = fields.round = fields.white = fields.black = {};
    fields.entry = {};
    fields.extra.clear();
    TagSorter(game, fields, notes).sort();
}

}  // namespace edge::scid4
