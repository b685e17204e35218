#include "explorer/news.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "core/damage.h"
#include "corpus/replay.h"
#include "explorer/first_played.h"
#include "query/headers/header_rules.h"
#include "query/scan/blocks.h"

namespace edge::explorer {
namespace {

// A move that leads out of the repertoire.
struct WayOut {
    uint32_t entry = Repertoire::kNone;
    Move move;

    uint64_t key() const { return uint64_t{entry} << 16 | move.raw(); }
    static WayOut of_key(uint64_t key) {
        return {static_cast<uint32_t>(key >> 16),
                Move::from_raw(static_cast<uint16_t>(key & 0xFFFF))};
    }
};

// The games that left by one way out.
struct Played {
    uint64_t games = 0;  // that are reported and left by it
    corpus::Score score;
    FirstPlayed first;  // of the whole corpus

    Played& operator+=(const Played& other) {
        games += other.games;
        score += other.score;
        first.add(other.first);
        return *this;
    }
};

// A game on the way to becoming a LeftGame.
struct Leaver {
    uint32_t date = 0;  // a date_order
    uint64_t id = 0;
    uint32_t ply = 0;
    WayOut way;
};

bool is_later(const Leaver& a, const Leaver& b) {
    return std::tuple(b.date, a.id) < std::tuple(a.date, b.id);
}

// The latest of many, without storing all.
class Latest {
public:
    void add(const Leaver& leaver, size_t limit) {
        if (limit == 0) return;
        kept_.push_back(leaver);
        if (kept_.size() >= 2 * limit + kSlack) cut(limit);
    }
    void add(const Latest& other, size_t limit) {
        for (const Leaver& leaver : other.kept_) add(leaver, limit);
    }
    std::vector<Leaver> take(size_t limit) {
        cut(limit);
        return std::move(kept_);
    }

private:
    static constexpr size_t kSlack = 16;
    void cut(size_t limit) {
        std::ranges::sort(kept_, is_later);
        if (kept_.size() > limit) kept_.resize(limit);
    }
    std::vector<Leaver> kept_;
};

// The results of one thread.
struct Found {
    uint64_t chosen = 0;
    uint64_t without_date = 0;
    uint64_t entered = 0;
    uint64_t left_by_owner = 0;
    std::vector<LineNews> lines;                  // the numbers only
    std::vector<Latest> leavers;                  // by line
    std::unordered_map<uint64_t, Played> played;  // by WayOut::key
};

// The path of one game through the repertoire.
struct Walk {
    std::vector<uint32_t> lines;                        // entered, each once
    std::vector<std::pair<WayOut, uint32_t>> ways_out;  // taken, with their plies
    // From the last position of the repertoire; no entry when there was none, no move when the game
    // ended there.
    WayOut last;
    uint32_t last_ply = 0;

    // Sees the positions of a game in order, with the moves played from them.
    void visit(const Repertoire& repertoire, uint32_t ply, uint64_t hash, Move move) {
        const bool was_inside = last.entry != Repertoire::kNone && ply == last_ply + 1;
        const uint32_t entry = repertoire.find(hash);
        if (entry == Repertoire::kNone) {
            if (was_inside) ways_out.emplace_back(last, last_ply);
            return;
        }
        last = {entry, move};
        last_ply = ply;
        const uint32_t line = repertoire.entries()[entry].line;
        if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
    }
};

class Scan {
public:
    Scan(const corpus::Corpus& corpus, const Repertoire& repertoire, const NewsOptions& options)
        : corpus_(corpus), repertoire_(repertoire), options_(options) {}

    Status add_game(uint64_t id, corpus::GamePlace place, const corpus::GameView& view,
                    Found& found) const;
    void merge(const Found& from, Found& into) const;
    Result<News> report(Found& found) const;

private:
    Result<Walk> walk(corpus::GamePlace place, const corpus::GameView& view) const;
    bool is_chosen(const corpus::GameHeader& header, Found& found) const;
    bool was_left_by_owner(const Walk& walk) const;
    void count_game(uint64_t id, const corpus::GameHeader& header, const Walk& walk,
                    Found& found) const;
    Result<NewsGame> named(uint64_t id, uint32_t ply) const;

