// What a ply costs a query, compared with the bare replay of the same games: mailbox only, with
// bitboards, with the Zobrist hash. EDGE_BENCH_CORPUS names the corpus. Items are plies, or games
// for what reads headers alone; the argument of a query is its number of threads.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "query/answers/heatmap.h"
#include "query/lang/text.h"
#include "query/query.h"

namespace edge {
namespace {

const corpus::Corpus& corpus() {
    static const corpus::Corpus opened = [] {
        const char* const path = std::getenv("EDGE_BENCH_CORPUS");
        auto result = corpus::Corpus::open(path != nullptr ? path : "");
        if (!result) {
            std::fprintf(stderr, "EDGE_BENCH_CORPUS: %s\n", result.error().message.c_str());
            std::exit(1);
        }
        return std::move(*result);
    }();
    return opened;
}

int64_t plies() { return static_cast<int64_t>(corpus().meta().total_moves); }

// ---- bare replays: the physical reference, each with no more than its name says

struct Mailbox {
    std::array<Piece, 64> pieces;
};

struct Bitboards : Mailbox {
    std::array<Bitboard, 16> sets;
};

struct Hashed : Bitboards {
    uint64_t hash;
};

template <class Board>
void put(Board& board, Piece piece, Square s) {
    if constexpr (std::is_base_of_v<Bitboards, Board>) board.sets[index(piece)] ^= bit(s);
    if constexpr (std::is_base_of_v<Hashed, Board>) board.hash ^= zobrist::piece_key(piece, s);
}

template <class Board>
void play(Board& board, Move move) {
    const Square from = move.from();
    const Square to = move.to();
    const Piece piece = board.pieces[index(from)];
    const Piece taken = board.pieces[index(to)];
    put(board, taken, to);
    put(board, piece, from);
    put(board, piece, to);
    board.pieces[index(to)] = piece;
    board.pieces[index(from)] = Piece::None;
    if (move.raw() >> 12 == 0) [[likely]]
        return;
    const auto change = [&board](Square s, Piece after) {
        put(board, board.pieces[index(s)], s);
        put(board, after, s);
        board.pieces[index(s)] = after;
    };
    if (move.is_castling()) {
        const bool king_side = file_of(to) == 6;
        const Square rook_from = square_at(king_side ? index(to) + 1 : index(to) - 2);
        const Piece rook = board.pieces[index(rook_from)];
        change(rook_from, Piece::None);
        change(square_at(king_side ? index(to) - 1 : index(to) + 1), rook);
    } else if (move.is_en_passant()) {
        change(make_square(file_of(to), rank_of(from)), Piece::None);
    } else {
        change(to, make_piece(color_of(piece), move.promotion()));
    }
}

template <class Board>
Board start_board() {
    Board board{};
    for (unsigned i = 0; i < 64; ++i) {
        board.pieces[i] = Position::start().piece_on(square_at(i));
        put(board, board.pieces[i], square_at(i));
    }
    return board;
}

template <class Board>
void bare_replay(benchmark::State& state) {
    const Board start = start_board<Board>();
    for (auto _ : state) {
        for (uint32_t s = 0; s < corpus().shard_count(); ++s) {
            const corpus::Shard& shard = corpus().shard(s);
            for (uint32_t g = 0; g < shard.game_count(); ++g) {
                const corpus::GameView game = *shard.game(g);
                Board board = start;
                for (uint32_t ply = 0; ply < game.plies(); ++ply) play(board, game.move(ply));
                benchmark::DoNotOptimize(board);
            }
        }
    }
    state.SetItemsProcessed(state.iterations() * plies());
}
BENCHMARK_TEMPLATE(bare_replay, Mailbox)->Name("replay/mailbox");
BENCHMARK_TEMPLATE(bare_replay, Bitboards)->Name("replay/bitboards");
BENCHMARK_TEMPLATE(bare_replay, Hashed)->Name("replay/placement_hash");

// The whole Zobrist hash: castling rights, side and legal en passant too.
void replay_with_hash(benchmark::State& state) {
    for (auto _ : state) {
        for (uint32_t s = 0; s < corpus().shard_count(); ++s) {
            const corpus::Shard& shard = corpus().shard(s);
            for (uint32_t g = 0; g < shard.game_count(); ++g) {
                const corpus::GameView game = *shard.game(g);
                Position position = Position::start();
                for (uint32_t ply = 0; ply < game.plies(); ++ply) {
                    position.make_move<Maintain::BoardAndHash>(game.move(ply));
                }
                benchmark::DoNotOptimize(position);
            }
        }
    }
    state.SetItemsProcessed(state.iterations() * plies());
}
BENCHMARK(replay_with_hash)->Name("replay/hash");

// Walks every record for its header, as a reader without columns would.
void walk_records(benchmark::State& state) {
    for (auto _ : state) {
        uint64_t found = 0;
        for (uint32_t s = 0; s < corpus().shard_count(); ++s) {
            const auto bytes = corpus().shard(s).moves_bytes();
            for (size_t at = 0; at < bytes.size();) {
                const corpus::GameView game(bytes.data() + at);
                found += game.header().result == GameResult::WhiteWins;
                at += corpus::kHeaderBytes + 2 * size_t{game.plies()};
            }
        }
        benchmark::DoNotOptimize(found);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(corpus().game_count()));
}
BENCHMARK(walk_records);

// ---- queries

query::Query prepared(benchmark::State& state, std::string_view text) {
    auto expr = query::parse_text(text);
    if (!expr) state.SkipWithError(expr.error().message.c_str());
    auto query = query::Query::prepare(corpus(), expr ? *std::move(expr) : query::Expr{});
    if (!query) state.SkipWithError(query.error().message.c_str());
    return std::move(*query);
}

void find(benchmark::State& state, std::string_view text) {
    const query::Query query = prepared(state, text);
    const query::RunOptions options{static_cast<unsigned>(state.range(0)), {}};
    uint64_t found = 0;
    for (auto _ : state) found = find_games(query, options)->count();
    state.counters["games"] = static_cast<double>(found);
    const bool headers = query.is_header_only();
    state.SetItemsProcessed(state.iterations() *
                            (headers ? static_cast<int64_t>(corpus().game_count()) : plies()));
}

constexpr std::string_view kKiller =
    "(result = W and streak(5, R>=1 r>=1 Q=q=0 B=b=0 N=n=0 P<p)) or "
    "(result = B and streak(5, R>=1 r>=1 Q=q=0 B=b=0 N=n=0 p<P))";

#define EDGE_BENCH_QUERY(name, text) \
    BENCHMARK_CAPTURE(find, name, text)->Arg(1)->Arg(2)->UseRealTime()

EDGE_BENCH_QUERY(header, "result = W");
EDGE_BENCH_QUERY(header_many, "result = W and elo >= 2300 and year >= 1990 and eco = B20..B99");
EDGE_BENCH_QUERY(material, "material(\"KRPKR\")");
EDGE_BENCH_QUERY(count, "Q=q=0 R+r>=3 P>p+1");
EDGE_BENCH_QUERY(killer, kKiller);
EDGE_BENCH_QUERY(passed_pawn, "white: passed_pawn(d)");
EDGE_BENCH_QUERY(structure, "streak(20, either: isolated_pawn(d) doubled_pawn)");
EDGE_BENCH_QUERY(bishop_pair, "streak(10, white: bishop_pair)");
EDGE_BENCH_QUERY(rook_on_open_file, "streak(9, white: rook_on_open_file(d) rook_on_seventh)");
EDGE_BENCH_QUERY(subfen, "subfen(\"8/8/8/3pp3/3PP3/2N2N2/8/8\")");
EDGE_BENCH_QUERY(subfen_mirror, "subfen(\"8/8/8/3pp3/3PP3/2N2N2/8/8\", mirror)");
EDGE_BENCH_QUERY(subfen_shift, "subfen(\"8/8/8/3pp3/3PP3/2N2N2/8/8\", shift)");
EDGE_BENCH_QUERY(opposite_bishops, "opposite_bishops");
EDGE_BENCH_QUERY(iqp, "iqp");
EDGE_BENCH_QUERY(quiet, "streak(20, quiet)");
EDGE_BENCH_QUERY(sacrifice, "sacrifice to_move(w)");
EDGE_BENCH_QUERY(position,
                 "position(\"r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 4\")");
EDGE_BENCH_QUERY(move, "move(\"Nd5\")");
EDGE_BENCH_QUERY(sequence, "seq(move(\"O-O\"), moved(Q) captured(R), in_check)");
EDGE_BENCH_QUERY(sequence_moves, "seq(to_move(w) move(\"g4\"), captured(Q), promoted(Q))");
EDGE_BENCH_QUERY(run, "run(captured(none), to_move(w) captured(Q), captured(none))");

void heatmap(benchmark::State& state) {
    const query::Query query = prepared(state, "all");
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            fold_heatmap(query, {}, {static_cast<unsigned>(state.range(0)), {}}));
    }
    state.SetItemsProcessed(state.iterations() * plies());
}
BENCHMARK(heatmap)->Arg(1)->Arg(2)->UseRealTime();

}  // namespace
}  // namespace edge

BENCHMARK_MAIN();
