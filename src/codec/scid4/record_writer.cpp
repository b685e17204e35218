#include "codec/scid4/record_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "chess/fen.h"
#include "codec/scid4/home_pawns.h"
#include "codec/scid4/move_codes.h"
#include "codec/scid4/piece_lists.h"
#include "codec/scid4/record_layout.h"
#include "codec/scid4/stored_lines.h"
#include "codec/scid4/stored_text.h"
#include "codec/tree_walk.h"

namespace edge::scid4 {
namespace {

// Scid refuses to load a move with more.
constexpr size_t kMaxNags = 7;
// Scid 4.7.4 prints a name and its value, or a word of a comment, into a buffer without a bounds
// check: one byte more, and the program crashes.
constexpr size_t kMaxPrintedTag = 249;
constexpr size_t kMaxPrintedWord = 1023;

bool is_standard_start(const Position& position) {
    const Position& start = Position::start();
    return position.same_position(start) && position.halfmove_clock() == start.halfmove_clock() &&
           position.fullmove_number() == start.fullmove_number();
}

class RecordWriter {
public:
    RecordWriter(const Game& game, std::vector<std::byte>& out, std::vector<RecordNote>& notes)
        : game_(game), tree_(game.moves), out_(out), notes_(notes) {}

    void write_tags(std::span<const GameTag* const> tags);
    void write_start();
    void write_moves();
    void write_comments();
    const RecordFacts& facts() const { return facts_; }

private:
    // A line being written: the main line, or a variation inside the lines before it.
    struct Line {
        PieceLists lists;  // before the last move, where the variations on it begin
        Move last = {};    // none before the first
    };

    void write_tag(const GameTag& tag);
    std::string fen();
    void write_move(NodeIndex node);
    void write_nags(const std::vector<uint8_t>& nags);
    void write_comment_mark(const std::string& comment);
    void write_comment(std::string_view comment);
    void open_variation(NodeIndex node);
    void follow_main_line(Move move);

    void put(uint8_t byte) { out_.push_back(std::byte{byte}); }
    void put_size(size_t size) { put(static_cast<uint8_t>(size)); }
    // Zero bytes end texts here, so no text can contain one.
    void put_text(std::string_view text) {
        const auto bytes = std::as_bytes(std::span(text));
        const auto begin = out_.insert(out_.end(), bytes.begin(), bytes.end());
        std::replace(begin, out_.end(), std::byte{0}, std::byte{' '});
    }
    void note(std::string_view kind, std::string text) {
        notes_.push_back({kind, std::move(text)});
    }

