"""Fixtures of the judges; tests/conftest.py finds the program and the collections."""

import shutil
from pathlib import Path

import pytest
from support import Edge, first_games, unpack


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--odd-differences",
        metavar="FILE",
        help="write what test_odd.py finds to FILE, as a table to explain",
    )


@pytest.fixture(scope="session")
def edge(edge_bin: Path) -> Edge:
    return Edge(edge_bin)


@pytest.fixture(scope="session")
def sample(shared: Path, tmp_path_factory):
    """sample("otb") is the unpacked PGN of that sample."""
    folder = tmp_path_factory.mktemp("samples")

    def get(name: str) -> Path:
        path = folder / f"{name}.pgn"
        if not path.exists():
            unpack(shared / "corpora" / f"{name}-sample.pgn.zst", path)
        return path

    yield get
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def sample_slice(sample, tmp_path_factory):
    """sample_slice("otb", 2000) is a PGN file of the first 2,000 games."""
    folder = tmp_path_factory.mktemp("slices")

    def get(name: str, games: int) -> Path:
        path = folder / f"{name}-{games}.pgn"
        return path if path.exists() else first_games(sample(name), games, path)

    return get
