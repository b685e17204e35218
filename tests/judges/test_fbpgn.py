"""FBPGN files next to Python's cbor2 and zlib, and to those that the format's own encoder wrote."""

import json
import re
import struct
import zlib
from pathlib import Path

import cbor2
import pytest
from support import Edge, read_games

FIXTURES = ("twic1428-200", "twic1428-dups", "lichess-100")
# Files in which every byte of Edge's movetext is the source's: no comments, one space between words.
SAME_BYTES = ("twic1428-200", "twic1428-dups")
SHORT_KEYS = {
    "Event": "E",
    "Site": "S",
    "Date": "D",
    "Round": "R",
    "White": "W",
    "Black": "B",
    "Result": "Rs",
    "WhiteElo": "WE",
    "BlackElo": "BE",
    "ECO": "EC",
}


@pytest.fixture(scope="module")
def fixtures(shared: Path) -> Path:
    folder = shared / "fixtures" / "fbpgn"
    if not folder.is_dir():
        pytest.skip(f"no FBPGN files at {folder}")
    return folder


def read_fbpgn(path: Path) -> tuple[list[dict], list[int]]:
    """The chunks, and the number of each game's chunk. Every byte of the file is accounted for."""
    data = path.read_bytes()
    magic, version, count = struct.unpack_from("<5sBI", data)
    assert (magic, version) == (b"FBPGN", 2)
    at = 10
    chunks = []
    for _ in range(count):
        (length,) = struct.unpack_from("<I", data, at)
        chunks.append(cbor2.loads(zlib.decompress(data[at + 4 : at + 4 + length])))
        at += 4 + length
    (games,) = struct.unpack_from("<I", data, at)
    references = list(struct.unpack_from(f"<{games}I", data, at + 4))
    assert at + 4 + 4 * games == len(data)
    return chunks, references


def games_of(path: Path) -> list[dict]:
    chunks, references = read_fbpgn(path)
    return [chunks[number] for number in references]


GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


def plain(movetext: str) -> str:
    """What may be written in several ways, in Edge's: the ends of comments, marks after moves."""
    movetext = re.sub(r"\s*}", "}", re.sub(r"{\s*", "{", movetext))
    return re.sub(r"(?<=[a-zA-Z0-9+#=-])([!?]+) ", lambda m: f" ${GLYPHS[m[1]]} ", movetext)


def tree_text(game) -> str:
    game.headers.clear()
    return str(game)


@pytest.mark.parametrize("name", FIXTURES)
def test_fixtures_hold_the_games_of_their_sources(
    edge: Edge, fixtures: Path, tmp_path: Path, name: str
) -> None:
    edge.ok("convert", fixtures / f"{name}.fbpgn", tmp_path / "back.pgn")
    ours = list(read_games(tmp_path / "back.pgn"))
    theirs = list(read_games(fixtures / f"{name}.pgn"))
    assert len(ours) == len(theirs)
    for our, their in zip(ours, theirs):
        assert dict(our.headers) == dict(their.headers)
        assert tree_text(our) == tree_text(their)


@pytest.mark.parametrize("name", FIXTURES)
def test_python_reads_what_edge_writes(
    edge: Edge, fixtures: Path, tmp_path: Path, name: str
) -> None:
    edge.ok("convert", fixtures / f"{name}.pgn", tmp_path / "x.fbpgn")
    ours = games_of(tmp_path / "x.fbpgn")
    theirs = games_of(fixtures / f"{name}.fbpgn")
    assert len(ours) == len(theirs)
    for our, their in zip(ours, theirs):
        assert list(our) == ["m", "mv"]
        assert list(our["m"].items()) == list(their["m"].items())
        assert plain(our["mv"]) == plain(their["mv"])
    assert read_fbpgn(tmp_path / "x.fbpgn")[1] == read_fbpgn(fixtures / f"{name}.fbpgn")[1]


@pytest.mark.parametrize("name", SAME_BYTES)
def test_files_are_those_of_the_reference_encoder(
    edge: Edge, fixtures: Path, tmp_path: Path, name: str
) -> None:
    edge.ok("convert", fixtures / f"{name}.pgn", tmp_path / "x.fbpgn")
    if zlib.ZLIB_RUNTIME_VERSION.startswith("1.2"):  # other versions may pack otherwise
        assert (tmp_path / "x.fbpgn").read_bytes() == (fixtures / f"{name}.fbpgn").read_bytes()


