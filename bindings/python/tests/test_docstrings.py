"""The examples in the docstrings do what they show."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import edge_chess
import matplotlib
import numpy as np
import pytest

MODULES = [
    f"edge_chess.{module.name}"
    for module in pkgutil.iter_modules(edge_chess.__path__)
    if module.name != "_native"
]


@pytest.mark.parametrize("name", ["edge_chess", *MODULES])
def test_docstrings(name: str, corpus: edge_chess.Corpus) -> None:
    matplotlib.use("agg")
    names = {
        "edge_chess": edge_chess,
        "corpus": corpus,
        "np": np,
        "mates": corpus.query("checkmate"),
        "kings": corpus.heatmap("ever(black: checkmate)", pieces="K"),
    }
    module = importlib.import_module(name)
    result = doctest.testmod(module, extraglobs=names, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0
