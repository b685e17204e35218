"""The examples of docs/python.md do what they show."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from conftest import REPOSITORY


def test_python_md(folder: Path) -> None:
    text = (REPOSITORY / "docs/python.md").read_text()
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert blocks
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "docs/python.md", None, 0)
    assert doctest.DocTestRunner().run(example).failed == 0
