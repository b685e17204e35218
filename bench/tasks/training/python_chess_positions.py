"""Training data as python-chess prepares it: a line of FEN, score and result for each position of a
PGN that has an [%eval] and is quiet, from ply 16 on.

    python_chess_positions.py GAMES.pgn LINES.txt
"""

import sys

import chess
import chess.pgn

POINTS = {"1-0": "1.0", "1/2-1/2": "0.5", "0-1": "0.0"}
FIRST_PLY = 16
MATE = 32767


def white_score(node: chess.pgn.GameNode) -> int | None:
    found = node.eval()
    if found is None:
        return None
    if not found.is_mate():
        return found.white().score()
    moves = found.white().mate()
    return MATE - moves if moves > 0 else -(MATE + moves)


def is_quiet(board: chess.Board, move: chess.Move | None) -> bool:
    if move is not None and (board.is_capture(move) or move.promotion):
        return False
    return not board.is_check()


def write_lines(game: chess.pgn.Game, out) -> None:
    points = POINTS.get(game.headers["Result"])
    if points is None:
        return
    board = game.board()
    for ply, node in enumerate(game.mainline(), 1):
        board.push(node.move)
        if ply < FIRST_PLY:
            continue
        score = white_score(node)
        following = node.next()
        if score is not None and is_quiet(board, following.move if following else None):
            out.write(f"{board.fen()} | {score} | {points}\n")


def main() -> None:
    source, target = sys.argv[1:]
    with open(source, encoding="utf-8") as games, open(target, "w", encoding="utf-8") as out:
        while (game := chess.pgn.read_game(games)) is not None:
            write_lines(game, out)


if __name__ == "__main__":
    main()
