"""Where the outside judges find the program and the public game collections."""

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def edge_bin() -> Path:
    """The edge program under test."""
    path = Path(os.environ.get("EDGE_BIN", REPOSITORY / "build/release/cli/edge"))
    assert path.is_file(), f"no program at {path}; run `make build` or set EDGE_BIN"
    return path


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with corpora/ and tools/; a test that asks for it skips where it is missing."""
    path = Path(os.environ.get("EDGE_SHARED", REPOSITORY.parent / "shared"))
    if not path.is_dir():
        pytest.skip(f"no game collections at {path}; set EDGE_SHARED")
    return path
