#include "index/block_decoder.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "chess/san.h"
#include "chess/san_decoder.h"
#include "core/count_lines.h"
#include "core/utf8.h"
#include "corpus/format.h"
#include "formats/game_tags.h"

namespace edge::indexing {

using corpus::GameHeader;
using corpus::kHeaderBytes;

namespace {

formats::IssueReason reason_of(SanError error) {
    switch (error) {
        case SanError::Illegal:
            return formats::IssueReason::IllegalMove;
        case SanError::Ambiguous:
            return formats::IssueReason::AmbiguousMove;
        case SanError::NullMove:
            return formats::IssueReason::NullMove;
        case SanError::Unreadable:
            break;
    }
    return formats::IssueReason::UnreadableMove;
}

constexpr size_t kIssueTextBytes = 80;

}  // namespace

class BlockDecoder::Visitor {
public:
    explicit Visitor(const DecodeOptions& options) : options_(options) {}

    void begin_block(const BlockText& block, GameBatch& batch) {
        block_ = &block;
        batch_ = &batch;
        tuples_.clear();
        counted_to_ = 0;
        counted_newlines_ = 0;
    }
    void end_block() {
        batch_->tuples = tuples_.sliced();
        if (!block_->count_newlines) return;
        const bool whole = batch_->end.state == pgn::ReadEnd::State::Clean;
        batch_->newlines = newlines_before(whole ? block_->text.size() : batch_->end.at);
    }

    // ---- a whole game, the `number`-th of those at these places

    void read_game(const ReadGame& read, size_t number, const GamePlaces& places) {
        const Game& game = read.game;
        const bool is_wanted =
            options_.wanted == nullptr || options_.wanted->wants_number(places.first_game + number);
        if (!is_wanted) {
            ++batch_->left_out[static_cast<size_t>(LeftOut::Where)];
            return;
        }
        const size_t games_before = batch_->games.size();
        begin_game(places.of(read, number) - block_->offset);
        number_ = number;
        tags_.add_all(game);
        if (begin_moves()) play_main_line(game.moves);
        result(game.result);
        end_game(game_at_, pgn::GameEnd::Complete);
        if (batch_->games.size() > games_before) count_annotations(read);
    }

    // ---- called by the reader, see codec/pgn/game_visitor.h

    void begin_game(size_t at) {
        game_at_ = at;
        tags_.clear();
        bad_.reset();
        plies_ = 0;
        result_ = GameResult::Unknown;
        record_at_ = batch_->records.size();
        tuples_.begin_game();
    }

    [[gnu::always_inline]] void tag(const pgn::Tag& tag) { tags_.add(tag); }

    bool begin_moves() {
        if (left_out_unread() || tags_.foreign_reason()) return false;
        // Enough for a game of ordinary length, as it must be zeroed; move() makes more room where
        // needed.
        set_room(192);
        decoder_.reset();
        tree_left_ = options_.tree_plies;
        return true;
    }

    [[gnu::always_inline]] bool move(uint64_t word, unsigned length) {
        if (out_ == out_end_) [[unlikely]] {
            if (!make_room()) return false;
        }
        if (tree_left_ != 0) {
            const uint64_t hash = decoder_.position().hash();
            const unsigned clock = decoder_.position().halfmove_clock();
            const Move move = decoder_.play_word<Maintain::BoardAndHash>(word, length);
            if (move.is_none()) return false;
            --tree_left_;
            tuples_.add(hash, clock, move);
            put(move);
        } else {
            const Move move = decoder_.play_word<Maintain::Pieces>(word, length);
            if (move.is_none()) return false;
            put(move);
        }
        return true;
    }

    bool odd_move(std::string_view word, size_t at) {
        if (out_ == out_end_ && !make_room()) {
            note_bad(formats::IssueReason::TooManyPlies, word, at);
            return false;
        }
        const auto move = parse_san(decoder_.position(), word);
        if (!move) {
            note_bad(reason_of(move.error()), word, at);
            return false;
        }
        play(*move);
        return true;
    }

    void result(GameResult result) { result_ = result; }

    void end_game(size_t at, pgn::GameEnd how) {
        if (const auto reason = left_out_unread()) return leave_out(*reason);
        finish_moves();
        if (how == pgn::GameEnd::UnclosedComment)
            note_bad(formats::IssueReason::UnclosedComment, at, "\r\n");
        // The game is ended by a tag, which may be on the same line.
        if (how == pgn::GameEnd::UnclosedVariation) {
            note_bad(formats::IssueReason::UnclosedVariation, at, "\r\n[");
        }
        if (const auto reason = skip_reason(how)) {
            skip(*reason);
        } else {
            keep();
        }
    }

    void drop_game() { roll_back(); }

private:
    struct Bad {
        formats::IssueReason reason;
        std::string text;
        size_t at;
    };

    // ---- whole games

