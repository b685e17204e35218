"""Sparse sets (PMOTE-BM version 2), with pyroaring and xxhash as judges: the reader and the writer
of Roaring's format over sets of every shape, and whole files that this program reads and writes
from docs/formats/bitmap.md alone."""

import functools
import json
import os
import random
import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
import xxhash
from pyroaring import BitMap
from support import REPOSITORY, Edge, meta_of

SPAN = 1 << 16
GAMES = 30_000
CORPUS_ID = "00112233445566778899aabbccddeeff"
OTHER_ID = "ffeeddccbbaa99887766554433221100"


@pytest.fixture(scope="session")
def recode_roaring() -> Path:
    default = REPOSITORY / "build/release/tests/recode_roaring"
    path = Path(os.environ.get("EDGE_RECODE_ROARING", default))
    assert path.is_file(), f"no program at {path}; run `make build` or set EDGE_RECODE_ROARING"
    return path


# ---- sets of numbers


def optimized(numbers) -> bytes:
    """What pyroaring makes of a set that was not made of runs, with runs where these are smaller."""
    made = BitMap(list(numbers))
    made.run_optimize()
    return made.serialize()


def some(first: int, count: int, chance: random.Random) -> list[int]:
    return sorted(chance.sample(range(first, first + SPAN), count))


def runs(first: int, count: int, longest: int, chance: random.Random) -> list[int]:
    numbers: set[int] = set()
    for _ in range(count):
        begin = chance.randrange(SPAN)
        end = min(SPAN, begin + chance.randrange(1, longest))
        numbers.update(range(first + begin, first + end))
    return sorted(numbers)


def all_but(first: int, hole: int) -> list[int]:
    return [n for n in range(first, first + SPAN) if n != first + hole]