    const corpus::Corpus& corpus_;
    const Repertoire& repertoire_;
    const NewsOptions& options_;
};

bool Scan::is_chosen(const corpus::GameHeader& header, Found& found) const {
    if (header.white_elo < options_.min_elo || header.black_elo < options_.min_elo) return false;
    if (options_.since) {
        const corpus::Date since = *options_.since;
        if (!query::date_holds(header.date, query::Relation::GreaterEqual, since)) {
            const bool is_earlier = query::date_holds(header.date, query::Relation::Less, since);
            found.without_date += is_earlier ? 0 : 1;
            return false;
        }
    }
    ++found.chosen;
    return true;
}

Result<Walk> Scan::walk(corpus::GamePlace place, const corpus::GameView& view) const {
    Walk walk;
    Position position = Position::start();
    for (uint32_t ply = 0; ply < view.plies(); ++ply) {
        const Move move = view.move(ply);
        walk.visit(repertoire_, ply, position.hash(), move);
        if (std::popcount(position.occupied()) < repertoire_.fewest_pieces()) return walk;
        if (!corpus::is_playable(position, move)) {
            const corpus::Shard& shard = corpus_.shard(place.shard);
            const auto record = static_cast<uint64_t>(view.record() - shard.moves_bytes().data());
            return corrupt(shard.moves_path(), record + corpus::kHeaderBytes + 2 * uint64_t{ply},
                           fmt::format("found the move {:#06x} at ply {}, expected a legal one",
                                       move.raw(), ply));
        }
        position.make_move<Maintain::BoardAndHash>(move);
    }
    walk.visit(repertoire_, view.plies(), position.hash(), Move());
    return walk;
}

Status Scan::add_game(uint64_t id, corpus::GamePlace place, const corpus::GameView& view,
                      Found& found) const {
    const corpus::GameHeader header = view.header();
    bool is_reported = is_chosen(header, found);
    const Walk walk = EDGE_TRY(this->walk(place, view));
    if (is_reported && was_left_by_owner(walk)) {
        ++found.left_by_owner;
        is_reported = false;
    }
    for (const auto& [way, ply] : walk.ways_out) {
        const bool left_so = is_reported && ply == walk.last_ply;
        found.played[way.key()].first.add({date_order(header.date), id, ply, left_so});
    }
    if (is_reported && walk.last.entry != Repertoire::kNone) count_game(id, header, walk, found);
    return {};
}

bool Scan::was_left_by_owner(const Walk& walk) const {
    if (!options_.color || walk.last.entry == Repertoire::kNone) return false;
    const Repertoire::Entry& entry = repertoire_.entries()[walk.last.entry];
    return !walk.last.move.is_none() && !entry.moves.empty() &&
           entry.position.side_to_move() == *options_.color;
}

void Scan::count_game(uint64_t id, const corpus::GameHeader& header, const Walk& walk,
                      Found& found) const {
    const Repertoire::Entry& entry = repertoire_.entries()[walk.last.entry];
    ++found.entered;
    for (const uint32_t line : walk.lines) {
        ++found.lines[line].entered;
        if (line != entry.line) ++found.lines[line].went_on;
    }
    found.leavers[entry.line].add({date_order(header.date), id, walk.last_ply, walk.last},
                                  options_.games_per_line);
    LineNews& line = found.lines[entry.line];
    if (walk.last.move.is_none()) {
        ++line.ended;
        return;
    }
    if (entry.moves.empty()) {
        ++line.past_the_end;
    } else if (entry.position.side_to_move() == Color::White) {
        ++line.left_by_white;
    } else {
        ++line.left_by_black;
    }
    Played& played = found.played[walk.last.key()];
    ++played.games;
    played.score.add(header.result);
}

void Scan::merge(const Found& from, Found& into) const {
    into.chosen += from.chosen;
    into.without_date += from.without_date;
    into.entered += from.entered;
    into.left_by_owner += from.left_by_owner;
    for (size_t i = 0; i < from.lines.size(); ++i) {
        into.lines[i].entered += from.lines[i].entered;
        into.lines[i].went_on += from.lines[i].went_on;
        into.lines[i].left_by_white += from.lines[i].left_by_white;
        into.lines[i].left_by_black += from.lines[i].left_by_black;
        into.lines[i].past_the_end += from.lines[i].past_the_end;
        into.lines[i].ended += from.lines[i].ended;
        into.leavers[i].add(from.leavers[i], options_.games_per_line);
    }
    for (const auto& [key, played] : from.played) into.played[key] += played;
}

Result<NewsGame> Scan::named(uint64_t id, uint32_t ply) const {
    const corpus::GameView view = EDGE_TRY(corpus_.game(id));
    const corpus::Shard& shard = corpus_.shard(corpus_.locate(id).shard);
    const corpus::GameHeader header = view.header();
    return NewsGame{.game_id = id,
                    .white = std::string(EDGE_TRY(shard.name(header.white_name))),
                    .black = std::string(EDGE_TRY(shard.name(header.black_name))),
                    .white_elo = header.white_elo,
                    .black_elo = header.black_elo,
                    .date = header.date,
                    .result = header.result,
                    .ply = ply};
}

Result<News> Scan::report(Found& found) const {
    News news;
    news.games = corpus_.game_count();
    news.chosen = found.chosen;
    news.without_date = found.without_date;
    news.entered = found.entered;
    news.left_by_owner = found.left_by_owner;
    news.lines = std::move(found.lines);
    // Another position with the same hash, or damage: either way not an answer to this question.
    const auto is_possible = [this](const WayOut& way) {
        return is_legal(repertoire_.entries()[way.entry].position, way.move);
    };
    for (const auto& [key, played] : found.played) {
        if (played.games == 0) continue;
        const WayOut way = WayOut::of_key(key);
        const Repertoire::Entry& entry = repertoire_.entries()[way.entry];
        if (!is_possible(way)) {
            news.warnings.push_back(
                fmt::format("{}: move {:#06x} of {} games is not legal, left out",
                            to_fen(entry.position), way.move.raw(), played.games));
            continue;
        }
        Departure departure{
            .entry = way.entry, .move = way.move, .games = played.games, .score = played.score};
        if (const FirstPlayed::PlayedGame* const first = played.first.novelty()) {
            departure.novelty = EDGE_TRY(named(first->id, first->ply));
        }
        news.lines[entry.line].departures.push_back(std::move(departure));
    }
    std::ranges::sort(news.warnings);
    for (size_t i = 0; i < news.lines.size(); ++i) {
        LineNews& line = news.lines[i];
        // Where the owner is known, all deviations are the opponents', and news to the owner.
        const auto comes_later = [this](const Departure& departure) {
            return options_.color && repertoire_.entries()[departure.entry].moves.empty();
        };
        std::ranges::sort(line.departures, [&](const Departure& a, const Departure& b) {
            return std::tuple(comes_later(a), b.games, a.entry, a.move.raw()) <
                   std::tuple(comes_later(b), a.games, b.entry, b.move.raw());
        });
        for (const Leaver& leaver : found.leavers[i].take(options_.games_per_line)) {
            if (!leaver.way.move.is_none() && !is_possible(leaver.way)) continue;
            line.games.push_back(
                {leaver.way.entry, leaver.way.move, EDGE_TRY(named(leaver.id, leaver.ply))});
        }
        news.lines_entered += line.entered > 0 ? 1 : 0;
        news.novelties += novelties_of(line).size();
    }
    return news;
}

}  // namespace

std::vector<const Departure*> novelties_of(const LineNews& line) {
    std::vector<const Departure*> novelties;
    for (const Departure& departure : line.departures) {
        if (departure.novelty) novelties.push_back(&departure);
    }
    std::ranges::sort(novelties, [](const Departure* a, const Departure* b) {
        return std::tuple(date_order(b->novelty->date), a->novelty->game_id) <
               std::tuple(date_order(a->novelty->date), b->novelty->game_id);
    });
    return novelties;
}

Result<News> find_news(const corpus::Corpus& corpus, const Repertoire& repertoire,
                       const NewsOptions& options, const query::RunOptions& run) {
    const std::vector<query::Block> blocks = query::blocks_of(corpus);
    const Scan scan(corpus, repertoire, options);
    const size_t line_count = repertoire.lines().size();
    std::vector<Found> found(std::max(1U, run.threads));
    for (Found& part : found) {
        part.lines.resize(line_count);
        part.leavers.resize(line_count);
    }
    const auto work = [&](unsigned thread, size_t number) -> Status {
        const query::Block& block = blocks[number];
        const uint64_t first = corpus.first_id(block.shard) + block.first;
        return corpus::for_each_game(
            corpus, first, first + block.games,
            [&](uint64_t id, corpus::GamePlace place, const corpus::GameView& view) {
                return scan.add_game(id, place, view, found[thread]);
            });
    };
    const auto games_of = [&blocks](size_t number) { return uint64_t{blocks[number].games}; };
    EDGE_CHECK(query::run_blocks(blocks.size(), run, games_of, work));
    for (size_t i = 1; i < found.size(); ++i) scan.merge(found[i], found[0]);
    return scan.report(found[0]);
}

}  // namespace edge::explorer
