"""edge add --skip-duplicates on real games: what is left out, checked by reading the PGN, and what
is stored, compared with an add of the games that stay."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support import Edge, first_games, meta_of
from test_dedup import clear_contradictions, player, read_games, surnames_differ

OLD, ALL = 4000, 6000
RECORD_OFFSET_BYTES = 8  # where a game begins in its source, at the head of its record


def starts_of(text: bytes) -> list[int]:
    return [at for at in range(0, len(text)) if text.startswith(b"[Event ", at)]


@pytest.fixture(scope="module")
def grown(edge: Edge, sample, tmp_path_factory):
    """Games 0 to 3999 as a corpus; added are 3700 to 5999, with the 300 first ones after them."""
    folder = tmp_path_factory.mktemp("skip")
    text = first_games(sample("otb"), ALL, folder / "all.pgn").read_bytes()
    starts = [*starts_of(text), len(text)]
    (folder / "old.pgn").write_bytes(text[: starts[OLD]])
    (folder / "new.pgn").write_bytes(text[starts[OLD - 300] :] + text[: starts[300]])
    edge.index(folder / "old.pgn", "--out", folder / "c.scoredb")
    report = edge.json(
        "add", folder / "c.scoredb", folder / "new.pgn", "--skip-duplicates",
        "--report", folder / "skipped.jsonl",
    )  # fmt: skip
    rows = [json.loads(line) for line in (folder / "skipped.jsonl").read_text().splitlines()]
    return folder, report, [row for row in rows if row["reason"] == "duplicate"]


def game_of_line(path: Path) -> dict[int, int]:
    """The number of the game that begins on a line."""
    lines = path.read_bytes().split(b"\n")
    heads = [at + 1 for at, line in enumerate(lines) if line.startswith(b"[Event ")]
    return {line: number for number, line in enumerate(heads)}


def test_no_duplicate_of_a_new_game_is_left(edge: Edge, grown) -> None:
    folder, report, rows = grown
    assert report["games_read"] == report["games"] + sum(report["skipped"].values())
    assert report["skipped"]["duplicate"] == len(rows) > 500
    first = report["added"]["first_game"]
    answer = edge.json("dedup", folder / "c.scoredb", "--limit", 1000000)
    for group in answer["listed"]:
        assert group["kept"]["game_id"] < first
        assert all(game["game_id"] < first for game in group["dropped"])


def test_every_game_left_out_repeats_the_one_that_is_named(edge: Edge, grown) -> None:
    folder, report, rows = grown
    old, new = read_games(folder / "old.pgn"), read_games(folder / "new.pgn")
    number_of = game_of_line(folder / "new.pgn")
    assert len(number_of) == len(new) == report["games_read"]
    dropped = [number_of[row["line"]] for row in rows]
    assert dropped == sorted(set(dropped))
    kept = [number for number in range(len(new)) if number not in set(dropped)]
    assert len(old) == report["added"]["first_game"]
    for number, row in zip(dropped, rows, strict=True):
        game_id = int(row["text"].removeprefix("game "))
        other = old[game_id] if game_id < len(old) else new[kept[game_id - len(old)]]
        game = new[number]
        assert not clear_contradictions(game, other), (game, other)
        for colour in ("White", "Black"):
            assert not surnames_differ(player(game, colour), player(other, colour)), (game, other)
        short, long = sorted((game["moves"].split(), other["moves"].split()), key=len)
        assert short == long or (len(short) > 20 and long[: len(short)] == short)


def test_the_same_games_are_left_out_as_by_comparing_all_pairs(grown) -> None:
    """Of games that repeat an old one word by word none may stay."""
    folder, _, rows = grown
    number_of = game_of_line(folder / "new.pgn")
    dropped = {number_of[row["line"]] for row in rows}

    def key(game):
        return game["moves"], *(player(game, tag) for tag in ("White", "Black", "Date", "Result"))

    named = [g for g in read_games(folder / "old.pgn") if "?" not in key(g)[1:3]]
    old = {key(game) for game in named}
    repeats = [i for i, g in enumerate(read_games(folder / "new.pgn")) if key(g) in old]
    assert len(repeats) >= 590
    assert set(repeats) <= dropped


def test_the_files_are_those_of_an_add_of_what_stays(edge: Edge, shared: Path, grown) -> None:
    folder, report, rows = grown
    text = (folder / "new.pgn").read_bytes()
    starts = [*starts_of(text), len(text)]
    number_of = game_of_line(folder / "new.pgn")
    dropped = {number_of[row["line"]] for row in rows}
    games = [text[a:b] for a, b in zip(starts, starts[1:], strict=False)]
    (folder / "kept.pgn").write_bytes(b"".join(g for i, g in enumerate(games) if i not in dropped))
    expected = folder / "expected.scoredb"
    edge.index(folder / "old.pgn", "--out", expected)
    edge.json("add", expected, folder / "kept.pgn")
    corpus = folder / "c.scoredb"
    for name in ("1.gameidx", "1.dict", "1.cols", "1.extra"):
        found, wanted = (c / "shards" / name for c in (corpus, expected))
        assert found.read_bytes() == wanted.read_bytes(), name
    found, wanted = (bytearray((c / "shards/1.moves").read_bytes()) for c in (corpus, expected))
    index = (corpus / "shards/1.gameidx").read_bytes()
    for at in range(0, len(index), 8):
        begin = int.from_bytes(index[at : at + 8], "little")
        for moves in (found, wanted):
            moves[begin : begin + RECORD_OFFSET_BYTES] = bytes(RECORD_OFFSET_BYTES)
    assert found == wanted
    for tree in meta_of(expected)["tree_segments"].split(","):
        name = tree.split(":")[0]
        for file in (name, name.removesuffix(".dat") + ".games"):
            assert (corpus / file).read_bytes() == (expected / file).read_bytes(), file
    edge.ok("inspect", corpus, "--verify")
    edge.json("compact", corpus, "--tree")  # the reader knows only trees of one file
    check = [sys.executable, shared / "tools" / "scoredb_check.py", corpus, "--json", "--replay"]
    done = subprocess.run(check, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert report["added"]["total_games"] == OLD + report["games"]