    void play_main_line(const MoveTree& moves) {
        for (NodeIndex node = moves.first_child(kRootNode); node != kNoNode;
             node = moves.first_child(node)) {
            const bool fits = out_ != out_end_ || make_room();
            if (!fits || moves.is_null_move(node)) {
                note_bad(fits ? formats::IssueReason::NullMove : formats::IssueReason::TooManyPlies,
                         "--", game_at_);
                return;
            }
            play(moves.move(node));
        }
    }
    void count_annotations(const ReadGame& read) {
        const MoveTree& moves = read.game.moves;
        bool has_comments = false;
        bool has_nags = false;
        bool has_variations = false;
        for (NodeIndex node = kRootNode; node < moves.size(); ++node) {
            const Annotation& notes = moves.annotation(node);
            has_comments |= !notes.comment.empty() || !notes.comment_before.empty();
            has_nags |= !notes.nags.empty();
            has_variations |= moves.begins_variation(node);
        }
        ConversionReport& report = batch_->reading;
        if (has_comments) report.lose("comments", read.place, "a corpus keeps no comments");
        if (has_nags) report.lose("nags", read.place, "a corpus keeps no NAGs");
        if (has_variations) report.lose("variations", read.place, "a corpus keeps the main line");
    }

    // ---- moves

    void play(Move move) {
        const uint64_t hash = decoder_.position().hash();
        const unsigned clock = decoder_.position().halfmove_clock();
        decoder_.play<Maintain::BoardAndHash>(move);
        if (tree_left_ != 0) {
            --tree_left_;
            tuples_.add(hash, clock, move);
        }
        put(move);
    }

    void set_room(size_t plies) {
        auto& records = batch_->records;
        const size_t used = record_at_ + kHeaderBytes + 2 * plies_;
        records.resize(used + 2 * plies);
        out_ = records.data() + used;
        out_end_ = records.data() + records.size();
    }
    bool make_room() {
        plies_ = plies_so_far();
        if (plies_ >= corpus::kMaxPlies) return false;
        set_room(std::min<size_t>(plies_ + 512, corpus::kMaxPlies - plies_));
        return true;
    }
    uint32_t plies_so_far() const {
        const std::byte* moves = batch_->records.data() + record_at_ + kHeaderBytes;
        return static_cast<uint32_t>((out_ - moves) / 2);
    }
    void finish_moves() {
        if (out_ == nullptr) return;
        plies_ = plies_so_far();
        batch_->records.resize(record_at_ + kHeaderBytes + 2 * size_t{plies_});
        out_ = out_end_ = nullptr;
    }
    [[gnu::always_inline]] void put(Move move) {
        corpus::store(out_, move.raw());
        out_ += 2;
    }

    void note_bad(formats::IssueReason reason, std::string_view text, size_t at) {
        if (bad_) return;
        std::string shown(text.substr(0, kIssueTextBytes));
        if (!is_valid_utf8(shown)) shown = windows1252_to_utf8(shown);
        bad_ = std::make_unique<Bad>(Bad{reason, std::move(shown), at});
    }

    // Quotes the text from there up to one of `ends`: text after that may belong to the next game,
    // and so depend on where the block ends.
    void note_bad(formats::IssueReason reason, size_t at, const char* ends) {
        const std::string_view rest = block_->text.substr(at);
        note_bad(reason, rest.substr(0, rest.find_first_of(ends)), at);
    }

    // ---- choice

    // Why the game is not wanted, when that does not depend on its content.
    std::optional<LeftOut> left_out_unread() const {
        if (batch_->games.size() >= options_.max_games) return LeftOut::MaxGames;
        if (options_.choice == nullptr) return std::nullopt;
        const bool is_wanted = is_in_sample(*options_.choice, block_->offset + game_at_);
        return is_wanted ? std::nullopt : std::optional(LeftOut::Sample);
    }

    bool is_wanted(const GameHeader& header) const {
        if (options_.choice == nullptr || !options_.choice->where) return true;
        const query::GameFilter& where = *options_.choice->where;
        const auto name = [this](uint32_t number) {
            return number == corpus::kNoName ? std::string_view() : batch_->names.name(number);
        };
        std::vector<std::pair<std::string_view, std::string>> tags;
        if (where.wants_tags()) tags = tags_.texts();
        return where.accepts({header, name(header.white_name), name(header.black_name), tags});
    }

    void leave_out(LeftOut reason) {
        ++batch_->left_out[static_cast<size_t>(reason)];
        roll_back();
    }

    // ---- verdict

    std::optional<formats::IssueReason> skip_reason(pgn::GameEnd how) const {
        if (how == pgn::GameEnd::TooLong) return formats::IssueReason::TooLong;
        if (const auto foreign = tags_.foreign_reason()) return foreign;
        if (plies_ == 0) {
            const bool unclosed = bad_ && (bad_->reason == formats::IssueReason::UnclosedComment ||
                                           bad_->reason == formats::IssueReason::UnclosedVariation);
            return bad_ && !unclosed ? formats::IssueReason::BadFirstMove
                                     : formats::IssueReason::NoMoves;
        }
        if (bad_ && options_.bad_games == BadGames::Skip) return formats::IssueReason::BadMove;
        return std::nullopt;
    }

