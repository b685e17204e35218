#include "codec/scid4/record_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "codec/scid4/move_codes.h"
#include "codec/scid4/piece_lists.h"
#include "codec/scid4/record_layout.h"
#include "codec/scid4/stored_text.h"
#include "core/byte_cursor.h"

namespace edge::scid4 {
namespace {

// Variations nested deeper than this are left out; every level costs some hundred bytes.
constexpr size_t kMaxVariationDepth = 1 << 14;

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Castling wherever king and rook are at home.
std::string castling_at_home(const Position& position) {
    std::string field;
    for (const Color color : {Color::White, Color::Black}) {
        const unsigned rank = color == Color::White ? 0 : 7;
        if (position.king(color) != make_square(4, rank)) continue;
        for (const unsigned wing : {kKingSide, kQueenSide}) {
            const Square corner = make_square(wing == kKingSide ? 7 : 0, rank);
            if (position.piece_on(corner) != make_piece(color, PieceType::Rook)) continue;
            field += std::string_view("KQkq")[castling_index(color, wing)];
        }
    }
    return field.empty() ? "-" : field;
}

// As Scid reads it: a FEN that ends before the castling field does not rule out castling.
tl::expected<Position, FenError> parse_start(std::string_view fen) {
    auto start = parse_fen(fen, FenMode::Lenient);
    const bool ends_early = std::ranges::count(fen, ' ') == 1;
    if (!start || !ends_early) return start;
    return parse_fen(fmt::format("{} {}", fen, castling_at_home(*start)), FenMode::Lenient);
}

std::string finding(uint64_t offset, std::string_view found, std::string_view expected) {
    return fmt::format("the game record, offset {}: found {}, expected {}", offset, found,
                       expected);
}

tl::unexpected<Error> corrupt(uint64_t offset, std::string_view found, std::string_view expected) {
    return fail(ErrorCode::Corrupt, finding(offset, found, expected));
}

class RecordReader {
public:
    RecordReader(std::span<const std::byte> record, Game& game, std::vector<RecordNote>& notes)
        : in_(record, "the game record"), game_(game), tree_(game.moves), notes_(notes) {}

    Status read_tags();
    Status read_start();
    Status read_moves();
    Status read_comments();

private:
    // A line being read: the main line, or a variation that has not ended.
    struct Line {
        NodeIndex node;     // of the last move; until it has one, the node before it
        Position position;  // before the last move, where variations on it begin
        PieceLists lists;   // likewise
        Move last = {};
        bool has_moves = false;
        NodeIndex varied = kNoNode;  // the move that a variation is an alternative to
        bool ended = false;          // by a bad move: the rest is skipped
        size_t first_comment = 0;    // in comments_, of those after the line's beginning
    };
    // The node that gets the text of a comment mark.
    struct CommentPlace {
        NodeIndex node;  // kNoNode: nowhere
        bool before = false;
    };

    Result<std::string> read_tag_name(uint8_t code);
    Status read_move(uint8_t byte);
    Status read_nag();
    Status open_variation();
    Status close_variation();
    void mark_comment();
    // Moves the comments from that one on to another node.
    void place_comments(size_t first, CommentPlace place);
    void add_move(Move move);
    void play_last_move();
    // True inside a part that is left out, whose marks must still be followed.
    bool is_skipping() const { return skipped_depth_ > 0 || lines_.back().ended; }

    Result<uint8_t> read_byte(std::string_view what) { return in_.read<uint8_t>(what); }
    Result<std::string_view> read_text(uint64_t size, std::string_view what) {
        return as_text(EDGE_TRY(in_.read_bytes(size, what)));
    }
    Result<std::string_view> read_terminated_text(std::string_view what);
    void note(std::string_view kind, std::string text) {
        notes_.push_back({kind, std::move(text)});
    }