    const Game& game_;
    const MoveTree& tree_;
    std::vector<std::byte>& out_;
    std::vector<RecordNote>& notes_;
    RecordFacts facts_;
    StoredLineMatcher stored_line_;
    HomePawnTracker home_pawns_;
    std::vector<Line> lines_;
    std::vector<const std::string*> comments_;  // marked so far, in order
};

void RecordWriter::write_tags(std::span<const GameTag* const> tags) {
    for (const GameTag* tag : tags) write_tag(*tag);
    put(kTagsEnd);
}

void RecordWriter::write_tag(const GameTag& tag) {
    if (tag.name.empty() || tag.name.size() > kMaxTagName) {
        return note("tags", fmt::format("found a tag name of {} bytes, expected 1 to {}",
                                        tag.name.size(), kMaxTagName));
    }
    const std::string_view value = cut_text(tag.value, kMaxPrintedTag - tag.name.size());
    if (value.size() < tag.value.size()) {
        note("tag_text", fmt::format("found {} bytes in tag {}, expected at most {}",
                                     tag.value.size(), tag.name, value.size()));
    }
    const auto coded = std::ranges::find(kCodedTags, tag.name);
    if (coded != kCodedTags.end()) {
        put_size(kFirstTagCode + static_cast<size_t>(coded - kCodedTags.begin()));
    } else {
        put_size(tag.name.size());
        put_text(tag.name);
    }
    put_size(value.size());
    put_text(value);
}

// Empty for a game that needs none. As in Scid, a game with a FEN tag has a FEN even where that
// names the standard start. A tag that names the start exactly is kept verbatim.
std::string RecordWriter::fen() {
    const std::string_view tag = game_.tag("FEN");
    const bool is_standard = is_standard_start(game_.start);
    if (tag.empty()) return is_standard ? "" : to_fen(game_.start);
    std::string start = to_fen(game_.start);
    const auto exact = parse_fen(tag, FenMode::Strict);
    if (exact && to_fen(*exact) == start) return std::string(tag);
    if (is_standard && !parse_fen(tag, FenMode::Lenient)) {
        note("tags", fmt::format("found the FEN '{}', expected a position", tag));
        return "";
    }
    return start;
}

// The flag byte is corrected when the moves are known.
void RecordWriter::write_start() {
    const std::string text = fen();
    facts_.has_fen = !text.empty();
    put(facts_.has_fen ? kHasFen : 0);
    if (!facts_.has_fen) return;
    put_text(text);
    put(0);
}

void RecordWriter::write_moves() {
    const bool has_fen = facts_.has_fen;
    lines_.push_back(
        {.lists = has_fen ? PieceLists::at_fen(game_.start) : PieceLists::at_standard_start()});
    write_comment_mark(tree_.annotation(kRootNode).comment);
    using Step = TreeWalk::Step;
    TreeWalk walk(tree_);
    for (Step step = walk.next(); step != Step::End; step = walk.next()) {
        switch (step) {
            case Step::Move:
                write_move(walk.node());
                break;
            case Step::OpenVariation:
                open_variation(walk.node());
                break;
            case Step::CloseVariation:
                put(kVariationEnd);
                lines_.pop_back();
                break;
            case Step::End:
                break;
        }
    }
    put(kGameEnd);
    Line& main_line = lines_.front();
    main_line.lists.play(main_line.last);
    facts_.final_material = material_code(main_line.lists.count_pieces());
    if (has_fen) return;
    facts_.stored_line = stored_line_.code();
    facts_.home_pawns = home_pawns_.pawns();
}

void RecordWriter::write_move(NodeIndex node) {
    Line& line = lines_.back();
    const Move move = tree_.move(node);
    line.lists.play(line.last);
    line.last = move;
    append_move(line.lists, move, out_);
    if (lines_.size() == 1) follow_main_line(move);
    const Annotation& annotation = tree_.annotation(node);
    if (!annotation.empty()) {
        write_nags(annotation.nags);
        write_comment_mark(annotation.comment);
    }
}

void RecordWriter::follow_main_line(Move move) {
    ++facts_.plies;
    stored_line_.play(move);
    home_pawns_.play(move);
    const PieceType promotion = move.promotion();
    facts_.has_promotion |= promotion != PieceType::None;
    facts_.has_underpromotion |= promotion != PieceType::None && promotion != PieceType::Queen;
}

void RecordWriter::write_nags(const std::vector<uint8_t>& nags) {
    size_t written = 0;
    for (const uint8_t nag : nags) {
        if (nag == 0 || written == kMaxNags) continue;
        put(kNag);
        put(nag);
        ++written;
    }
    facts_.nags += static_cast<uint32_t>(written);
    if (written < nags.size()) {
        note("nags", fmt::format("found {} NAGs at a move, expected at most {} and none of them $0",
                                 nags.size(), kMaxNags));
    }
}

void RecordWriter::open_variation(NodeIndex node) {
    ++facts_.variations;
    put(kVariationBegin);
    write_comment_mark(tree_.annotation(node).comment_before);
    const Line opened{.lists = lines_.back().lists};
    lines_.push_back(opened);
}

void RecordWriter::write_comment_mark(const std::string& comment) {
    if (comment.empty()) return;
    ++facts_.comments;
    put(kComment);
    comments_.push_back(&comment);
}

void RecordWriter::write_comments() {
    for (const std::string* comment : comments_) {
        write_comment(*comment);
        put(0);
    }
}

// Breaks words that Scid could not print.
void RecordWriter::write_comment(std::string_view comment) {
    size_t longest = 0;
    while (!comment.empty()) {
        const size_t word_size = std::min(comment.find(' '), comment.size());
        longest = std::max(longest, word_size);
        std::string_view word = comment.substr(0, word_size);
        while (word.size() > kMaxPrintedWord) {
            const std::string_view part = cut_text(word, kMaxPrintedWord);
            put_text(part);
            put(' ');
            word.remove_prefix(part.size());
        }
        put_text(word);
        comment.remove_prefix(word_size);
        const size_t blanks = std::min(comment.find_first_not_of(' '), comment.size());
        put_text(comment.substr(0, blanks));
        comment.remove_prefix(blanks);
    }
    if (longest > kMaxPrintedWord) {
        note("comment_text", fmt::format("found a word of {} bytes in a comment, expected at most "
                                         "{}; it was broken",
                                         longest, kMaxPrintedWord));
    }
}

uint8_t start_flags(const RecordFacts& facts) {
    return static_cast<uint8_t>((facts.has_fen ? kHasFen : 0) |
                                (facts.has_promotion ? kHasPromotion : 0) |
                                (facts.has_underpromotion ? kHasUnderpromotion : 0));
}

}  // namespace

tl::expected<RecordFacts, RecordNote> encode_record(const Game& game,
                                                    std::span<const GameTag* const> extra_tags,
                                                    std::vector<std::byte>& out,
                                                    std::vector<RecordNote>& notes) {
    if (!game.start.has_standard_castling()) {
        return tl::unexpected(RecordNote{
            "chess960", fmt::format("found the start '{}', expected the castling of standard chess",
                                    to_fen(game.start))});
    }
    const size_t begin = out.size();
    RecordWriter writer(game, out, notes);
    writer.write_tags(extra_tags);
    const size_t start_byte = out.size();
    writer.write_start();
    writer.write_moves();
    writer.write_comments();
    const size_t size = out.size() - begin;
    if (size > kMaxRecordBytes) {
        out.resize(begin);
        return tl::unexpected(RecordNote{
            "record_too_long",
            fmt::format("found a game of {} bytes, expected at most {}", size, kMaxRecordBytes)});
    }
    out[start_byte] = std::byte{start_flags(writer.facts())};
    return writer.facts();
}

}  // namespace edge::scid4
