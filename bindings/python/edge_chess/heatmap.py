"""Where pieces stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ._extras import need

PIECES = "PNBRQKpnbrqk"
_NAMES = {"P": "pawns", "N": "knights", "B": "bishops", "R": "rooks", "Q": "queens", "K": "kings"}


class Heatmap:
    """How often each piece stood on each square in the matching positions.

    >>> kings = corpus.heatmap("ever(black: checkmate)", pieces="K")
    >>> kings.positions, kings.games
    (7, 7)
    >>> kings["k"][7]  # the mated kings on the eighth rank, from a8 to h8
    array([0, 0, 0, 1, 1, 1, 0, 1])
    >>> kings.array.shape
    (12, 8, 8)
    """

    def __init__(self, answer: Mapping[str, Any]) -> None:
        self.positions: int = answer["total_positions"]
        self.games: int = answer["total_games"]
        planes = answer["planes"]
        empty = [0] * 64
        # By piece in the order of PIECES, rank from the first, and file from a.
        self.array: npt.NDArray[np.int64] = np.array(
            [planes.get(piece, empty) for piece in PIECES], dtype=np.int64
        ).reshape(12, 8, 8)
        self._pieces = [piece for piece in PIECES if piece in planes]

    def __getitem__(self, piece: str) -> npt.NDArray[np.int64]:
        """The counts of one piece, `N` White's and `n` Black's: [rank, file], a1 is [0, 0]."""
        if len(piece) != 1 or piece not in PIECES:
            raise KeyError(piece)
        counts: npt.NDArray[np.int64] = self.array[PIECES.index(piece)]
        return counts

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        if copy is False and dtype is not None and np.dtype(dtype) != self.array.dtype:
            raise ValueError("this type needs a copy")
        return np.array(self.array, dtype=dtype, copy=bool(copy) or None)

    def __repr__(self) -> str:
        return f"<Heatmap: {self.positions:,} positions of {self.games:,} games>"

    def share(self, piece: str) -> npt.NDArray[np.float64]:
        """The share of the positions in which the piece is there, 0 to 1."""
        return self[piece] / max(self.positions, 1)

    def plot(self, pieces: str | None = None, axes: Any = None) -> Any:
        """Boards drawn with matplotlib, one for each piece; returns the figure.

        `axes` is one to draw the first piece into, instead of a new figure.

        >>> figure = kings.plot("Kk")
        >>> len(figure.axes)
        2
        """
        shown = [self._named(piece) for piece in pieces] if pieces else self._pieces
        if not shown:
            raise ValueError("pieces: expected at least one")
        if axes is not None:
            self._draw(axes, shown[0])
            return axes.figure
        columns = min(len(shown), 6)
        rows = -(-len(shown) // columns)
        figure, boards = need("matplotlib.pyplot", "matplotlib").subplots(
            rows, columns, figsize=(2.6 * columns, 2.8 * rows), squeeze=False, layout="constrained"
        )
        for index, board in enumerate(boards.flat):
            if index < len(shown):
                self._draw(board, shown[index])
            else:
                board.set_axis_off()
        return figure

    @staticmethod
    def _named(piece: str) -> str:
        if piece not in PIECES:
            raise ValueError(f"pieces: found {piece!r}, expected letters of {PIECES}")
        return piece

    def _draw(self, axes: Any, piece: str) -> None:
        percent = 100 * self.share(piece)
        axes.imshow(percent, origin="lower", cmap="YlOrRd", vmin=0)
        axes.set_xticks(range(8), "abcdefgh")
        axes.set_yticks(range(8), "12345678")
        axes.tick_params(length=0)
        color = "White" if piece.isupper() else "Black"
        axes.set_title(f"{color}: {_NAMES[piece.upper()]}", fontsize=10)
        for rank, file in np.argwhere(percent >= 0.5):
            value = percent[rank, file]
            is_dark = value > 0.6 * percent.max()
            axes.text(
                file, rank, f"{value:.0f}", ha="center", va="center", fontsize=7,
                color="white" if is_dark else "black",
            )  # fmt: skip
