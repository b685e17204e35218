#include "query/query.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/damage.h"
#include "core/ordered_work.h"
#include "corpus/bitmap_layout.h"
#include "corpus/replay.h"
#include "query/collections/stored_set.h"
#include "query/headers/header_filter.h"
#include "query/lang/text.h"
#include "query/plan/explain.h"
#include "query/plan/program.h"
#include "query/players/find_players.h"
#include "query/scan/blocks.h"
#include "query/scan/scanner.h"
#include "query/scan/trace.h"
#include "query/warnings.h"

namespace edge::query {

struct Query::Plan {
    Expr expr;
    std::string text;
    Program program;
    HeaderContext headers;
    std::vector<Block> blocks;
    std::vector<std::string> warnings;
    std::mutex mutex;
    bool has_name_warnings = false;  // guarded by mutex; `warnings` is constant afterwards
};

Query::Query() = default;
Query::~Query() = default;
Query::Query(Query&&) noexcept = default;
Query& Query::operator=(Query&&) noexcept = default;

namespace {

// A name that nobody has, with those that may be meant.
Result<std::string> name_warning(const corpus::Corpus& corpus, const NameTest& test) {
    constexpr size_t kNearest = 5;
    std::string text = test.match == TextMatch::Exact ? "nobody in the corpus is called"
                                                      : "no name in the corpus contains";
    text += fmt::format(" \"{}\"", test.text);
    const auto nearest = EDGE_TRY(find_players(corpus, test.text, kNearest));
    for (const FoundPlayer& player : nearest) {
        const bool is_first = &player == &nearest.front();
        text += fmt::format("{}\"{}\"", is_first ? "; the nearest: " : ", ", player.name);
    }
    return text;
}

Status add_name_warnings(const HeaderContext& headers, std::vector<std::string>& warnings) {
    for (const NameTest& test : EDGE_TRY(headers.tests_of_nobody())) {
        warnings.push_back(EDGE_TRY(name_warning(headers.corpus(), test)));
    }
    return {};
}

}  // namespace

Result<Query> Query::prepare(const corpus::Corpus& corpus, Expr expr) {
    Query query;
    query.corpus_ = &corpus;
    query.plan_ = std::make_unique<Plan>();
    Plan& plan = *query.plan_;
    plan.warnings = warnings_about(expr);
    plan.expr = EDGE_TRY(with_aliases(normalized(std::move(expr)), corpus));
    plan.text = to_text(plan.expr);
    const Expr with_sets = EDGE_TRY(with_stored_sets(plan.expr, corpus));
    plan.program = EDGE_TRY(compile(with_sets));
    plan.headers = EDGE_TRY(HeaderContext::prepare(corpus, plan.program.headers));
    plan.blocks = blocks_of(corpus);
    return query;
}

const Expr& Query::expr() const { return plan_->expr; }
const std::string& Query::text() const { return plan_->text; }
bool Query::is_header_only() const { return plan_->program.leaves.empty(); }
const std::vector<std::string>& Query::warnings() const {
    const std::lock_guard lock(plan_->mutex);
    // What cannot be read is reported where the query is run.
    if (!plan_->has_name_warnings) (void)add_name_warnings(plan_->headers, plan_->warnings);
    plan_->has_name_warnings = true;
    return plan_->warnings;
}
std::string Query::explain() const { return query::explain(plan_->program, plan_->text); }

namespace {

// What a thread needs to test games. On cache lines of its own: two adjacent workers halved each
// other's speed.
struct alignas(128) Worker {
    HeaderReader headers;
    Scanner scanner;