    void skip(formats::IssueReason reason) {
        ++batch_->games_read;
        std::string text;
        if (reason == formats::IssueReason::Variant ||
            reason == formats::IssueReason::CustomStart) {
            text = tags_.foreign_text();
        }
        size_t at = game_at_;
        if (bad_ != nullptr) {
            at = bad_->at;
            if (reason == formats::IssueReason::BadFirstMove ||
                reason == formats::IssueReason::BadMove) {
                text = bad_->text;
            }
        }
        add_issue(reason, std::move(text), at);
        roll_back();
    }

    void keep() {
        GameHeader header;
        header.pgn_offset = block_->offset + game_at_;
        header.plies = plies_;
        tags_.read_into(header, batch_->names);
        if (header.result == GameResult::Unknown) header.result = result_;
        if (!is_wanted(header)) return leave_out(LeftOut::Where);
        ++batch_->games_read;
        tuples_.finish_game(static_cast<uint32_t>(batch_->games.size()), header.result);

        GameBatch::Game game{};
        if (options_.extra) {
            const size_t values_at = batch_->tag_values.size();
            const bool has_shape_before = tags_.store(header, batch_->names, batch_->tag_values);
            game.same_shape = has_shape_before && !batch_->games.empty();
            if (!game.same_shape) batch_->tag_shapes.append(tags_.shape());
            game.shape_bytes = static_cast<uint32_t>(tags_.shape().size());
            game.value_bytes = static_cast<uint32_t>(batch_->tag_values.size() - values_at);
        }
        corpus::encode_header(header, batch_->records.data() + record_at_);
        game.record_bytes = static_cast<uint32_t>(batch_->records.size() - record_at_);
        batch_->games.push_back(game);
        if (options_.line_breaks) batch_->newlines_before.push_back(newlines_before(game_at_));
        batch_->plies += plies_;
        if (bad_) {
            ++batch_->truncated;
            add_issue(bad_->reason, bad_->text, bad_->at);
        }
    }

    void roll_back() {
        batch_->records.resize(record_at_);
        tuples_.drop_game();
        out_ = out_end_ = nullptr;
    }

    // ---- issues

    void add_issue(formats::IssueReason reason, std::string text, size_t at) {
        ++batch_->issue_counts[static_cast<size_t>(reason)];
        batch_->issues.push_back({reason, block_->offset + game_at_, block_->offset + at,
                                  newlines_before(at), plies_, std::move(text), tags_.white(),
                                  tags_.black()});
    }
    // Continues counting from the last position asked for. A whole game counts as a line.
    uint64_t newlines_before(size_t at) {
        if (block_->text.data() == nullptr) return number_;
        if (at < counted_to_) counted_to_ = counted_newlines_ = 0;
        const std::string_view uncounted = block_->text.substr(counted_to_, at - counted_to_);
        counted_newlines_ += count_newlines(uncounted);
        counted_to_ = at;
        return counted_newlines_;
    }

    DecodeOptions options_;
    const BlockText* block_ = nullptr;
    GameBatch* batch_ = nullptr;
    tree::TupleCollector tuples_;
    size_t counted_to_ = 0;
    uint64_t counted_newlines_ = 0;

    // Of the game being read:
    SanDecoder decoder_;
    std::byte* out_ = nullptr;  // where the next move goes; null before begin_moves
    std::byte* out_end_ = nullptr;
    uint32_t tree_left_ = 0;
    uint32_t plies_ = 0;  // valid after finish_moves
    size_t game_at_ = 0;
    size_t number_ = 0;  // of a whole game
    size_t record_at_ = 0;
    GameResult result_ = GameResult::Unknown;
    formats::GameTags tags_;
    std::unique_ptr<Bad> bad_;
};

BlockDecoder::BlockDecoder(const DecodeOptions& options)
    : visitor_(std::make_unique<Visitor>(options)) {}
BlockDecoder::~BlockDecoder() = default;
BlockDecoder::BlockDecoder(BlockDecoder&&) noexcept = default;

void BlockDecoder::decode(const BlockText& block, GameBatch& batch) {
    static_assert(pgn::GameVisitor<Visitor>);
    batch.clear();
    visitor_->begin_block(block, batch);
    pgn::Reader reader(block.text, block.end, block.begins_source, *visitor_);
    batch.end = reader.read(block.lost);
    visitor_->end_block();
}

void BlockDecoder::decode(std::span<const ReadGame> games, const GamePlaces& places,
                          GameBatch& batch) {
    batch.clear();
    BlockText nowhere;
    nowhere.offset = places.begin;
    visitor_->begin_block(nowhere, batch);
    for (size_t i = 0; i < games.size(); ++i) visitor_->read_game(games[i], i, places);
    visitor_->end_block();
    batch.newlines = games.size();
}

void GameBatch::clear() {
    games.clear();
    records.clear();
    names.clear();
    tag_shapes.clear();
    tag_values.clear();
    tuples = {};
    games_read = plies = truncated = newlines = 0;
    issue_counts = {};
    issues.clear();
    newlines_before.clear();
    places.clear();
    left_out = {};
    reading = {};
    end = {};
}

}  // namespace edge::indexing
