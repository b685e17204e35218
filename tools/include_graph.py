#!/usr/bin/env python3
"""Draws which layers include which, and fails where the order is broken.

A folder includes folders below it, never on the same line or above (docs/architecture.md). Public headers
include only the standard library, <tl/expected.hpp> and other public headers; heavy libraries stay
out of headers and in the layers they belong to. The list of layers in docs/architecture.md must be
the one below.

    include_graph.py          a table: each layer, and how often it includes each other one
    include_graph.py --dot    the same for Graphviz
"""

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Lowest first; layers on one line may not include each other.
ORDER = [
    ["core"],
    ["chess", "bitmap"],
    ["codec"],
    ["corpus"],
    ["query"],
    ["explorer"],
    ["games"],
    ["tree"],
    ["formats"],
    ["index"],
    ["convert"],
    ["table"],
    ["wire"],
    ["abi"],
    ["server", "bindings"],
    ["cli"],
]
RANK = {layer: rank for rank, layers in enumerate(ORDER) for layer in layers}
OUTSIDE_SRC = ["cli", "server", "bindings"]

# Libraries with a home, and none of them in a header.
HOMES = {
    "nlohmann": {"wire", "server", "cli"},
    "CLI": {"cli"},
    "boost": {"server"},
    "zstd.h": {"core"},
    "zlib.h": {"core"},
    "bzlib.h": {"core"},
    "xxhash.h": {"core"},
}
NOT_IN_HEADERS = set(HOMES) | {"fmt"}
LIGHT_ENOUGH = {"nlohmann/json_fwd.hpp"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def includes(path: Path):
    """Yields (line, is_quoted, name) for each include of a file."""
    text = path.read_text(encoding="utf-8")
    for match in INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start(2)) + 1, match[1] == '"', match[2]


def sources(folder: Path):
    return sorted(p for p in folder.rglob("*") if p.suffix in (".h", ".cpp"))


def check_include(layer: str, path: Path, quoted: bool, name: str):
    """The layer that `name` belongs to, if any, and what is wrong with including it, if anything."""
    library = name.split("/")[0]
    if library == "edge":
        return None, None
    if not quoted:
        if library in HOMES and layer not in HOMES[library]:
            return None, f"<{name}> belongs to {', '.join(sorted(HOMES[library]))}"
        is_header = path.suffix == ".h" and path.name != "precompiled.h"  # which is not included anywhere
        if is_header and library in NOT_IN_HEADERS and name not in LIGHT_ENOUGH:
            return None, f"<{name}> in a header; keep it in .cpp files"
        return None, None
    if library in RANK and "/" in name:
        if library != layer and RANK[library] >= RANK[layer]:
            return library, f"{layer} may not include {library} ({name})"
        return library, None
    # Sources outside src/ name their own files from their own folder, or from that of their binding.
    folders = [path.parent, path.parent.parent]
    if layer in OUTSIDE_SRC and any((folder / name).is_file() for folder in folders):
        return layer, None
    return None, f'"{name}" is not written from src/'


def check_layers():
    """Counts of (from, to) over all layers, and the violations found."""
    edges = Counter()
    problems = []
    folders = [p for p in sorted((ROOT / "src").iterdir()) if p.is_dir()]
    folders += [ROOT / name for name in OUTSIDE_SRC if (ROOT / name).is_dir()]
    for folder in folders:
        if folder.name not in RANK:
            problems.append(f"{folder.relative_to(ROOT)}: not a known layer; add it to ORDER")
            continue
        for path in sources(folder):
            for line, quoted, name in includes(path):
                target, problem = check_include(folder.name, path, quoted, name)
                if target and target != folder.name:
                    edges[folder.name, target] += 1
                if problem:
                    problems.append(f"{path.relative_to(ROOT)}:{line}: {problem}")
    return edges, problems


def check_public_headers():
    problems = []
    for path in sources(ROOT / "include"):
        for line, _, name in includes(path):
            standard = re.fullmatch(r"[a-z_0-9]+(\.h)?", name)
            if not (standard or name == "tl/expected.hpp" or name.startswith("edge/")):
                problems.append(f"{path.relative_to(ROOT)}:{line}: a public header includes {name}")
    return problems


def check_documentation():
    """The order of layers as docs/architecture.md shows it must be ORDER, highest first."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    section = text.partition("\n## Who may include whom\n")[2].partition("\n## ")[0]
    shown = [line.split() for line in section.splitlines() if line.startswith("    ")]
    if shown == ORDER[::-1]:
        return []
    return ["docs/architecture.md: the layers under 'Who may include whom' are not those of ORDER"]


def draw_table(edges: Counter):
    for layer in reversed(list(RANK)):
        targets = [t for t in reversed(list(RANK)) if edges[layer, t]]
        if targets:
            print(f"{layer:10}" + "  ".join(f"{t} {edges[layer, t]}" for t in targets))


def draw_dot(edges: Counter):
    print("digraph includes {")
    for (source, target), count in sorted(edges.items()):
        print(f'    {source} -> {target} [label="{count}"];')
    print("}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dot", action="store_true", help="print the graph for Graphviz")
    arguments = parser.parse_args()

    edges, problems = check_layers()
    problems += check_public_headers()
    problems += check_documentation()
    (draw_dot if arguments.dot else draw_table)(edges)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
