#include "explorer/lichess_games.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/fold.h"
#include "corpus/bitmap_layout.h"
#include "corpus/cols_writer.h"
#include "query/headers/time_class.h"

namespace edge::explorer {
namespace {

constexpr uint16_t kLeastTopGroup = 2000;

bool has(unsigned set, unsigned number) { return (set >> number & 1) != 0; }

// How a date compares to a bound; nothing when it lacks a part that the bound has.
std::optional<std::strong_ordering> compare(corpus::Date date, Month bound) {
    if (date.year == 0) return std::nullopt;
    if (date.year != bound.year) return date.year <=> bound.year;
    if (bound.month == 0) return std::strong_ordering::equal;
    if (date.month == 0) return std::nullopt;
    return date.month <=> bound.month;
}

bool is_between(corpus::Date date, const LichessFilter& filter) {
    if (filter.since) {
        const auto order = compare(date, *filter.since);
        if (!order || *order < 0) return false;
    }
    if (filter.until) {
        const auto order = compare(date, *filter.until);
        if (!order || *order > 0) return false;
    }
    return true;
}

// The tests of a filter over the games of one shard, except modes.
class ShardFilter {
public:
    static Result<ShardFilter> of(const LichessFilter& filter, const corpus::Shard& shard,
                                  const HeaderColumns& columns) {
        ShardFilter tests(filter, columns);
        if (filter.player) EDGE_CHECK(tests.find_names(shard));
        return tests;
    }

    bool accepts(uint32_t game) const {
        return accepts_player(game) && accepts_speed(game) && accepts_ratings(game) &&
               is_between(corpus::unpack_date(columns_.date[game]), filter_);
    }

private:
    ShardFilter(const LichessFilter& filter, const HeaderColumns& columns)
        : filter_(filter), columns_(columns) {}

    // Names that differ only in case are several entries of the dictionary.
    Status find_names(const corpus::Shard& shard) {
        const std::string wanted = folded(filter_.player->name);
        is_wanted_name_.resize(shard.name_count());
        for (uint32_t i = 0; i < shard.name_count(); ++i) {
            is_wanted_name_[i] = folded(EDGE_TRY(shard.name(i))) == wanted;
        }
        return {};
    }

    bool accepts_player(uint32_t game) const {
        if (!filter_.player) return true;
        const uint32_t name = filter_.player->color == Color::White ? columns_.white_name[game]
                                                                    : columns_.black_name[game];
        return name < is_wanted_name_.size() && is_wanted_name_[name];
    }

    bool accepts_speed(uint32_t game) const {
        if (filter_.speeds == LichessFilter::kAllSpeeds) return true;
        const auto control = query::unpack_time_control(columns_.packed1[game]);
        return has(filter_.speeds, static_cast<unsigned>(query::speed_of(control)));
    }

    bool accepts_ratings(uint32_t game) const {
        if (filter_.rating_groups == LichessFilter::kAllRatings) return true;
        const uint32_t white = columns_.white_elo[game];
        const uint32_t black = columns_.black_elo[game];
        if (white == 0 || black == 0) return false;
        return has(filter_.rating_groups, rating_group_of((white + black) / 2));
    }

    const LichessFilter& filter_;
    const HeaderColumns& columns_;
    std::vector<bool> is_wanted_name_;  // by the name's number
};

// How many games are tested between two checks for cancelling.
constexpr uint32_t kHeadersAtOnce = 1U << 16;
constexpr size_t kTagsAtOnce = 1024;

Status check_wanted(const query::RunOptions& options, uint64_t games_done) {
    if (!options.on_progress || options.on_progress(games_done)) return {};
    return fail(ErrorCode::Cancelled, "cancelled");
}

// Removes the games of other modes. Without tags no mode is known.
Status keep_modes(const corpus::Shard& shard, uint8_t modes, const query::RunOptions& options,
                  std::vector<uint32_t>& games) {
    auto extra = EDGE_TRY(shard.open_extra());
    std::vector<uint32_t> kept;
    if (extra) {
        for (size_t i = 0; i < games.size(); ++i) {
            const uint32_t game = games[i];
            if (i % kTagsAtOnce == 0) EDGE_CHECK(check_wanted(options, game));
            const auto tags = EDGE_TRY(extra->tags(game));
            const auto event = std::ranges::find(tags, "Event", &corpus::ExtraTag::name);
            if (event == tags.end() || !event->text) continue;
            const auto mode = static_cast<unsigned>(game_mode_of(*event->text));
            if (has(modes, mode)) kept.push_back(game);
        }
    }
    games = std::move(kept);
    return {};
}

Result<std::vector<uint32_t>> find_in_shard(const corpus::Shard& shard, const LichessFilter& filter,
                                            const query::RunOptions& options) {
    std::vector<std::byte> made;  // backs the columns of a shard without N.cols
    HeaderColumns columns;
    if (shard.columns() != nullptr) {
        columns = *shard.columns();
    } else {
        made = EDGE_TRY(corpus::build_header_columns(shard));
        columns =
            EDGE_TRY(corpus::parse_header_columns(made, shard.cols_path(), shard.game_count()));
    }
    const auto tests = EDGE_TRY(ShardFilter::of(filter, shard, columns));
    std::vector<uint32_t> games;
    for (uint32_t game = 0; game < shard.game_count(); ++game) {
        if (game % kHeadersAtOnce == 0) EDGE_CHECK(check_wanted(options, game));
        if (tests.accepts(game)) games.push_back(game);
    }
    if (filter.modes != LichessFilter::kAllModes) {
        EDGE_CHECK(keep_modes(shard, filter.modes, options, games));
    }
    return games;
}

std::string bound_text(const std::optional<Month>& bound) {
    return bound ? fmt::format("{}-{}", bound->year, bound->month) : "";
}

}  // namespace

unsigned rating_group_of(uint32_t rating) {
    const auto above = std::ranges::upper_bound(kRatingGroups, rating);
    return static_cast<unsigned>(above - kRatingGroups.begin()) - 1;
}

std::optional<uint32_t> least_top_rating(uint16_t rating_groups) {
    std::optional<uint32_t> least;
    for (size_t group = kRatingGroups.size(); group-- > 0;) {
        const uint16_t from = kRatingGroups[group];
        if (from < kLeastTopGroup || !has(rating_groups, static_cast<unsigned>(group))) break;
        least = from;
    }
    return least;
}

GameMode game_mode_of(std::string_view event) {
    const std::string text = folded(event.substr(0, event.find(' ')));
    if (text == "rated") return GameMode::Rated;
    return text == "casual" ? GameMode::Casual : GameMode::Unknown;
}

std::string text_of(const LichessFilter& filter) {
    std::string player;
    if (filter.player) {
        player = fmt::format("{} {}", filter.player->color == Color::White ? "white" : "black",
                             folded(filter.player->name));
    }
    return fmt::format("speeds {:x} ratings {:x} modes {:x} since {} until {} player {}",
                       filter.speeds, filter.rating_groups, filter.modes, bound_text(filter.since),
                       bound_text(filter.until), player);
}

Result<Bitmap> find_games(const corpus::Corpus& corpus, const LichessFilter& filter,
                          const query::RunOptions& options) {
    Bitmap games(corpus::bitmap_layout(corpus));
    if (filter.is_everything()) {
        games.complement();
        return games;
    }
    for (uint32_t shard = 0; shard < corpus.shard_count(); ++shard) {
        for (const uint32_t game : EDGE_TRY(find_in_shard(corpus.shard(shard), filter, options))) {
            games.set(shard, game);
        }
    }
    return games;
}

}  // namespace edge::explorer