    Worker(const Program& program, const HeaderContext& context)
        : headers(program, context), scanner(program) {}
};

// A worker for each thread, which makes it on first use.
class Workers {
public:
    Workers(const Program& program, const HeaderContext& context, unsigned threads)
        : program_(program), context_(context), workers_(std::max(1U, threads)) {}
    Worker& operator[](unsigned thread) {
        if (!workers_[thread]) workers_[thread].emplace(program_, context_);
        return *workers_[thread];
    }

private:
    const Program& program_;
    const HeaderContext& context_;
    std::vector<std::optional<Worker>> workers_;
};

// The error for a game in which the scan saw a piece move that was not there.
tl::unexpected<Error> damaged_game(const corpus::Shard& shard, const corpus::GameView& game) {
    const uint32_t ply = corpus::replay(game, [](uint32_t, const Position&, Move) { return true; });
    const auto record = static_cast<uint64_t>(game.record() - shard.moves_bytes().data());
    return corrupt(
        shard.moves_path(), record + corpus::kHeaderBytes + 2 * uint64_t{ply},
        fmt::format("found a move at ply {} that cannot be played, expected a legal one", ply));
}

// Decides the games of a block and sets their bits in the words of its shard.
Status find_in_block(const corpus::Shard& shard, const Block& block, Worker& worker,
                     std::span<uint64_t> words) {
    EDGE_CHECK(worker.headers.read(block));
    for (uint32_t w = 0; w * 64 < block.games; ++w) {
        const auto& verdicts = worker.headers.verdicts();
        uint64_t& bits = words[block.first / 64 + w];
        bits = verdicts.surely[w];
        for (uint64_t open = verdicts.undecided(w); open != 0; open &= open - 1) {
            const uint32_t game_in_block = 64 * w + static_cast<uint32_t>(std::countr_zero(open));
            const corpus::GameView game = EDGE_TRY(shard.game(block.first + game_in_block));
            if (worker.scanner.matches(game, worker.headers.values_of(game_in_block))) {
                bits |= open & (~open + 1);
            }
            if (worker.scanner.is_damaged()) return damaged_game(shard, game);
        }
    }
    return {};
}

}  // namespace

Result<Bitmap> find_games(const Query& query, const RunOptions& options) {
    Bitmap games(corpus::bitmap_layout(query.corpus()));
    EDGE_CHECK(find_games_of(query, {0, query.plan().blocks.size()}, options, games));
    return games;
}

Status find_games_of(const Query& query, BlockRange range, const RunOptions& options,
                     Bitmap& games) {
    const Query::Plan& plan = query.plan();
    const auto blocks = std::span(plan.blocks).subspan(range.begin, range.end - range.begin);
    Workers workers(plan.program, plan.headers, options.threads);
    return run_blocks(
        blocks.size(), options, [&](size_t number) { return blocks[number].games; },
        [&](unsigned thread, size_t number) {
            const Block& block = blocks[number];
            return find_in_block(query.corpus().shard(block.shard), block, workers[thread],
                                 games.words_of(block.shard));
        });
}

MatchingGames::MatchingGames(const corpus::Corpus& corpus) : games(corpus::bitmap_layout(corpus)) {}

Result<Matches> find_matches(const Query& query, const Page& page, const RunOptions& options) {
    const Bitmap games = EDGE_TRY(find_games(query, options));
    Matches matches{games.count(), {}};
    EDGE_CHECK(visit_matches(query, games, page, options, [&](const GameMatch& match) -> Status {
        matches.games.push_back(match);
        return {};
    }));
    return matches;
}

Status visit_matches(const Query& query, const Bitmap& games, const Page& page,
                     const RunOptions& options,
                     const std::function<Status(const GameMatch&)>& visit) {
    constexpr size_t kMatchesAtOnce = 16384;  // enough blocks for many threads
    const corpus::Corpus& corpus = query.corpus();
    std::vector<GameMatch> matches;
    const auto pass_on = [&]() -> Status {
        if (matches.empty()) return {};
        EDGE_CHECK(find_plies(query, matches, options));
        for (const GameMatch& match : matches) EDGE_CHECK(visit(match));
        const uint64_t games_passed = matches.back().game_id + 1;
        matches.clear();
        if (!options.on_progress || options.on_progress(games_passed)) return {};
        return fail(ErrorCode::Cancelled, "the query was cancelled");
    };
    Status status;
    uint64_t rank = 0;
    for (uint32_t shard = 0; shard < corpus.shard_count(); ++shard) {
        games.for_each(shard, [&](uint32_t game) {
            const uint64_t at = rank++;
            if (!status || at < page.skip || at - page.skip >= page.limit) return;
            matches.push_back({corpus.first_id(shard) + game, {shard, game}, {}});
            if (matches.size() == kMatchesAtOnce) status = pass_on();
        });
        EDGE_CHECK(status);
    }
    return pass_on();
}

Status find_plies(const Query& query, std::span<GameMatch> matches, const RunOptions& options) {
    if (query.is_header_only()) return {};
    const corpus::Corpus& corpus = query.corpus();
    // Consecutive matches share blocks, so that the headers of a block are read once.
    const Query::Plan& plan = query.plan();
    std::vector<size_t> starts;  // where the matches of each block begin
    for (size_t i = 0; i < matches.size(); ++i) {
        const auto block = [&](size_t k) {
            const corpus::GamePlace place = matches[k].place;
            return std::pair(place.shard, place.index / kBlockGames);
        };
        if (i == 0 || block(i) != block(i - 1)) starts.push_back(i);
    }
    starts.push_back(matches.size());
    Workers workers(plan.program, plan.headers, options.threads);
    return run_blocks(
        starts.size() - 1, {options.threads, {}}, [](size_t) { return 0; },
        [&](unsigned thread, size_t number) -> Status {
            Worker& worker = workers[thread];
            const corpus::GamePlace first = matches[starts[number]].place;
            const corpus::Shard& shard = corpus.shard(first.shard);
            const uint32_t begin = first.index / kBlockGames * kBlockGames;
            EDGE_CHECK(worker.headers.read(
                {first.shard, begin, std::min(kBlockGames, shard.game_count() - begin)}));
            for (size_t i = starts[number]; i < starts[number + 1]; ++i) {
                GameMatch& match = matches[i];
                const corpus::GameView game = EDGE_TRY(shard.game(match.place.index));
                const auto& lanes = worker.scanner.trace(game);
                match.plies = witness({plan.program, lanes, game.plies(),
                                       worker.headers.values_of(match.place.index - begin)});
            }
            return {};
        });
}

namespace {

void keep_one(std::vector<PlySpan>& spans, PerGame per_game) {
    if (per_game == PerGame::All) return;
    const uint32_t ply = per_game == PerGame::First ? spans.front().first : spans.back().last;
    spans = {{ply, ply}};
}

// Calls visit(game index, view, spans) for the games of a block with matching positions, in order,
// and adds those that match to `found`.
template <class Visit>
Status visit_block(const Query& query, const PositionChoice& choice, const Block& block,
                   Worker& worker, MatchingGames* found, Visit visit) {
    const corpus::Shard& shard = query.corpus().shard(block.shard);
    const Query::Plan& plan = query.plan();
    EDGE_CHECK(worker.headers.read(block));
    // A header that decides a game leaves all its positions, but for those outside such a range.
    const bool has_limits = std::ranges::any_of(
        plan.program.nodes, [](const Node& node) { return node.only.has_value(); });
    uint64_t without_position = 0;
    for (uint32_t w = 0; w * 64 < block.games; ++w) {
        const auto& verdicts = worker.headers.verdicts();
        uint64_t matching = verdicts.surely[w];
        for (uint64_t open = verdicts.maybe[w]; open != 0; open &= open - 1) {
            const uint64_t bit = open & (~open + 1);
            const uint32_t game_in_block = 64 * w + static_cast<uint32_t>(std::countr_zero(open));
            const uint32_t index = block.first + game_in_block;
            const corpus::GameView game = EDGE_TRY(shard.game(index));
            std::vector<PlySpan> spans = {{0, game.plies()}};
            const bool is_sure = (verdicts.surely[w] & bit) != 0;
            if (!is_sure || has_limits) {
                const auto headers = worker.headers.values_of(game_in_block);
                if (!is_sure && (!choice.ignore_windows || found != nullptr)) {
                    if (worker.scanner.matches(game, headers)) matching |= bit;
                    if (worker.scanner.is_damaged()) return damaged_game(shard, game);
                }
                if (!choice.ignore_windows && (matching & bit) == 0) continue;
                const auto& lanes = worker.scanner.trace(game);
                if (worker.scanner.is_damaged()) return damaged_game(shard, game);
                spans = matching_spans({plan.program, lanes, game.plies(), headers});
            }
            if (spans.empty()) {
                without_position += (matching & bit) != 0 ? 1 : 0;
                continue;
            }
            keep_one(spans, choice.per_game);
            visit(index, game, std::move(spans));
        }
        if (found != nullptr) found->games.words_of(block.shard)[block.first / 64 + w] = matching;
    }
    if (found != nullptr) std::atomic_ref(found->without_position) += without_position;
    return {};
}

}  // namespace

Status visit_positions(const Query& query, const PositionChoice& choice, const RunOptions& options,
                       MatchingGames* matching, const PositionVisitor& visit) {
    const Query::Plan& plan = query.plan();
    Workers workers(plan.program, plan.headers, options.threads);
    return run_blocks(
        plan.blocks.size(), options, [&](size_t number) { return plan.blocks[number].games; },
        [&](unsigned thread, size_t number) {
            const Block& block = plan.blocks[number];
            return visit_block(query, choice, block, workers[thread], matching,
                               [&](uint32_t index, const corpus::GameView& game,
                                   const std::vector<PlySpan>& spans) {
                                   visit(thread, {block.shard, index}, game, spans);
                               });
        });
}

Status visit_positions_in_order(const Query& query, const PositionChoice& choice,
                                const RunOptions& options, MatchingGames* matching,
                                const OrderedPositionVisitor& visit) {
    return visit_positions_in_order(query, choice, {0, query.plan().blocks.size()}, options,
                                    matching, visit);
}

Status visit_positions_in_order(const Query& query, const PositionChoice& choice, BlockRange range,
                                const RunOptions& options, MatchingGames* matching,
                                const OrderedPositionVisitor& visit) {
    struct Found {
        corpus::GamePlace place;
        corpus::GameView game;
        std::vector<PlySpan> spans;
    };
    struct FoundInBlock {
        uint32_t games_read;
        std::vector<Found> games;
    };
    constexpr uint64_t kBlocksAhead = 64;
    const Query::Plan& plan = query.plan();
    const auto blocks = std::span(plan.blocks).subspan(range.begin, range.end - range.begin);
    const auto threads =
        static_cast<unsigned>(std::clamp<size_t>(blocks.size(), 1, std::max(1U, options.threads)));
    Workers workers(plan.program, plan.headers, options.threads);
    uint64_t games_done = 0;
    OrderedWork<uint64_t, FoundInBlock> work(
        kBlocksAhead, numbers_below(blocks.size()), [&](const FoundInBlock& found) -> Result<bool> {
            for (const Found& game : found.games) {
                if (!visit(game.place, game.game, game.spans)) return false;
            }
            games_done += found.games_read;
            if (!options.on_progress || options.on_progress(games_done)) return true;
            return fail(ErrorCode::Cancelled, "the query was cancelled");
        });
    return work.run(threads, [&](unsigned thread) {
        while (const auto taken = work.take()) {
            const Block& block = blocks[taken->number];
            FoundInBlock found{block.games, {}};
            const auto keep = [&](uint32_t index, const corpus::GameView& game,
                                  std::vector<PlySpan> spans) {
                found.games.push_back({{block.shard, index}, game, std::move(spans)});
            };
            work.put(
                taken->number,
                visit_block(query, choice, block, workers[thread], matching, keep).transform([&] {
                    return std::move(found);
                }));
        }
    });
}

}  // namespace edge::query
