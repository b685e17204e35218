// Prints what libedge thinks of every position of the games on standard input, for comparison with
// another implementation. A line is one game: UCI moves, after "fen <FEN>;" when it does not begin
// at the ordinary start. Output, one line a position:
//   fen TAB hash TAB in check (0/1) TAB over (0, 1 mate, 2 stalemate) TAB legal moves TAB SAN
//   played
// With --moves K every Kth position is followed by "moves" and its legal moves in UCI, sorted.
// Castling is king takes rook where the game is Chess960. A move that cannot be played ends the
// program.

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "chess/uci.h"

namespace {

using namespace edge;

class Dumper {
public:
    explicit Dumper(uint64_t moves_every) : moves_every_(moves_every) {}

    bool dump_game(std::string_view line) {
        Position position = Position::start();
        if (line.starts_with("fen ")) {
            const size_t end = line.find(';');
            const std::string_view fen = line.substr(4, end - 4);
            const auto parsed = parse_fen(fen, FenMode::Lenient);
            if (!parsed) return report(describe(parsed.error(), fen));
            position = *parsed;
            line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
        }
        rule_ = position.has_standard_castling() ? CastlingRule::Standard : CastlingRule::Chess960;
        std::istringstream words{std::string(line)};
        for (std::string word; words >> word;) {
            const auto move = parse_uci(position, word);
            if (!move) return report("cannot play " + word + " in " + to_fen(position));
            dump(position, to_san(position, *move));
            if (rule_ == CastlingRule::Standard) {
                position.make_move<Maintain::BoardAndHash, CastlingRule::Standard>(*move);
            } else {
                position.make_move<Maintain::BoardAndHash, CastlingRule::Chess960>(*move);
            }
        }
        dump(position, "-");
        return true;
    }

private:
    static bool report(const std::string& message) {
        std::cerr << message << '\n';
        return false;
    }

    void dump(const Position& position, const std::string& san) {
        const MoveList moves = legal_moves(position);
        const int over = moves.empty() ? (position.in_check() ? 1 : 2) : 0;
        std::printf("%s\t%016" PRIx64 "\t%d\t%d\t%zu\t%s\n", to_fen(position).c_str(),
                    position.hash(), position.in_check() ? 1 : 0, over, moves.size(), san.c_str());
        if (moves_every_ != 0 && dumped_ % moves_every_ == 0) dump_moves(position, moves);
        ++dumped_;
    }

    void dump_moves(const Position& position, const MoveList& moves) const {
        std::vector<std::string> names;
        for (const Move move : moves) names.push_back(to_uci(move, position, rule_));
        std::sort(names.begin(), names.end());
        std::fputs("moves", stdout);
        for (const std::string& name : names) std::printf(" %s", name.c_str());
        std::putchar('\n');
    }

    uint64_t moves_every_;
    uint64_t dumped_ = 0;
    CastlingRule rule_ = CastlingRule::Standard;
};

}  // namespace

int main(int argc, char** argv) {
    uint64_t moves_every = 0;
    if (argc == 3 && std::strcmp(argv[1], "--moves") == 0) {
        moves_every = std::strtoull(argv[2], nullptr, 10);
    } else if (argc != 1) {
        std::cerr << "usage: dump_positions [--moves K] < games\n";
        return 2;
    }
    Dumper dumper(moves_every);
    for (std::string line; std::getline(std::cin, line);) {
        if (!dumper.dump_game(line)) return 1;
    }
    return 0;
}
