"""Reads every game of a PGN file with python-chess and prints the games and plies: a contender."""

import logging
import sys

import chess.pgn


class CountPlies(chess.pgn.BaseVisitor[int]):
    """Follows the main line and keeps nothing."""

    def begin_game(self) -> None:
        self.plies = 0

    def begin_variation(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.plies += 1

    def result(self) -> int:
        return self.plies


logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
games = plies = 0
with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
    while (found := chess.pgn.read_game(file, Visitor=CountPlies)) is not None:
        games += 1
        plies += found
print(games, plies)