    ByteCursor in_;
    Game& game_;
    MoveTree& tree_;
    std::vector<RecordNote>& notes_;
    std::vector<Line> lines_;
    size_t skipped_depth_ = 0;  // of variations nested in those that are kept
    std::vector<CommentPlace> comments_;
    bool chess960_ = false;
    bool has_fen_ = false;
};

Status RecordReader::read_tags() {
    while (true) {
        const uint8_t code = EDGE_TRY(read_byte("a tag or the end of the tags"));
        if (code == kTagsEnd) return {};
        if (code == kOldEventDate) {
            EDGE_CHECK(in_.skip(kOldEventDateBytes, "an event date"));
            continue;
        }
        std::string name = EDGE_TRY(read_tag_name(code));
        const uint8_t size = EDGE_TRY(read_byte("the length of a tag"));
        const std::string_view value = EDGE_TRY(read_text(size, "the value of a tag"));
        if (!name.empty()) game_.tags.push_back({std::move(name), stored_text(value)});
    }
}

// Empty for a code without a meaning.
Result<std::string> RecordReader::read_tag_name(uint8_t code) {
    if (code <= kMaxTagName) return stored_text(EDGE_TRY(read_text(code, "the name of a tag")));
    const size_t i = code - kFirstTagCode;
    return std::string(i < kCodedTags.size() ? kCodedTags[i] : std::string_view());
}

Status RecordReader::read_start() {
    const uint8_t flags = EDGE_TRY(read_byte("the flags of the game"));
    has_fen_ = (flags & kHasFen) != 0;
    if (!has_fen_) return {};
    const uint64_t offset = in_.offset();
    const std::string_view fen = EDGE_TRY(read_terminated_text("the start position"));
    const auto start = parse_start(fen);
    if (!start) {
        return corrupt(offset, fmt::format("the FEN '{}'", stored_text(fen)), "a legal position");
    }
    game_.start = *start;
    game_.tags.push_back({"FEN", std::string(fen)});
    chess960_ = !start->has_standard_castling();
    return {};
}

Status RecordReader::read_moves() {
    lines_.push_back(
        {.node = kRootNode,
         .position = game_.start,
         .lists = has_fen_ ? PieceLists::at_fen(game_.start) : PieceLists::at_standard_start()});
    while (true) {
        const uint64_t offset = in_.offset();
        const uint8_t byte = EDGE_TRY(read_byte("the end of the game"));
        switch (byte) {
            case kNag:
                EDGE_CHECK(read_nag());
                break;
            case kComment:
                mark_comment();
                break;
            case kVariationBegin:
                EDGE_CHECK(open_variation());
                break;
            case kVariationEnd:
                EDGE_CHECK(close_variation());
                break;
            case kGameEnd:
                if (lines_.size() == 1 && skipped_depth_ == 0) return {};
                return corrupt(offset, "the end of the game", "the end of a variation before it");
            default:
                if (!is_skipping()) EDGE_CHECK(read_move(byte));
                break;
        }
    }
}

Status RecordReader::read_move(uint8_t byte) {
    const uint64_t offset = in_.offset() - 1;
    play_last_move();
    Line& line = lines_.back();
    uint8_t second = 0;
    if (has_second_byte(line.lists, line.position.side_to_move(), byte)) {
        second = EDGE_TRY(read_byte("the target of a queen"));
    }
    const auto move = decode_move(line.position, line.lists, byte, second);
    if (!move) {
        return corrupt(offset, fmt::format("move byte {:02x}", byte), expected_text(move.error()));
    }
    if (may_play(line.position, *move)) {
        add_move(*move);
    } else {
        line.ended = true;
        note("illegal_moves", finding(offset, fmt::format("move byte {:02x}", byte),
                                      "a legal move; the line ends there"));
    }
    return {};
}

// Variations on a move begin before it, so it is played only when the next one comes.
void RecordReader::play_last_move() {
    Line& line = lines_.back();
    if (!line.has_moves) return;
    const Move move = line.last;
    if (move.is_castling() && chess960_) {
        const unsigned wing = file_of(move.to()) == 6 ? kKingSide : kQueenSide;
        line.lists.castle(castling_squares(line.position, wing));
    } else {
        line.lists.play(move);
    }
    if (move.is_none() || chess960_) {
        play_move(line.position, move);
    } else {
        line.position.make_move<Maintain::Pieces>(move);
    }
}

void RecordReader::add_move(Move move) {
    Line& line = lines_.back();
    const bool begins_variation = !line.has_moves && line.varied != kNoNode;
    line.node =
        begins_variation ? tree_.add_variation(line.varied, move) : tree_.add(line.node, move);
    line.last = move;
    if (line.has_moves) return;
    line.has_moves = true;
    if (lines_.size() > 1) place_comments(line.first_comment, {line.node, true});
}

Status RecordReader::read_nag() {
    const uint8_t nag = EDGE_TRY(read_byte("a NAG"));
    if (is_skipping()) return {};
    if (nag != 0 && lines_.back().has_moves) {
        tree_.annotate(lines_.back().node).nags.push_back(nag);
    } else {
        note("nags", finding(in_.offset() - 1, fmt::format("NAG {}", nag), "a NAG of a move"));
    }
    return {};
}

Status RecordReader::open_variation() {
    const uint64_t offset = in_.offset() - 1;
    const bool is_too_deep = lines_.size() > kMaxVariationDepth;
    if (is_skipping() || is_too_deep) {
        if (!is_skipping()) {
            note("variations", finding(offset, "a variation inside too many others",
                                       fmt::format("at most {}", kMaxVariationDepth)));
        }
        ++skipped_depth_;
        return {};
    }
    const Line& line = lines_.back();
    if (!line.has_moves) return corrupt(offset, "a variation", "a move before it");
    const Line opened{.node = tree_.parent(line.node),
                      .position = line.position,
                      .lists = line.lists,
                      .varied = line.node,
                      .first_comment = comments_.size()};
    lines_.push_back(opened);
    return {};
}

Status RecordReader::close_variation() {
    const uint64_t offset = in_.offset() - 1;
    if (skipped_depth_ > 0) {
        --skipped_depth_;
        return {};
    }
    if (lines_.size() == 1) return corrupt(offset, "the end of a variation", "a variation");
    const Line& closed = lines_.back();
    if (!closed.has_moves) {
        // Annotations without a move belong to the move that the variation would have replaced.
        place_comments(closed.first_comment, {lines_[lines_.size() - 2].node, false});
        if (!closed.ended) {
            note("variations", finding(offset, "a variation without moves", "a move in it"));
        }
    }
    lines_.pop_back();
    return {};
}

void RecordReader::mark_comment() {
    comments_.push_back({is_skipping() ? kNoNode : lines_.back().node, false});
}

void RecordReader::place_comments(size_t first, CommentPlace place) {
    for (size_t i = first; i < comments_.size(); ++i) {
        if (comments_[i].node != kNoNode) comments_[i] = place;
    }
}

Status RecordReader::read_comments() {
    for (const CommentPlace& place : comments_) {
        const std::string comment =
            comment_text(EDGE_TRY(read_terminated_text("the text of a comment")));
        if (comment.empty() || place.node == kNoNode) continue;
        Annotation& annotation = tree_.annotate(place.node);
        std::string& to = place.before ? annotation.comment_before : annotation.comment;
        if (!to.empty()) to += ' ';
        to += comment;
    }
    const uint64_t offset = in_.offset();
    if (std::ranges::find(in_.rest(), std::byte{0}) != in_.rest().end()) {
        note("comments", finding(offset, "a text without a mark", "the end of the record"));
    }
    return {};
}

Result<std::string_view> RecordReader::read_terminated_text(std::string_view what) {
    const auto rest = in_.rest();
    const auto end = std::ranges::find(rest, std::byte{0});
    if (end == rest.end()) {
        return corrupt(in_.offset(), "no zero byte", fmt::format("one after {}", what));
    }
    const std::string_view text =
        EDGE_TRY(read_text(static_cast<uint64_t>(end - rest.begin()), what));
    EDGE_CHECK(in_.skip(1, what));
    return text;
}

}  // namespace

Status decode_record(std::span<const std::byte> record, Game& game,
                     std::vector<RecordNote>& notes) {
    RecordReader reader(record, game, notes);
    EDGE_CHECK(reader.read_tags());
    EDGE_CHECK(reader.read_start());
    EDGE_CHECK(reader.read_moves());
    return reader.read_comments();
}

}  // namespace edge::scid4
