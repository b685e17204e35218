// The tags of the game being read: which header fields they set, which of them mean that the game
// cannot be stored, and which the sidecar must keep.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/game.h"
#include "codec/pgn/reader.h"
#include "corpus/format.h"
#include "formats/index_issue.h"
#include "formats/name_table.h"

namespace edge::formats {

class GameTags {
public:
    void clear();
    // Inline, so that what the reader found stays in registers: a call would write the halves of
    // each view and read them back as one, which stalls (2 % of indexing).
    [[gnu::always_inline]] void add(const pgn::Tag& tag) {
        const Kind kind = kind_of(tag.name);
        if (kind == Kind::Variant) variant_ = tag.value;
        if (kind == Kind::Fen) fen_ = tag.value;
        tags_.push_back({tag, kind});
    }
    // All tags of a whole game, as in a PGN file. Its result, where it has one, goes into the
    // header, whatever its tags say. The game must outlive their use.
    void add_all(const Game& game);

    // Why a game with these tags cannot be stored in a corpus of standard games: variant or custom
    // start.
    std::optional<IssueReason> foreign_reason() const;
    // The text of the tag behind foreign_reason.
    std::string foreign_text() const;

    // Fills the fields that tags set, including names, which are interned White first.
    void read_into(corpus::GameHeader& header, NameTable& names);

    // Appends the texts that the header cannot reproduce to `values`, in the form of
    // corpus/extra_frame.h. The header's names must be those from the last read_into. Returns
    // whether the tags have the same shape as in the previous call.
    bool store(const corpus::GameHeader& header, const NameTable& names, std::string& values);
    // The shape of the tags stored last, valid until the next call of store.
    std::string_view shape() const { return shape_.bytes(); }

    // Every tag in order: its name, and its text as in the sidecar.
    std::vector<std::pair<std::string_view, std::string>> texts() const;

    // The players' names for a report, empty when there are none.
    std::string white() const;
    std::string black() const;

private:
    // The tags that every game has, and those that set header fields.
    enum class Kind : uint8_t {
        Other,
        Event,
        Site,
        Round,
        White,
        Black,
        Result,
        WhiteElo,
        BlackElo,
        Eco,
        Date,
        UtcDate,
        TimeControl,
        Termination,
        Variant,
        Fen,
    };
    struct Seen {
        pgn::Tag tag;
        Kind kind;
    };

    // Texts with their sizes, written through a pointer into reserved memory: std::string's append
    // is a call for each of the four small parts of a tag, a third of the cost of tags.
    class Texts {
    public:
        void clear() { used_ = 0; }
        void cut(size_t size) { used_ = size; }
        void add(uint64_t head, std::string_view text);
        // Whether exactly that was added there; may be false for long texts.
        bool has(size_t at, uint64_t head, std::string_view text) const;
        std::string_view view() const { return {bytes_.data(), used_}; }

    private:
        std::vector<char> bytes_;
        size_t used_ = 0;
    };

    // The names of a game's tags, and which of them have texts. Most games have the same shape as
    // the one before, so it is compared tag by tag, and written only from the first difference on
    // (a tenth of the cost of tags).
    class Shape {
    public:
        void begin() {
            is_same_ = true;
            same_parts_ = same_bytes_ = 0;
        }
        inline void add(Kind kind, std::string_view name, bool has_text);
        // Whether it is the same as the previous shape.
        inline bool end();
        // In the form of corpus::RawTags.
        std::string_view bytes() const { return texts_.view(); }

    private:
        struct Part {
            Kind kind;
            bool has_text;
            friend bool operator==(const Part&, const Part&) = default;
        };
        [[gnu::noinline]] void write(Part part, std::string_view name);
        void cut();

        std::vector<Part> parts_;
        Texts texts_;
        bool is_same_ = true;  // so far; then these are parts and bytes of the previous shape
        size_t same_parts_ = 0;
        size_t same_bytes_ = 0;
    };

    static Kind kind_of(std::string_view name);
    inline bool is_in_header(const Seen& seen, std::string_view text,
                             const corpus::GameHeader& header, const NameTable& names) const;
    std::string text_of_last(Kind kind) const;
    void add_text(std::string_view name, std::string_view text);

    std::vector<Seen> tags_;
    // The tags whose names the header has.
    const pgn::Tag* white_ = nullptr;
    const pgn::Tag* black_ = nullptr;
    std::vector<std::string> escaped_;  // texts of tags_ that exist nowhere else
    Shape shape_;
    Texts value_;
    std::string_view variant_;
    std::string_view fen_;
    GameResult result_ = GameResult::Unknown;  // of a whole game
};

}  // namespace edge::formats
