"""A corpus of the bundled games, for all tests."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import edge_chess
import pytest

REPOSITORY = Path(__file__).resolve().parents[3]
CLASSICS = REPOSITORY / "data/classics.pgn"

# questions.py and replay.py, which the judges of the program use, too.
sys.path.insert(0, str(REPOSITORY / "tests/questions"))


@pytest.fixture(scope="session", autouse=True)
def openings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Names of openings, which the library reads once."""
    names = tmp_path_factory.mktemp("openings") / "names.tsv"
    names.write_text(
        "eco\tname\tpgn\n"
        "C20\tOpen Game\t1. e4 e5\n"
        "B90\tSicilian Defense: Najdorf Variation\t"
        "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6\n"
    )
    os.environ["EDGE_OPENINGS"] = str(names)


@pytest.fixture(scope="session")
def classics(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with classics.pgn and the corpus made from it, not to be changed."""
    folder = tmp_path_factory.mktemp("classics")
    shutil.copy(CLASSICS, folder)
    edge_chess.index(folder / "classics.pgn", folder / "classics.scoredb").close()
    return folder


@pytest.fixture
def folder(classics: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a copy of both that tests may change."""
    shutil.copytree(classics, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def corpus(folder: Path) -> edge_chess.Corpus:
    return edge_chess.open("classics.scoredb")


@pytest.fixture(scope="session")
def many_shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same games in five shards."""
    out = tmp_path_factory.mktemp("shards") / "classics.scoredb"
    edge_chess.index(CLASSICS, out, shards=5).close()
    return out
