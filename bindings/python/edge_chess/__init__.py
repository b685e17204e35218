"""Chess games by the million: index them once, then ask anything.

>>> import edge_chess
>>> corpus = edge_chess.open("classics.scoredb")
>>> won = corpus.query("result = W and year < 1900")
>>> len(won)
7
>>> corpus.explore("e4 e5", games=won).total
5

`Corpus` is where to start. docs/python.md explains the rest.
"""

from . import errors
from . import query as q
from ._native import version as __version__
from .answers import (
    Collection,
    Exploration,
    ExploredMove,
    Group,
    Groups,
    Match,
    Player,
    Position,
)
from .bitmap import Bitmap
from .corpus import Corpus
from .corpus import open_corpus as open
from .errors import EdgeError
from .files import add, convert, index, merge
from .game import Game
from .heatmap import Heatmap
from .query import Query
from .table import Table

__all__ = [
    "Bitmap",
    "Collection",
    "Corpus",
    "EdgeError",
    "Exploration",
    "ExploredMove",
    "Game",
    "Group",
    "Groups",
    "Heatmap",
    "Match",
    "Player",
    "Position",
    "Query",
    "Table",
    "__version__",
    "add",
    "convert",
    "errors",
    "index",
    "merge",
    "open",
    "q",
]
