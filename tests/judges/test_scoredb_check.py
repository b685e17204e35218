"""What `edge index` writes, checked by a program that shares only the format document with it."""

import json
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from support import CLASSICS, SAMPLES, Edge, meta_of

FULL_REPLAY_GAMES = 2000


def check(shared: Path, corpus: Path, *arguments: str) -> dict:
    done = subprocess.run(
        [sys.executable, shared / "tools" / "scoredb_check.py", corpus, "--json", *arguments],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return json.loads(done.stdout)


def assert_consistent(edge: Edge, report: dict, corpus: Path) -> None:
    assert report["games_read"] == report["games"] + sum(report["skipped"].values())
    meta = meta_of(corpus)
    assert int(meta["total_games"]) == report["games"]
    assert int(meta["total_moves"]) == report["plies"]
    edge.ok("inspect", corpus, "--verify")


@pytest.fixture(scope="module")
def indexed(edge: Edge, sample, tmp_path_factory):
    """A sample's corpus and the report of the run; all are removed at the end."""
    folder = tmp_path_factory.mktemp("indexed")
    made: dict[str, tuple[Path, dict]] = {}

    def get(name: str) -> tuple[Path, dict]:
        if name not in made:
            corpus = folder / f"{name}.scoredb"
            made[name] = corpus, edge.index(sample(name), "--out", corpus)
        return made[name]

    yield get
    shutil.rmtree(folder, ignore_errors=True)


def test_classics(edge: Edge, shared: Path, tmp_path: Path) -> None:
    corpus = tmp_path / "classics.scoredb"
    report = edge.index(CLASSICS, "--out", corpus)
    assert report["games"] == CLASSICS.read_text().count("[Event ")
    assert report["skipped"] == {} or sum(report["skipped"].values()) == 0
    assert_consistent(edge, report, corpus)
    check(shared, corpus, "--replay")


@pytest.mark.parametrize("name", SAMPLES)
def test_sample_conforms(edge: Edge, shared: Path, indexed, name: str) -> None:
    corpus, report = indexed(name)
    assert_consistent(edge, report, corpus)
    check(shared, corpus)


@pytest.mark.parametrize("name", SAMPLES)
def test_games_of_a_sample_replay(shared: Path, indexed, name: str) -> None:
    check(shared, indexed(name)[0], "--replay", "--sample", "300")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_slice_replays_in_full(
    edge: Edge, shared: Path, sample_slice, tmp_path: Path, name: str
) -> None:
    corpus = tmp_path / "slice.scoredb"
    report = edge.index(sample_slice(name, FULL_REPLAY_GAMES), "--out", corpus, "--shards", "3")
    assert_consistent(edge, report, corpus)
    check(shared, corpus, "--replay")


def test_without_tree_and_extra(edge: Edge, shared: Path, tmp_path: Path) -> None:
    corpus = tmp_path / "plain.scoredb"
    edge.index(CLASSICS, "--out", corpus, "--no-tree", "--no-extra")
    assert not (corpus / "tree.dat").exists()
    assert not list(corpus.glob("shards/*.extra"))
    check(shared, corpus)


@pytest.mark.parametrize("plies", ["1", "12", "all"])
def test_tree_depth(edge: Edge, shared: Path, tmp_path: Path, plies: str) -> None:
    corpus = tmp_path / "depth.scoredb"
    edge.index(CLASSICS, "--out", corpus, "--tree-plies", plies)
    assert meta_of(corpus)["tree_plies"] == ("0" if plies == "all" else plies)
    check(shared, corpus, "--replay")


def test_tree_min_games(edge: Edge, shared: Path, sample_slice, tmp_path: Path) -> None:
    corpus = tmp_path / "min.scoredb"
    edge.index(sample_slice("otb", 500), "--out", corpus, "--tree-min-games", "2")
    assert meta_of(corpus)["tree_min_games"] == "2"
    check(shared, corpus, "--replay")


def test_bitmaps(edge: Edge, shared: Path, tmp_path: Path) -> None:
    corpus = tmp_path / "bitmaps.scoredb"
    edge.index(CLASSICS, "--out", corpus, "--shards", "3")
    games = [path.stat().st_size // 8 for path in sorted(corpus.glob("shards/*.gameidx"))]
    empty = tmp_path / "empty.bm"
    empty.write_bytes(empty_bitmap(games))
    edge.ok("bitmap", "not", empty, "--output", "@all", "--corpus", corpus)
    edge.ok("bitmap", "and", "@all", empty, "--output", "@none", "--corpus", corpus)
    edge.ok("bitmap", "xor", "@all", "@none", "--output", "@same", "--corpus", corpus)
    assert (corpus / "bitmaps" / "none.bm").read_bytes() == empty.read_bytes()
    listed = edge.json("bitmap", "list", corpus)["bitmaps"]
    assert {b["name"]: b["games_set"] for b in listed} == {
        "all": sum(games),
        "none": 0,
        "same": sum(games),
    }
    check(shared, corpus)
    edge.ok("inspect", corpus, "--verify")


def empty_bitmap(games: list[int]) -> bytes:
    """A bitmap file with no game set, made from the format document alone."""
    table, offset = b"", 32 + 16 * len(games)
    for shard, count in enumerate(games):
        table += struct.pack("<IIQ", shard, count, offset)
        offset += (count + 7) // 8
    header = struct.pack("<8sIIQQ", b"PMOTE-BM", 1, len(games), sum(games), 0)
    return (header + table).ljust(offset, b"\0")
