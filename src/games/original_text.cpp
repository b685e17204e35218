#include "games/original_text.h"

#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "chess/san.h"
#include "codec/pgn/reader.h"

namespace edge::games {
namespace {

constexpr size_t kFirstWindow = size_t{16} << 10;
constexpr size_t kLastWindow = 4 * pgn::kMaxGameBytes;

// Follows the first game of a text and compares it with the stored one.
class GameChecker {
public:
    explicit GameChecker(const StoredGame& game) : game_(game), position_(Position::start()) {}

    void begin_game(size_t at) {
        if (games_++ == 0) starts_here_ = at == 0;
    }
    void tag(const pgn::Tag& tag) {
        if (games_ == 1 && !seen_tag_) first_tag_agrees_ = agrees(tag);
        seen_tag_ = true;
    }
    bool begin_moves() const { return games_ == 1; }
    // Every word takes the slow path, where the reader reports it whole.
    bool move(uint64_t, unsigned) { return false; }
    bool odd_move(std::string_view word, size_t) {
        if (ply_ == game_.moves.plies()) return false;
        const auto move = parse_san(position_, word);
        if (!move || *move != game_.moves.move(ply_)) return false;
        position_.make_move<Maintain::Board>(*move);
        ++ply_;
        return true;
    }
    void result(GameResult) {}
    void end_game(size_t at, pgn::GameEnd) {
        if (games_ == 1 && !end_) end_ = at;
    }
    void drop_game() { --games_; }

    std::optional<size_t> end() const { return end_; }
    bool same_game() const {
        return starts_here_ && first_tag_agrees_ && ply_ == game_.moves.plies();
    }

private:
    bool agrees(const pgn::Tag& tag) const {
        return game_.tags.empty() || find_tag(game_, tag.name) != nullptr;
    }

    const StoredGame& game_;
    Position position_;
    uint32_t ply_ = 0;
    unsigned games_ = 0;
    bool starts_here_ = false;
    bool seen_tag_ = false;
    bool first_tag_agrees_ = true;
    std::optional<size_t> end_;
};
static_assert(pgn::GameVisitor<GameChecker>);

}  // namespace

Result<OriginalText::Place> OriginalText::place_of(uint64_t pgn_offset) const {
    const auto& sources = corpus_.meta().sources;
    uint64_t begin = 0;
    for (size_t i = 0; i < sources.size(); ++i) {
        // A source of unknown size is the last one that can be reached.
        const uint64_t size = sources[i].games.value_or(
            sources[i].size.value_or(std::numeric_limits<uint64_t>::max() - begin));
        if (pgn_offset - begin < size) return Place{i, begin};
        begin += size;
    }
    return fail(
        ErrorCode::NotFound,
        fmt::format("{}/meta: no source.N.path for the text at {}: the corpus does not say where "
                    "its games came from",
                    corpus_.path(), pgn_offset));
}

Result<std::string> OriginalText::text_of(const StoredGame& game) {
    const Place place = EDGE_TRY(place_of(game.header.pgn_offset));
    const corpus::MetaSource& source = corpus_.meta().sources[place.source];
    if (source.path == "-") {
        return fail(
            ErrorCode::NotFound,
            fmt::format("{}/meta: source.{}.path is standard input, which cannot be read again",
                        corpus_.path(), place.source));
    }
    if (source.games) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}/meta: source.{}.path, {}, was not read as PGN text, so that no "
                                "text of game {} can be shown",
                                corpus_.path(), place.source, source.path, game.id));
    }
    if (open_source_ != place.source) {
        text_ = EDGE_TRY(SourceText::open(source.path, source.size, is_cancelled_));
        open_source_ = place.source;
    }
    const uint64_t offset = game.header.pgn_offset - place.begin;
    for (size_t window = kFirstWindow; window <= kLastWindow; window *= 4) {
        const auto [text, at_end] = EDGE_TRY(text_->read(offset, window));
        GameChecker checker(game);
        const auto text_end = at_end ? pgn::TextEnd::EndOfInput : pgn::TextEnd::Anywhere;
        pgn::Reader(text, text_end, true, checker).read(false);
        if (!checker.end() && !at_end) continue;
        if (!checker.end() || !checker.same_game()) break;
        std::string_view found = text.substr(0, *checker.end());
        const size_t last = found.find_last_not_of(" \t\r\n");
        return std::string(found.substr(0, last == std::string_view::npos ? 0 : last + 1));
    }
    return fail(
        ErrorCode::Corrupt,
        fmt::format("{}, offset {}: found no game with the moves of game {}, expected it: the "
                    "source has changed since it was indexed",
                    source.path, offset, game.id));
}

}  // namespace edge::games
