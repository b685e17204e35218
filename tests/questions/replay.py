"""A game replayed once with python-chess, in the words that questions need.

Kinds of pieces are the letters K Q R B N P, squares are names such as "e4", sides are chess.WHITE
and chess.BLACK. Ply 0 is the start, ply k the position after k half-moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

import chess
import chess.pgn

WHITE, BLACK = chess.WHITE, chess.BLACK
SIDES = (WHITE, BLACK)
KINDS = {"P": chess.PAWN, "N": chess.KNIGHT, "B": chess.BISHOP, "R": chess.ROOK, "Q": chess.QUEEN,
         "K": chess.KING}  # fmt: skip
LETTERS = {kind: letter for letter, kind in KINDS.items()}
VALUES = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9}
SQUARES = {name: square for square, name in enumerate(chess.SQUARE_NAMES)}


class Position:
    """A position of a game."""

    def __init__(self, ply: int, board: chess.Board, castled: tuple[str, str]) -> None:
        self.ply = ply
        self.board = board
        self._castled = castled
        self.to_move = board.turn
        self.in_check = board.is_check()

    def number(self, side: bool, kinds: str) -> int:
        """How many pieces of these kinds the side has."""
        return sum(chess.popcount(self.board.pieces_mask(KINDS[kind], side)) for kind in kinds)

    def of_both(self, kinds: str) -> int:
        return self.number(WHITE, kinds) + self.number(BLACK, kinds)

    def value(self, side: bool) -> int:
        return sum(value * self.number(side, kind) for kind, value in VALUES.items())

    def balance(self, side: bool) -> int:
        """What the side is ahead, in pawns."""
        return self.value(side) - self.value(not side)

    def squares(self, side: bool, kind: str) -> list[str]:
        return [chess.SQUARE_NAMES[square] for square in self.board.pieces(KINDS[kind], side)]

    def on(self, square: str) -> str:
        """The piece there, as in a FEN, or nothing."""
        piece = self.board.piece_at(SQUARES[square])
        return piece.symbol() if piece else ""

    def has(self, **pieces: str) -> bool:
        """has(e4="P", e5="p"): each of these squares has this piece."""
        return all(self.on(square) == piece for square, piece in pieces.items())

    def castled(self, side: bool) -> str:
        """How the side has castled so far: O-O, O-O-O or nothing."""
        return self._castled[not side]

    @cached_property
    def is_mate(self) -> bool:
        return self.in_check and self.board.is_checkmate()

    @cached_property
    def is_stalemate(self) -> bool:
        return not self.in_check and self.board.is_stalemate()

    # ---- pawns and pieces

    @cached_property
    def _pawn_files(self) -> tuple[list[int], list[int]]:
        white, black = (
            [chess.square_file(square) for square in self.board.pieces(chess.PAWN, side)]
            for side in SIDES
        )
        return white, black

    def pawns_on(self, side: bool, file: str) -> int:
        return self._pawn_files[not side].count(chess.FILE_NAMES.index(file))

    def isolated(self, side: bool, file: str) -> bool:
        """It has a pawn on this file and none on a neighbouring one."""
        files = self._pawn_files[not side]
        here = chess.FILE_NAMES.index(file)
        return here in files and here - 1 not in files and here + 1 not in files

    def passed(self, side: bool, file: str) -> bool:
        """A pawn on this file that no enemy pawn can stop or take on its way."""
        enemies = [
            square
            for square in self.board.pieces(chess.PAWN, not side)
            if abs(chess.square_file(square) - chess.FILE_NAMES.index(file)) <= 1
        ]
        return any(
            pawn[0] == file
            and not any(
                chess.square_rank(enemy) > int(pawn[1]) - 1
                if side
                else chess.square_rank(enemy) < int(pawn[1]) - 1
                for enemy in enemies
            )
            for pawn in self.squares(side, "P")
        )

    def has_bishop_pair(self, side: bool) -> bool:
        bishops = self.board.pieces_mask(chess.BISHOP, side)
        return bool(bishops & chess.BB_LIGHT_SQUARES) and bool(bishops & chess.BB_DARK_SQUARES)

    def has_light_bishop(self, side: bool) -> bool:
        return bool(self.board.pieces_mask(chess.BISHOP, side) & chess.BB_LIGHT_SQUARES)

    def rook_on_open(self, side: bool, file: str) -> bool:
        """A rook on this file, which has no pawns."""
        is_open = not self.pawns_on(WHITE, file) and not self.pawns_on(BLACK, file)
        return is_open and any(square[0] == file for square in self.squares(side, "R"))

    def rook_on_seventh(self, side: bool) -> bool:
        return any(square[1] == ("7" if side else "2") for square in self.squares(side, "R"))

    # ---- what is left on the board

    def is_only(self, kinds: str) -> bool:
        """Nothing but kings, pawns and pieces of these kinds is left."""
        return not any(self.of_both(kind) for kind in "QRBN" if kind not in kinds)

    @property
    def is_rook_ending(self) -> bool:
        """Kings, pawns and rooks, of which each side has at least one."""
        return self.is_only("R") and all(self.number(side, "R") for side in SIDES)

    def material(self, side: bool) -> str:
        return "".join(kind * self.number(side, kind) for kind in "KQRBNP")

    def is_material(self, one: str, other: str) -> bool:
        """One side, whichever it is, has exactly the first pieces and the other the second."""
        if chess.popcount(self.board.occupied) != len(one) + len(other):
            return False
        return any((self.material(us), self.material(not us)) == (one, other) for us in SIDES)


@dataclass(frozen=True)
class Move:
    """A move and the positions before and after it."""

    by: bool
    piece: str
    origin: str
    to: str
    captured: str  # a kind, or nothing
    en_passant: bool
    promotion: str
    castling: str  # O-O, O-O-O or nothing
    before: Position
    after: Position

    @property
    def number(self) -> int:
        """As players count: the first moves of White and of Black are both number 1."""
        return self.before.ply // 2 + 1

    @property
    def check(self) -> bool:
        return self.after.in_check

    @property
    def mate(self) -> bool:
        return self.after.is_mate

    @property
    def name(self) -> str:
        """Piece, capture and target, as players say it: Nf3, Rxc3, exd5, O-O."""
        if self.castling:
            return self.castling
        letter = "" if self.piece == "P" else self.piece
        if self.captured and self.piece == "P":
            letter = self.origin[0]
        return letter + ("x" if self.captured else "") + self.to


class Replay:
    """A game, replayed."""

    def __init__(self, tags: dict[str, str], moves: list[chess.Move]) -> None:
        self.tags = tags
        self.result = tags.get("Result", "*")
        winner = {"1-0": WHITE, "0-1": BLACK}.get(self.result)
        # The side that won, and the one that lost; nobody in a draw.
        self.winners = [] if winner is None else [winner]
        self.losers = [not side for side in self.winners]
        self.decisive = bool(self.winners)
        self.drawn = self.result == "1/2-1/2"
        self.white = tags.get("White", "?")
        self.black = tags.get("Black", "?")
        self.eco = tags.get("ECO", "?")
        self.plies = len(moves)
        self.positions, self.moves = _replayed(moves)
        self.last = self.positions[-1]

    # ---- tags; an unknown number is None

    @property
    def year(self) -> int | None:
        year = self.tags.get("Date", "?")[:4]
        return int(year) if year.isdigit() else None

    def elo(self, side: bool) -> int | None:
        text = self.tags.get("WhiteElo" if side else "BlackElo", "?")
        return int(text) or None if text.isdigit() else None

    def both_rated(self, low: int, high: int = 9999) -> bool:
        ratings = [self.elo(side) for side in SIDES]
        return all(rating is not None and low <= rating <= high for rating in ratings)

    def rated_above(self, side: bool) -> int | None:
        """How much more than the other player."""
        mine, other = self.elo(side), self.elo(not side)
        return None if mine is None or other is None else mine - other

    def ended_on_time(self) -> bool:
        """As Lichess says it ("Time forfeit") and chess.com ("A won on time")."""
        return "time" in self.tags.get("Termination", "").lower()

    def clock(self) -> tuple[int, int] | None:
        """Seconds at the start and for each move."""
        base, _, increment = self.tags.get("TimeControl", "?").partition("+")
        return (int(base), int(increment or 0)) if base.isdigit() else None

    # ---- the whole game

    def castling(self, side: bool) -> str:
        """How the side castled: O-O, O-O-O or nothing."""
        return self.last.castled(side)

    def moves_of(self, side: bool) -> Iterator[Move]:
        return (move for move in self.moves if move.by == side)

    def at(self, ply: int) -> Position | None:
        """The position at this ply, where the game is that long."""
        return self.positions[ply] if ply <= self.plies else None

    def ever(self, test: Callable[[Position], bool]) -> bool:
        return any(map(test, self.positions))

    def where(self, test: Callable[[Position], bool]) -> list[int]:
        """The plies at which it holds."""
        return [position.ply for position in self.positions if test(position)]

    def longest(self, test: Callable[[Position], bool]) -> int:
        """Most plies in a row at which it holds."""
        best = length = 0
        for position in self.positions:
            length = length + 1 if test(position) else 0
            best = max(best, length)
        return best


def _replayed(moves: list[chess.Move]) -> tuple[list[Position], list[Move]]:
    board = chess.Board()
    castled = ("", "")
    positions = [Position(0, board.copy(stack=False), castled)]
    played = []
    for ply, move in enumerate(moves, start=1):
        by, kind = board.turn, board.piece_type_at(move.from_square)
        taken = board.piece_type_at(move.to_square)
        en_passant = board.is_en_passant(move)
        castling = ""
        if board.is_castling(move):
            castling = "O-O" if board.is_kingside_castling(move) else "O-O-O"
            castled = (castling, castled[1]) if by else (castled[0], castling)
            taken = None
        board.push(move)
        positions.append(Position(ply, board.copy(stack=False), castled))
        played.append(
            Move(
                by=by,
                piece=LETTERS[kind or chess.PAWN],
                origin=chess.SQUARE_NAMES[move.from_square],
                to=chess.SQUARE_NAMES[move.to_square],
                captured="P" if en_passant else LETTERS[taken] if taken else "",
                en_passant=en_passant,
                promotion=LETTERS[move.promotion] if move.promotion else "",
                castling=castling,
                before=positions[-2],
                after=positions[-1],
            )
        )
    return positions, played


def replay(game: chess.pgn.Game) -> Replay:
    """The moves up to the first null move, which is where Edge stops, too."""
    return Replay(dict(game.headers), list(takewhile(bool, game.mainline_moves())))
