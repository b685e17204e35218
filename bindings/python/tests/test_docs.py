"""The examples of the pages do what they show."""

from __future__ import annotations

import doctest
import re
import shutil
from pathlib import Path

import pytest
from conftest import CLASSICS, REPOSITORY


def blocks_of(page: str, language: str) -> list[str]:
    text = (REPOSITORY / page).read_text()
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def test_python_md(folder: Path) -> None:
    blocks = blocks_of("docs/python.md", "pycon")
    assert blocks
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "docs/python.md", None, 0)
    assert doctest.DocTestRunner().run(example).failed == 0


def test_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").mkdir()
    shutil.copy(CLASSICS, tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    blocks = blocks_of("README.md", "python")
    assert blocks
    exec("\n".join(blocks), {})
    assert capsys.readouterr().out.startswith("7 move")