# The numbers of one container, from the first one on.
SHAPES = {
    "empty": lambda first, chance: [],
    "first": lambda first, chance: [first],
    "last": lambda first, chance: [first + SPAN - 1],
    "first and last": lambda first, chance: [first, first + SPAN - 1],
    "few": lambda first, chance: some(first, chance.randrange(1, 50), chance),
    "hundreds": lambda first, chance: some(first, chance.randrange(50, 1000), chance),
    "4095": lambda first, chance: some(first, 4095, chance),
    "4096": lambda first, chance: some(first, 4096, chance),
    "4097": lambda first, chance: some(first, 4097, chance),
    "half": lambda first, chance: some(first, SPAN // 2, chance),
    "most": lambda first, chance: some(first, SPAN - chance.randrange(2, 3000), chance),
    "full": lambda first, chance: list(range(first, first + SPAN)),
    "full but one": lambda first, chance: all_but(first, chance.randrange(SPAN)),
    "every other": lambda first, chance: list(range(first, first + SPAN, 2)),
    "pairs": lambda first, chance: [n for n in range(first, first + SPAN) if n % 3 != 2],
    "one run": lambda first, chance: runs(first, 1, SPAN, chance),
    "long runs": lambda first, chance: runs(first, 20, 3000, chance),
    "short runs": lambda first, chance: runs(first, 2000, 6, chance),
    # The most runs that are smaller than bits, and one more.
    "2047 runs": lambda first, chance: [first + 31 * i + k for i in range(2047) for k in range(9)],
    "2048 runs": lambda first, chance: [first + 31 * i + k for i in range(2048) for k in range(9)],
}


@functools.cache
def random_sets() -> list[tuple[int, list[int]]]:
    """Limits and the numbers below them."""
    chance = random.Random(19)
    sets: list[tuple[int, list[int]]] = [(0, []), (1, []), (1, [0]), (SPAN, [SPAN - 1])]
    sets += [(SPAN + 1, [SPAN - 1, SPAN]), (SPAN + 1, list(range(SPAN + 1)))]
    sets += [(SPAN, shape(0, chance)) for shape in SHAPES.values()]
    for _ in range(60):
        containers = chance.randrange(1, 8)
        numbers: list[int] = []
        for container in range(containers):
            numbers += chance.choice(list(SHAPES.values()))(container * SPAN, chance)
        limit = chance.randrange(1, containers * SPAN + 1)
        sets.append((limit, [n for n in numbers if n < limit]))
    for exponent in range(1, 20):
        count = chance.randrange(1, 1 << exponent)
        sets.append((1_000_000, sorted(chance.sample(range(1_000_000), count))))
    return sets


def recoded(program: Path, sets: list[tuple[int, bytes]]) -> list[tuple[bool, bytes]]:
    given = b"".join(struct.pack("<II", limit, len(data)) + data for limit, data in sets)
    done = subprocess.run([program], input=given, capture_output=True, timeout=300)
    assert done.returncode == 0
    answers, at = [], 0
    while at < len(done.stdout):
        good, size = struct.unpack_from("<II", done.stdout, at)
        answers.append((good == 1, done.stdout[at + 8 : at + 8 + size]))
        at += 8 + size
    assert len(answers) == len(sets)
    return answers


def test_sets_of_every_shape_agree(recode_roaring: Path) -> None:
    sets = random_sets()
    plain = [(limit, BitMap(numbers).serialize()) for limit, numbers in sets]
    with_runs = [(limit, optimized(numbers)) for limit, numbers in sets]
    for given in (plain, with_runs):
        for (limit, numbers), (good, data) in zip(sets, recoded(recode_roaring, given)):
            assert good, data
            assert data == optimized(numbers), f"{len(numbers)} numbers below {limit}"
            assert list(BitMap.deserialize(data)) == numbers


def test_a_set_with_a_number_too_high_is_refused(recode_roaring: Path) -> None:
    sets = [(limit, numbers) for limit, numbers in random_sets() if numbers]
    too_low = [(numbers[-1], optimized(numbers)) for _, numbers in sets]
    assert not any(good for good, _ in recoded(recode_roaring, too_low))


def test_a_set_that_was_cut_or_has_more_bytes_is_refused(recode_roaring: Path) -> None:
    whole = optimized([1, 5, *range(100, 900), *range(SPAN, SPAN + 9), 3 * SPAN])
    damaged = [whole[:size] for size in range(len(whole))] + [whole + b"\0"]
    answers = recoded(recode_roaring, [(4 * SPAN, data) for data in damaged])
    assert not any(good for good, _ in answers)


# ---- whole files


def sparse_file(shards: list[tuple[int, list[int]]], corpus_id: str = CORPUS_ID) -> bytes:
    """A file of version 2: for each shard the number of its games, and those in the set."""
    sets = [optimized(games) if games else b"" for _, games in shards]
    offset = 48 + 24 * len(shards)
    data = b"PMOTE-BM" + struct.pack("<IIQ", 2, len(shards), sum(count for count, _ in shards))
    data += bytes.fromhex(corpus_id) + struct.pack("<Q", 0)
    for number, ((count, _), packed) in enumerate(zip(shards, sets)):
        data += struct.pack("<IIQQ", number, count, offset, len(packed))
        offset += len(packed)
    data += b"".join(sets)
    return data + struct.pack("<Q", xxhash.xxh3_64_intdigest(data))


def read_sparse_file(data: bytes) -> tuple[str, list[tuple[int, list[int]]]]:
    """The corpus and the shards of a file, every byte of which must be as the format says."""
    magic, version, count, total = struct.unpack_from("<8sIIQ", data)
    assert (magic, version) == (b"PMOTE-BM", 2)
    corpus_id, zero = data[24:40].hex(), data[40:48]
    assert zero == bytes(8)
    shards, expected = [], 48 + 24 * count
    for number in range(count):
        entry = struct.unpack_from("<IIQQ", data, 48 + 24 * number)
        shard, games, offset, size = entry
        assert (shard, offset) == (number, expected)
        numbers = list(BitMap.deserialize(data[offset : offset + size])) if size else []
        assert not size or numbers, "no bytes stand for an empty set"
        assert all(game < games for game in numbers)
        assert data[offset : offset + size] == (optimized(numbers) if numbers else b"")
        shards.append((games, numbers))
        expected += size
    assert total == sum(games for games, _ in shards)
    assert len(data) == expected + 8
    assert struct.unpack_from("<Q", data, expected)[0] == xxhash.xxh3_64_intdigest(data[:expected])
    return corpus_id, shards


def dense_file(shards: list[tuple[int, list[int]]]) -> bytes:
    table, bits = b"", b""
    for number, (count, games) in enumerate(shards):
        table += struct.pack("<IIQ", number, count, 32 + 16 * len(shards) + len(bits))
        chosen = bytearray((count + 7) // 8)
        for game in games:
            chosen[game // 8] |= 1 << game % 8
        bits += chosen
    total = sum(count for count, _ in shards)
    return struct.pack("<8sIIQQ", b"PMOTE-BM", 1, len(shards), total, 0) + table + bits


def stored_file(shards: list[tuple[int, list[int]]]) -> bytes:
    """The smaller one, if it is small enough."""
    sparse, dense = sparse_file(shards), dense_file(shards)
    return sparse if len(sparse) <= len(dense) / 8 else dense


def version_of(path: Path) -> int:
    return struct.unpack_from("<I", path.read_bytes(), 8)[0]


def set_corpus_id(corpus: Path, corpus_id: str) -> None:
    """Gives a corpus this id, whether it had one or not, and meta the hash it must then end in."""
    meta = corpus / "meta"
    lines = [
        line
        for line in meta.read_bytes().splitlines(keepends=True)
        if not line.startswith((b"corpus_id=", b"meta_hash="))
    ]
    text = b"".join(lines) + f"corpus_id={corpus_id}\n".encode()
    meta.write_bytes(text + f"meta_hash={xxhash.xxh3_128_hexdigest(text)}\n".encode())


@pytest.fixture(scope="module")
def corpus(edge: Edge, tmp_path_factory) -> Path:
    """Two shards of short games that can be told apart by their years."""
    folder = tmp_path_factory.mktemp("sparse")
    pgn = folder / "games.pgn"
    with pgn.open("w") as out:
        for game in range(GAMES):
            out.write(f'[Date "{1001 + game % 3000}.??.??"]\n[Result "1-0"]\n\n1. e4 1-0\n\n')
    made = folder / "c.scoredb"
    edge.index(pgn, "--out", made, "--shards", "2")
    set_corpus_id(made, CORPUS_ID)
    return made


@pytest.fixture(scope="module")
def shard_games(corpus: Path) -> list[int]:
    games = [(corpus / "shards" / f"{n}.gameidx").stat().st_size // 8 for n in range(2)]
    assert sum(games) == GAMES
    return games


def put(corpus: Path, name: str, data: bytes) -> Path:
    path = corpus / "bitmaps" / f"{name}.bm"
    path.write_bytes(data)
    return path


def ids_of(edge: Edge, corpus: Path, query: str) -> list[int]:
    lines = edge.ok("games", corpus, "--query", query, "--format", "jsonl").splitlines()
    return [json.loads(line)["game_id"] for line in lines]


def test_edge_reads_what_this_program_writes(edge, corpus, shard_games) -> None:
    first, second = shard_games
    chance = random.Random(5)
    for name, games in {
        "ends": ([0, first - 1], [0, second - 1]),
        "none": ([], []),
        "second-only": ([], [7]),
        "all": (list(range(first)), list(range(second))),
        "runs": (list(range(10, 400)), list(range(second - 500, second))),
        "scattered": (sorted(chance.sample(range(first), 300)), []),
    }.items():
        put(corpus, name, sparse_file([(first, games[0]), (second, games[1])]))
        info = edge.json("bitmap", "info", f"@{name}", "--corpus", corpus)
        assert (info["version"], info["corpus_id"]) == (2, CORPUS_ID)
        assert [shard["set"] for shard in info["shards"]] == [len(part) for part in games]
        expected = games[0] + [first + game for game in games[1]]
        assert ids_of(edge, corpus, f"@{name}") == expected


def test_this_program_reads_what_edge_writes(edge, corpus, shard_games) -> None:
    first, second = shard_games
    for name, query in {
        "year": "year = 1500",
        "years": "year <= 1030",
        "everything": "all",
        "nothing": "year = 500",
    }.items():
        found = edge.json("query", corpus, "--query", query, "--output", f"@{name}", "--force")
        path = corpus / "bitmaps" / f"{name}.bm"
        corpus_id, shards = read_sparse_file(path.read_bytes())
        assert corpus_id == CORPUS_ID
        assert [count for count, _ in shards] == [first, second]
        ids = shards[0][1] + [first + game for game in shards[1][1]]
        assert len(ids) == found["games_matched"]
        assert ids == ids_of(edge, corpus, query)
        # As dense: the same games.
        edge.ok("query", corpus, "--query", query, "--output", f"@{name}", "--force", "--dense")
        assert path.read_bytes() == dense_file(shards)


def test_the_version_is_chosen_by_size(edge, corpus, shard_games, tmp_path) -> None:
    first, second = shard_games
    versions = set()
    for count in range(150, 260, 5):
        shards = [(first, list(range(0, 3 * count, 3))), (second, [])]
        (tmp_path / "x.bm").write_bytes(dense_file(shards))
        edge.ok("bitmap", "or", tmp_path / "x.bm", tmp_path / "x.bm", "--output", "@sized",
                "--corpus", corpus, "--force")  # fmt: skip
        written = (corpus / "bitmaps" / "sized.bm").read_bytes()
        assert written == stored_file(shards), count
        versions.add(version_of(corpus / "bitmaps" / "sized.bm"))
    assert versions == {1, 2}


def test_operations_take_both_versions(edge, corpus, shard_games, tmp_path) -> None:
    first, second = shard_games
    chance = random.Random(6)
    a = [(first, chance.sample(range(first), 50)), (second, chance.sample(range(second), 60))]
    b = [(first, [*a[0][1][:20], 1, 2, 3]), (second, list(range(100)))]
    sets = [{(n, g) for n, (_, games) in enumerate(s) for g in games} for s in (a, b)]
    results = {
        "and": sets[0] & sets[1],
        "or": sets[0] | sets[1],
        "xor": sets[0] ^ sets[1],
        "sub": sets[0] - sets[1],
    }
    out = tmp_path / "out.bm"
    for make_a in (dense_file, sparse_file):
        for make_b in (dense_file, sparse_file):
            (tmp_path / "a.bm").write_bytes(make_a(a))
            (tmp_path / "b.bm").write_bytes(make_b(b))
            for operation, expected in results.items():
                shards = [
                    (count, sorted(game for shard, game in expected if shard == number))
                    for number, (count, _) in enumerate(a)
                ]
                for more in ((), ("--corpus", corpus)):
                    edge.ok("bitmap", operation, tmp_path / "a.bm", tmp_path / "b.bm",
                            "--output", out, "--force", *more)  # fmt: skip
                    assert out.read_bytes() == dense_file(shards), "files elsewhere are dense"
                edge.ok("bitmap", operation, tmp_path / "a.bm", tmp_path / "b.bm",
                        "--output", "@combined", "--force", "--corpus", corpus)  # fmt: skip
                written = (corpus / "bitmaps" / "combined.bm").read_bytes()
                assert written == stored_file(shards)


def test_a_set_of_another_corpus_is_refused(edge, corpus, shard_games, tmp_path) -> None:
    shards = [(count, [5]) for count in shard_games]
    own, other = tmp_path / "own.bm", tmp_path / "other.bm"
    own.write_bytes(sparse_file(shards))
    other.write_bytes(sparse_file(shards, OTHER_ID))
    both = re.compile(f"{OTHER_ID}.*{CORPUS_ID}|{CORPUS_ID}.*{OTHER_ID}")
    for command in (
        ("query", corpus, other),
        ("games", corpus, other),
        ("explore", corpus, other),
        ("convert", corpus, other, tmp_path / "out.pgn"),
        ("bitmap", "info", other, "--corpus", corpus),
        ("bitmap", "not", other, "--output", tmp_path / "x.bm", "--corpus", corpus),
        ("bitmap", "or", own, other, "--output", tmp_path / "x.bm"),
    ):
        assert both.search(edge.refused(*command, mentions=other)), command
    assert not (tmp_path / "x.bm").exists()
    edge.ok("bitmap", "info", other)


def test_verify_finds_every_flipped_bit(edge, corpus, shard_games) -> None:
    shards = [(shard_games[0], [5, 6]), (shard_games[1], list(range(40, 90)))]
    whole = sparse_file(shards)
    path = put(corpus, "few", whole)
    for other in corpus.glob("bitmaps/*.bm"):
        if other != path:
            other.unlink()
    edge.ok("inspect", corpus, "--verify")
    listed = edge.json("bitmap", "list", corpus)["bitmaps"]
    assert listed == [{"name": "few", "version": 2, "bytes": len(whole), "games_set": 52}]
    chance = random.Random(7)
    try:
        for at in chance.sample(range(len(whole)), 25):
            damaged = bytearray(whole)
            damaged[at] ^= 1 << chance.randrange(8)
            path.write_bytes(damaged)
            done = edge.run("inspect", corpus, "--verify", "--json")
            report = json.loads(done.stdout)["verify"]
            assert done.returncode == 1 and report["counts"] == {"bitmap": 1}, at
            assert str(path) in report["findings"][0]["message"]
            edge.refused("query", corpus, "@few", mentions=path)
    finally:
        path.unlink()


def test_a_corpus_without_an_id_has_dense_sets(edge, corpus, shard_games, tmp_path) -> None:
    before = (corpus / "meta").read_bytes()
    text = b"".join(
        line
        for line in before.splitlines(keepends=True)
        if not line.startswith((b"corpus_id=", b"meta_hash="))
    )
    (corpus / "meta").write_bytes(
        text + f"meta_hash={xxhash.xxh3_128_hexdigest(text)}\n".encode()
    )
    try:
        assert "corpus_id" not in meta_of(corpus)
        edge.ok("query", corpus, "--query", "year = 1500", "--output", "@plain")
        assert version_of(corpus / "bitmaps" / "plain.bm") == 1
        path = put(corpus, "sparse", sparse_file([(count, [5]) for count in shard_games]))
        message = edge.refused("query", corpus, "@sparse", mentions=path)
        assert CORPUS_ID in message
    finally:
        (corpus / "meta").write_bytes(before)


def test_adding_games_keeps_a_sparse_set(edge, corpus, shard_games, tmp_path) -> None:
    grown = tmp_path / "grown.scoredb"
    shutil.copytree(corpus, grown)
    few = [(shard_games[0], [1, 5]), (shard_games[1], [])]
    path = put(grown, "few", sparse_file(few))
    pgn = tmp_path / "more.pgn"
    pgn.write_text('[Result "1-0"]\n\n1. d4 1-0\n\n' * 9)
    edge.ok("add", grown, pgn)
    corpus_id, shards = read_sparse_file(path.read_bytes())
    assert (corpus_id, shards) == (CORPUS_ID, [*few, (9, [])])
    assert ids_of(edge, grown, "@few") == [1, 5]
