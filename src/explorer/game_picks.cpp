#include "explorer/game_picks.h"

#include <algorithm>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "chess/movegen.h"

namespace edge::explorer {
namespace {

// The few games with the highest keys.
class Highest {
public:
    explicit Highest(size_t limit) : limit_(limit) {}

    void add(uint64_t key, PickedGame game) {
        const Entry entry{key, game};
        if (limit_ == 0 || (entries_.size() == limit_ && !is_before(entry, entries_.back()))) {
            return;
        }
        // A game that left a repeated position by two moves is shown with the first one.
        if (std::ranges::any_of(entries_, [&](const Entry& e) { return e.game.id == game.id; })) {
            return;
        }
        entries_.insert(std::ranges::upper_bound(entries_, entry, is_before), entry);
        if (entries_.size() > limit_) entries_.pop_back();
    }

    std::vector<PickedGame> games() const {
        std::vector<PickedGame> games;
        games.reserve(entries_.size());
        for (const Entry& entry : entries_) games.push_back(entry.game);
        return games;
    }

private:
    struct Entry {
        uint64_t key;
        PickedGame game;
    };
    static bool is_before(const Entry& left, const Entry& right) {
        return std::tie(left.key, left.game.id) > std::tie(right.key, right.game.id);
    }

    size_t limit_;
    std::vector<Entry> entries_;
};

// A count for every month that a packed date can hold.
class MonthCounts {
public:
    explicit MonthCounts(bool wanted) : scores_(wanted ? kMonths : 0) {}

    void add(corpus::Date date, GameResult result) {
        const bool is_known = date.year != 0 && date.month >= 1 && date.month <= 12;
        if (scores_.empty() || !is_known) return;
        scores_[size_t{date.year} * 12 + date.month - 1].add(result);
    }

    std::vector<MonthScore> history() const {
        const auto has_games = [](const corpus::Score& score) { return score.total() != 0; };
        const auto first = std::ranges::find_if(scores_, has_games);
        const auto last = std::find_if(scores_.rbegin(), scores_.rend(), has_games).base();
        std::vector<MonthScore> history;
        for (auto it = first; it < last; ++it) {
            const auto month = static_cast<size_t>(it - scores_.begin());
            history.push_back(
                {{static_cast<uint16_t>(month / 12), static_cast<uint8_t>(month % 12 + 1)}, *it});
        }
        return history;
    }

private:
    static constexpr size_t kMonths = size_t{4096} * 12;  // a year has twelve bits
    std::vector<corpus::Score> scores_;                   // by year * 12 + month - 1
};

class Picker {
public:
    Picker(const corpus::Corpus& corpus, const corpus::GameSet& games, const PickOptions& options)
        : corpus_(corpus),
          games_(games),
          options_(options),
          top_(options.top),
          recent_(options.recent),
          months_(options.history) {}

    // The games of a move, whose edges these are, in order.
    Status visit(std::span<const corpus::SegmentEdge> edges, Move move) {
        shard_ = 0;
        count_ = 0;
        for (const corpus::SegmentEdge& of : edges) {
            const corpus::TreeSegment& segment = corpus_.tree_segments()[of.segment];
            const auto add_list = [&](const auto& list) {
                games_.for_each(list, segment.first_game, [&](uint64_t id) { add({id, move}); });
            };
            EDGE_CHECK(segment.games->visit(of.number, of.edge.total, add_list, add_list));
        }
        if (count_ == 1) only_.push_back(last_);
        return {};
    }

    GamePicks picks() const { return {top_.games(), recent_.games(), only_, months_.history()}; }

private:
    void add(PickedGame game) {
        ++count_;
        last_ = game;
        if (game.id < corpus_.first_id(shard_)) shard_ = 0;  // only in a damaged list
        while (game.id >= corpus_.first_id(shard_ + 1)) ++shard_;
        const HeaderColumns& columns = games_.columns_of(shard_);
        const uint64_t index = game.id - corpus_.first_id(shard_);
        add_top(game, columns.white_elo[index], columns.black_elo[index]);
        const corpus::Date date = corpus::unpack_date(columns.date[index]);
        recent_.add(uint64_t{date.year} << 16 | uint64_t{date.month} << 8 | date.day, game);
        months_.add(date, games_.result_of(game.id));
    }

    void add_top(PickedGame game, uint32_t white, uint32_t black) {
        const uint32_t least = options_.least_average_rating;
        const bool is_rated = white != 0 && black != 0;
        if (least != 0 && (!is_rated || white + black < 2 * least)) return;
        top_.add(is_rated ? white + black : 0, game);
    }

    const corpus::Corpus& corpus_;
    const corpus::GameSet& games_;
    const PickOptions& options_;
    Highest top_;
    Highest recent_;
    MonthCounts months_;
    std::vector<PickedGame> only_;

    // Of the current move:
    uint32_t shard_ = 0;  // of the last game
    uint64_t count_ = 0;
    PickedGame last_;
};

}  // namespace

Result<GamePicks> pick_games(const corpus::Corpus& corpus, const Position& position,
                             const corpus::GameSet& games, const PickOptions& options) {
    if (!corpus.has_tree_games()) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: no tree.games; add it to the corpus", corpus.path()));
    }
    Picker picker(corpus, games, options);
    corpus::EdgeFinder finder(corpus::trees_of(corpus.tree_segments()));
    for (auto left = finder.find(position.hash()); !left.empty();) {
        const corpus::SegmentEdge& first = left.front();
        size_t count = 1;  // of the edges of this move
        while (count < left.size() && left[count].edge.move_id == first.edge.move_id &&
               left[count].segment != left[count - 1].segment) {
            ++count;
        }
        const Move move = Move::from_raw(static_cast<uint16_t>(first.edge.move_id));
        // Another position with the same hash, or damage: explore() leaves such moves out as well.
        if (is_legal(position, move)) EDGE_CHECK(picker.visit(left.first(count), move));
        left = left.subspan(count);
    }
    return picker.picks();
}

}  // namespace edge::explorer
