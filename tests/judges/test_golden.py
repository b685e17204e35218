"""The golden scripts: tests/golden/*.test, one test each."""

import importlib.util
from pathlib import Path

import pytest

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
SCRIPTS = sorted(GOLDEN.glob("*.test"))

spec = importlib.util.spec_from_file_location("golden_run", GOLDEN / "run.py")
golden_run = importlib.util.module_from_spec(spec)
spec.loader.exec_module(golden_run)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_golden(script: Path, edge_bin: Path) -> None:
    failures = golden_run.run_script(script, edge_bin.resolve(), update=False)
    assert not failures, "\n\n".join(failures)


def test_lines_match_with_wildcards() -> None:
    fits = golden_run.fits
    assert fits(["a", "b<*>d"], ["a", "bcd"])
    assert fits(["...", "z"], ["a", "b", "z"])
    assert fits(["a", "..."], ["a"])
    assert not fits(["a"], ["a", "b"])
    assert not fits(["a.c"], ["abc"])
    assert not fits(["...", "z"], ["z", "a"])


def test_blocks_are_read_and_written_back() -> None:
    text = "# First.\n$ echo a \\\n> b\na b\n\n$ false\n[exit 1]\n"
    blocks = golden_run.parse(text)
    assert [block.command for block in blocks] == [["echo a \\", "b"], ["false"]]
    assert "\n\n".join(block.text() for block in blocks) + "\n" == text
