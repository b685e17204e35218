"""The notebook in the docs runs from its first cell to its last."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import REPOSITORY


def test_notebook(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    monkeypatch.setenv("EDGE_GAMES", "classics.pgn")
    notebook = json.loads((REPOSITORY / "docs/notebooks/endings.ipynb").read_text())
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []  # they are in the rendering
            exec("".join(cell["source"]), names)
