"""Looks into a wheel: check_wheel.py WHEEL FOLDER...

It must hold the typed package and its module, name none of the folders, and link to nothing but
libraries of the system.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

SYSTEM = re.compile(
    r"(lib(c|m|pthread|dl|stdc\+\+|gcc_s|z|bz2|zstd|xxhash|fmt)|ld-linux[-\w]*)\.so\.[.\d]+$"
)


def problems(wheel: Path, folders: list[str]) -> list[str]:
    found: list[str] = []
    with zipfile.ZipFile(wheel) as archive, tempfile.TemporaryDirectory() as work:
        names = archive.namelist()
        modules = [name for name in names if name.endswith(".so")]
        for wanted in ("edge_chess/py.typed", "edge_chess/_native.pyi", "edge_chess/__init__.py"):
            if wanted not in names:
                found.append(f"{wanted} is missing")
        if len(modules) != 1 or not modules[0].startswith("edge_chess/_native."):
            found.append(f"found the modules {modules}, expected edge_chess/_native alone")
        strange = [name for name in names if not name.startswith(("edge_chess/", "edge_chess-"))]
        found += [f"{name} does not belong there" for name in strange]
        for name in names:
            content = archive.read(name)
            found += [f"{name} names {path}" for path in folders if f"{path}/".encode() in content]
        for name in modules:
            dynamic = subprocess.run(
                ["readelf", "--dynamic", "--wide", archive.extract(name, work)],
                capture_output=True, text=True, check=True,
            ).stdout  # fmt: skip
            for library in re.findall(r"NEEDED.*\[(.*)\]", dynamic):
                if not SYSTEM.match(library):
                    found.append(f"{name} needs {library}")
            if "RPATH" in dynamic or "RUNPATH" in dynamic:
                found.append(f"{name} has a search path")
    return found


if __name__ == "__main__":
    messages = problems(Path(sys.argv[1]), sys.argv[2:])
    print("\n".join(messages) or f"{Path(sys.argv[1]).name}: sound", file=sys.stderr)
    sys.exit(bool(messages))