def test_duplicates_are_stored_once(edge: Edge, fixtures: Path, tmp_path: Path) -> None:
    edge.ok("convert", fixtures / "twic1428-dups.pgn", tmp_path / "x.fbpgn")
    chunks, references = read_fbpgn(tmp_path / "x.fbpgn")
    assert len(chunks) == 60
    assert references == [*range(60), *range(20)]


@pytest.mark.parametrize("sample_name", ["otb", "lichess", "engine"])
def test_round_trip(edge: Edge, sample_slice, tmp_path: Path, sample_name: str) -> None:
    source = sample_slice(sample_name, 1000)
    edge.ok("convert", source, tmp_path / "x.fbpgn")
    edge.ok("convert", tmp_path / "x.fbpgn", tmp_path / "back.pgn")
    edge.ok("convert", source, tmp_path / "straight.pgn")
    assert (tmp_path / "back.pgn").read_bytes() == (tmp_path / "straight.pgn").read_bytes()


@pytest.mark.parametrize("sample_name", ["otb", "lichess"])
def test_the_index_says_what_the_chunks_say(
    edge: Edge, sample_slice, tmp_path: Path, sample_name: str
) -> None:
    edge.ok("convert", sample_slice(sample_name, 1000), tmp_path / "x.fbpgn")
    games = games_of(tmp_path / "x.fbpgn")
    index = json.loads((tmp_path / "x.fbpgn.idx").read_text(encoding="utf-8"))
    assert [entry.pop("ref") for entry in index] == list(range(len(games)))
    for entry, game in zip(index, games):
        assert entry == {k: v for k, v in game["m"].items() if k in SHORT_KEYS.values()}


def test_threads_do_not_change_the_bytes(edge: Edge, sample_slice, tmp_path: Path) -> None:
    source = sample_slice("otb", 3000)
    edge.ok("convert", source, tmp_path / "one.fbpgn", "--threads", 1)
    edge.ok("convert", source, tmp_path / "four.fbpgn", "--threads", 4)
    for ending in ("fbpgn", "fbpgn.idx"):
        one, four = (tmp_path / f"{n}.{ending}" for n in ("one", "four"))
        assert one.read_bytes() == four.read_bytes()


def write_fbpgn(path: Path, chunks: list[bytes], references: list[int]) -> Path:
    data = b"FBPGN\x02" + struct.pack("<I", len(chunks))
    data += b"".join(struct.pack("<I", len(chunk)) + chunk for chunk in chunks)
    data += struct.pack(f"<I{len(references)}I", len(references), *references)
    path.write_bytes(data)
    return path


def test_takes_what_other_writers_may_write(edge: Edge, tmp_path: Path) -> None:
    chunk = {"x": [1, None, 2.5], "mv": "1. e4 e5", "m": {"WE": 2700, "W": "A", "Rs": "1/2-1/2"}}
    source = write_fbpgn(
        tmp_path / "x.fbpgn",
        [cbor2.dumps(chunk), zlib.compress(cbor2.dumps(chunk, canonical=True), 1)],
        [1, 0, 1],
    )
    edge.ok("convert", source, tmp_path / "x.pgn")
    games = list(read_games(tmp_path / "x.pgn"))
    assert len(games) == 3
    for game in games:
        assert game.headers["White"] == "A"
        assert game.headers["WhiteElo"] == "2700"
        assert game.headers["Result"] == "1/2-1/2"
        assert len(list(game.mainline_moves())) == 2


def test_a_bomb_does_no_harm(edge: Edge, tmp_path: Path) -> None:
    bomb = zlib.compress(bytes(1 << 30), 9)
    good = cbor2.dumps({"m": {"W": "A"}, "mv": "1. e4 1-0"})
    source = write_fbpgn(tmp_path / "x.fbpgn", [bomb, good], [0, 1])
    report = edge.json(
        "convert", source, tmp_path / "x.pgn", "--threads", 1, prefix=("prlimit", "--as=1000000000")
    )
    assert report["games_read"] == 2
    assert report["games_written"] == 1


@pytest.mark.parametrize("at", [4, 5, 9, 12, -1])
def test_damage_is_refused(edge: Edge, tmp_path: Path, at: int) -> None:
    good = cbor2.dumps({"m": {"W": "A"}, "mv": "1. e4 1-0"})
    source = write_fbpgn(tmp_path / "x.fbpgn", [good], [0])
    data = bytearray(source.read_bytes())
    data[at] ^= 0x41
    source.write_bytes(data)
    edge.refused(
        "convert", source, tmp_path / "x.pgn", "--from", "fbpgn", mentions=f"{source}, offset"
    )
