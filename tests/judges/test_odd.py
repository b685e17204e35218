"""392 files from the test suites of other PGN software: what Edge keeps of each, next to what
python-chess reads, and pgn-extract's word where the two differ.

Every difference must stand in odd_differences.tsv with a verdict and a reason. Its columns: file;
game, the number in python-chess's reading ("-" when only Edge has it); edge and python-chess,
what each keeps, as "PLIES:DIGEST" of the UCI moves or "-"; pgn-extract, whose side it takes;
right, who is; why. A run with --odd-differences FILE writes the table of that run, so that new
rows can be explained.
"""

import csv
import difflib
import hashlib
import json
import subprocess
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from pathlib import Path

import pytest
from support import Edge, files_of, is_representable, mainline, other_program, read_games, text_of

TABLE = Path(__file__).with_name("odd_differences.tsv")
COLUMNS = ("file", "game", "edge", "python-chess", "pgn-extract", "right", "why")
FILES = 392


@dataclass(frozen=True)
class Difference:
    file: str
    game: str
    edge: str
    python_chess: str
    pgn_extract: str


@pytest.fixture(scope="module")
def odd_files(shared: Path, tmp_path_factory) -> list[Path]:
    folder = tmp_path_factory.mktemp("odd")
    unpacked = subprocess.run(
        ["zstd", "-dcq", shared / "corpora" / "odd.tar.zst"], stdout=subprocess.PIPE, check=True
    )
    subprocess.run(["tar", "xf", "-", "-C", folder], input=unpacked.stdout, check=True)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    assert len(files) == FILES
    return files


def digest(moves: str) -> str:
    if not moves:
        return "-"
    return f"{len(moves.split())}:{hashlib.sha256(moves.encode()).hexdigest()[:8]}"


def kept_by_edge(edge: Edge, path: Path, folder: Path) -> list[str]:
    """The UCI moves of each game Edge keeps; checks that nothing is lost silently."""
    corpus = folder / "odd.scoredb"
    done = edge.run(
        "index", path, "--out", corpus, "--force", "--no-tree", "--no-extra", "--json", timeout=60
    )
    assert done.returncode == 0, f"{path.name}: exit {done.returncode}: {text_of(done.stderr)}"
    report = json.loads(done.stdout)
    assert report["games_read"] == report["games"] + sum(report["skipped"].values()), path.name
    if report["games"] == 0:
        return []
    lines = edge.ok("games", corpus, "--format", "uci").splitlines()
    assert len(lines) == report["games"], path.name
    return [" ".join(line.split()[:-1]) for line in lines]  # the last word is the result


def kept_by_python_chess(path: Path) -> list[tuple[int, str]]:
    """Number and UCI moves of each game that a corpus could hold."""
    kept = []
    for number, game in enumerate(read_games(path, encoding="utf-8-sig"), 1):
        if is_representable(game):
            kept.append((number, " ".join(move.uci() for move in mainline(game))))
    return kept


def kept_by_pgn_extract(path: Path) -> set[str]:
    """The move sequences pgn-extract finds, broken games included."""
    program = other_program("pgn-extract")
    if program is None:
        return set()
    done = subprocess.run(
        [
            program,
            "-s",
            "-Wuci",
            "-C",
            "-N",
            "-V",
            "--keepbroken",
            "--notags",
            "-w",
            "1000000",
            path,
        ],
        capture_output=True,
        timeout=60,
    )
    games = (line.split() for line in text_of(done.stdout).splitlines())
    results = {"1-0", "0-1", "1/2-1/2", "*"}
    return {" ".join(w.lower() for w in game if w not in results) for game in games if game}


def differences(edge: Edge, path: Path, folder: Path) -> Iterator[Difference]:
    ours = kept_by_edge(edge, path, folder)
    theirs = kept_by_python_chess(path)
    if ours == [moves for _, moves in theirs]:
        return
    third = kept_by_pgn_extract(path)
    matcher = difflib.SequenceMatcher(None, ours, [moves for _, moves in theirs], autojunk=False)
    for kind, a, a_end, b, b_end in matcher.get_opcodes():
        if kind == "equal":
            continue
        for i in range(max(a_end - a, b_end - b)):
            our_moves = ours[a + i] if a + i < a_end else ""
            number, their_moves = theirs[b + i] if b + i < b_end else ("-", "")
            side = (
                "edge"
                if our_moves in third and our_moves
                else "python-chess" if their_moves in third and their_moves else "neither"
            )
            yield Difference(path.name, str(number), digest(our_moves), digest(their_moves), side)


def read_table() -> dict[Difference, tuple[str, str]]:
    if not TABLE.exists():
        return {}
    with TABLE.open(newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        assert tuple(next(rows)) == COLUMNS
        return {Difference(*row[:5]): (row[5], row[6]) for row in rows}


def write_table(path: Path, found: list[Difference], known: dict) -> None:
    with path.open("w", newline="") as file:
        table = csv.writer(file, delimiter="\t", quoting=csv.QUOTE_NONE, lineterminator="\n")
        table.writerow(COLUMNS)
        for difference in found:
            table.writerow([*astuple(difference), *known.get(difference, ("", ""))])


def test_every_difference_is_explained(
    edge: Edge, odd_files: list[Path], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    known = read_table()
    found = [d for path in odd_files for d in differences(edge, path, tmp_path)]
    if wanted := request.config.getoption("--odd-differences"):
        write_table(Path(wanted), found, known)
    # pgn-extract's side is for the reader and depends on its version.
    explained = {
        astuple(difference)[:4] for difference, (right, why) in known.items() if right and why
    }
    unexplained = [d for d in found if astuple(d)[:4] not in explained]
    assert not unexplained, "\n".join("\t".join(astuple(d)) for d in unexplained)
    present = {astuple(difference)[:4] for difference in found}
    stale = [difference for difference in known if astuple(difference)[:4] not in present]
    assert not stale, "no longer different:\n" + "\n".join("\t".join(astuple(d)) for d in stale)


def test_threads_change_nothing(edge: Edge, odd_files: list[Path], tmp_path: Path) -> None:
    """All files as one concatenation, where one file's unclosed comment meets the next file."""
    for threads in (1, 7):
        edge.index(
            odd_files[0].parent, "--out", tmp_path / f"{threads}.scoredb", "--threads", threads
        )
    assert files_of(tmp_path / "1.scoredb") == files_of(tmp_path / "7.scoredb")
