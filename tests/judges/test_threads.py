"""The same games give the same bytes, whatever the threads, the compression and the input."""

import bz2
import gzip
import subprocess
from pathlib import Path

import pytest
from support import CLASSICS, Edge, files_of

THREADS = (1, 2, 7)
GAMES = 6000  # a few MiB: several blocks of input for every thread
SKIPPABLE_FRAME = bytes.fromhex("532A4D18") + (6).to_bytes(4, "little") + b"abcdef"
TRAP = b"""

[Event "Not a game, only looks like one"]
[White "Nobody"]

1. a4 a5 1-0

"""


def zstd(data: bytes) -> bytes:
    return subprocess.run(["zstd", "-q3"], input=data, capture_output=True, check=True).stdout


def pieces(data: bytes, count: int) -> list[bytes]:
    size = len(data) // count + 1
    return [data[i : i + size] for i in range(0, len(data), size)]


ENCODERS = {
    "plain": lambda data: data,
    "gz": gzip.compress,
    "gz-members": lambda data: b"".join(map(gzip.compress, pieces(data, 3))),
    "bz2": bz2.compress,
    "zst": zstd,
    "zst-frames": lambda data: SKIPPABLE_FRAME
    + b"".join(zstd(p) + SKIPPABLE_FRAME for p in pieces(data, 9)),
}


@pytest.fixture(scope="module")
def pgn(edge: Edge, sample_slice) -> bytes:
    """Real games, games with clocks, and comments that hold what looks like a game's start."""
    text = sample_slice("lichess", GAMES // 3).read_bytes() + b"\n"
    text += edge.ok("synth", GAMES // 3, "--clocks").encode()
    # Long comments with traps inside, so that block boundaries fall into them.
    for game in edge.ok("synth", 40, "--seed", 5).split("\n\n[Event")[:-1]:
        tags, moves = game.split("\n\n", 1)
        event = tags if tags.startswith("[Event") else "[Event" + tags
        text += event.encode() + b"\n\n{" + TRAP * 2000 + b"} " + moves.encode() + b"\n\n"
    return text + edge.ok("synth", GAMES // 3, "--seed", 2).encode()


def index_bytes(edge: Edge, out: Path, *arguments, **options) -> dict[str, bytes]:
    edge.index(*arguments, "--out", out, **options)
    return files_of(out)


def assert_same(expected: dict[str, bytes], found: dict[str, bytes]) -> None:
    assert found.keys() == expected.keys()
    different = [name for name in expected if expected[name] != found[name]]
    assert not different


@pytest.fixture(scope="module")
def reference(edge: Edge, pgn: bytes, tmp_path_factory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("reference")
    (folder / "games.pgn").write_bytes(pgn)
    report = edge.index(
        folder / "games.pgn", "--threads", 1, "--shards", 4, "--out", folder / "c.scoredb"
    )
    assert report["games_read"] >= GAMES
    assert not any(b"Nobody" in data for data in files_of(folder / "c.scoredb").values())
    return files_of(folder / "c.scoredb")


@pytest.mark.parametrize("encoding", ENCODERS)
def test_threads_and_compression_do_not_matter(
    edge: Edge, pgn: bytes, reference, encoding: str, tmp_path: Path
) -> None:
    source = tmp_path / "games.pgn"
    source.write_bytes(ENCODERS[encoding](pgn))
    for threads in THREADS:
        out = tmp_path / f"{threads}.scoredb"
        found = index_bytes(edge, out, source, "--threads", threads, "--shards", 4)
        assert_same(reference, found)


def test_standard_input(edge: Edge, pgn: bytes, reference, tmp_path: Path) -> None:
    for name, encode in (("plain", ENCODERS["plain"]), ("zst", ENCODERS["zst-frames"])):
        for threads in THREADS:
            out = tmp_path / f"{name}-{threads}.scoredb"
            found = index_bytes(
                edge, out, "-", "--threads", threads, "--shards", 4, input=encode(pgn)
            )
            assert_same(reference, found)


def test_a_small_memory_bound_does_not_matter(
    edge: Edge, pgn: bytes, reference, tmp_path: Path
) -> None:
    for compress in (False, True):  # the size of gzip is not known, so its games are spooled
        source = tmp_path / ("games.pgn.gz" if compress else "games.pgn")
        source.write_bytes(ENCODERS["gz"](pgn) if compress else pgn)
        found = index_bytes(
            edge, tmp_path / f"{compress}.scoredb", source, "--memory", "1M", "--shards", 4
        )
        assert_same(reference, found)
    report = edge.index(source, "--out", tmp_path / "spilled.scoredb", "--memory", "1M")
    assert report["tree"]["spilled_bytes"] > 0


def split_at_games(pgn: bytes, count: int) -> list[bytes]:
    """Cuts between games of the clean part at the end."""
    cuts = [pgn.rindex(b"\n\n[Event ", 0, len(pgn) - 1000 * i) + 2 for i in range(count - 1, 0, -1)]
    return [pgn[a:b] for a, b in zip([0, *cuts], [*cuts, len(pgn)])]


def test_several_files_are_one_concatenation(
    edge: Edge, pgn: bytes, reference, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    (folder / "deeper").mkdir(parents=True)
    first, second, third = split_at_games(pgn, 3)
    (folder / "a.pgn").write_bytes(first)
    (folder / "deeper" / "b.pgn.gz").write_bytes(gzip.compress(second))
    (folder / "e.pgn.zst").write_bytes(zstd(third))
    (folder / "notes.txt").write_text("no games")
    names = [folder / "a.pgn", folder / "deeper" / "b.pgn.gz", folder / "e.pgn.zst"]
    shards = {name: data for name, data in reference.items() if name != "meta"}
    for threads in THREADS:
        for label, sources in (("files", names), ("folder", [folder])):
            found = index_bytes(
                edge,
                tmp_path / f"{label}{threads}.scoredb",
                *sources,
                "--threads",
                threads,
                "--shards",
                4,
            )
            assert_same(shards, {name: data for name, data in found.items() if name != "meta"})


def test_bad_games_are_reported_in_order(edge: Edge, tmp_path: Path) -> None:
    source = tmp_path / "bad.pgn"
    bad = "".join(
        f'[Event "{i}"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qx{"abcdefgh"[i % 8]}9 1-0\n\n'
        for i in range(5000)
    )
    source.write_text(bad)
    reports = []
    for threads in THREADS:
        path = tmp_path / f"{threads}.jsonl"
        edge.index(
            source, "--threads", threads, "--report", path, "--out", tmp_path / f"{threads}.scoredb"
        )
        reports.append(path.read_text())
    assert reports[0].count("\n") == 5000
    assert reports[1:] == reports[:1] * 2


def test_the_same_run_twice(edge: Edge, tmp_path: Path) -> None:
    first = index_bytes(edge, tmp_path / "a.scoredb", CLASSICS)
    assert_same(first, index_bytes(edge, tmp_path / "b.scoredb", CLASSICS))
