// Short random games from few moves, so that positions meet again.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "chess/movegen.h"
#include "corpus/corpus_builder.h"

namespace edge::test {

inline std::vector<TestGame> random_games(std::mt19937_64& random, size_t count,
                                          size_t most_plies) {
    std::vector<TestGame> games(count);
    for (TestGame& game : games) {
        Position position = Position::start();
        const size_t plies = 1 + random() % most_plies;
        while (game.moves.size() < plies) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            // Knight moves first in the list keep games near each other and make them repeat.
            const size_t pick = random() % 4 == 0 ? random() % moves.size()
                                                  : random() % std::min<size_t>(3, moves.size());
            position.make_move<Maintain::BoardAndHash>(moves[pick]);
            game.moves.push_back(moves[pick]);
        }
        game.result = static_cast<corpus::GameResult>(random() % 4);
    }
    return games;
}

}  // namespace edge::test
