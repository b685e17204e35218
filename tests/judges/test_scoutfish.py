"""Scoutfish's own test queries, with the games and plies that they must find."""

import json
from pathlib import Path

import pytest
from support import Edge


@pytest.fixture(scope="module")
def suite(shared: Path) -> dict:
    path = shared / "corpora" / "famous_games.scoutfish.json"
    if not path.is_file():
        pytest.skip(f"no {path}")
    return json.loads(path.read_text())


@pytest.fixture(scope="module")
def corpus(edge: Edge, shared: Path, suite: dict, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("scoutfish") / "famous.scoredb"
    report = edge.index(shared / "corpora" / suite["pgn"], "--out", path)
    assert report["games"] == suite["games"]
    return path


def matches(edge: Edge, corpus: Path, query, *options) -> list[dict]:
    lines = edge.ok("query", corpus, "--scoutfish", query, "--matches", *options).splitlines()
    return [json.loads(line) for line in lines]


def places(found: list[dict]) -> list[tuple[int, list[int]]]:
    return [(match["pgn_offset"], match["plies"]) for match in found]


@pytest.fixture(scope="module")
def game_at(shared: Path, suite: dict):
    """Where the game begins; scoutfish's offset is that of the empty line before it."""
    pgn = (shared / "corpora" / suite["pgn"]).read_bytes()
    return lambda offset: pgn.index(b"[", offset)


def test_every_case_of_the_suite(edge: Edge, corpus: Path, suite: dict, game_at) -> None:
    wrong = []
    for case in suite["cases"]:
        found = places(matches(edge, corpus, json.dumps(case["query"])))
        first = [(game_at(match["ofs"]), match["ply"]) for match in case["first"]]
        if len(found) != case["games"] or found[: len(first)] != first:
            wrong.append(f"{case['id']}: {len(found)} games, first {found[:2]}, expected {case}")
    assert len(suite["cases"]) >= 29
    assert not wrong, "\n".join(wrong)


def test_a_streak_that_fails_half_way_loses_no_match(edge: Edge, corpus: Path, game_at) -> None:
    # scoutfish does not backtrack after a failed attempt and finds two of these.
    net_queen = [{"captured": ""}, {"stm": "white", "captured": "Q"}, {"captured": ""}]
    expected = [(30634, 37), (103377, 55), (437179, 43), (467359, 65), (771799, 71), (864787, 83)]
    found = places(matches(edge, corpus, json.dumps({"streak": net_queen})))
    assert found == [(game_at(offset), [ply, ply + 1, ply + 2]) for offset, ply in expected]


@pytest.mark.parametrize(
    "query,games",
    [
        ({"pass": ""}, 501),
        ({"result": "1-0"}, 314),
        ({"result": "0-1"}, 170),
        ({"result": "1/2-1/2"}, 16),
        ({"result": "*"}, 1),
        ({"result-type": "mate"}, 28),
        ({"result-type": "stalemate"}, 0),
        ({"white-move": "O-O-O"}, 45),
        ({"white-move": "exd5"}, 240),
        ({"white-move": "d5"}, 240),
        ({"white-move": "e8=N"}, 1),
        ({"imbalance": ["PPPv", "PPv"]}, 63),
        ({"imbalance": "PPvN"}, 26),
        ({"moved": "KP", "captured": "Q"}, 51),
        # scoutfish says 297: it takes the piece that a promoting pawn captures for a pawn.
        ({"stm": "black", "captured": "QR"}, 299),
        ({"streak": [{"imbalance": "vP"}] * 3}, 173),
        ({"streak": [{"white-move": "e5"}, {"pass": ""}, {"white-move": "f5"}]}, 2),
        ({}, 0),
        ({"unknown": 1}, 0),
    ],
    ids=json.dumps,
)
def test_more_counts(edge: Edge, corpus: Path, query: dict, games: int) -> None:
    answer = edge.json("query", corpus, "--scoutfish", json.dumps(query))
    assert answer["games_matched"] == games


def test_a_query_can_be_a_file(edge: Edge, corpus: Path, tmp_path: Path) -> None:
    query = {"skip": 200, "limit": 100, "black-move": "O-O"}
    path = tmp_path / "query.json"
    path.write_text(json.dumps(query))
    assert matches(edge, corpus, path) == matches(edge, corpus, json.dumps(query))


def test_the_move_played_is_reported(edge: Edge, corpus: Path) -> None:
    first = matches(edge, corpus, '{"white-move": "Nb7"}', "--limit", 1)[0]
    assert first["plies"] == [34] and first["move"].rstrip("+#") in ("Nb7", "Nxb7")


@pytest.mark.parametrize("query", ['{"sub-fen": 5}', '{"moved": ["K"]}', '{"pass": ""'])
def test_mistakes_are_refused(edge: Edge, corpus: Path, query: str) -> None:
    done = edge.run("query", corpus, "--scoutfish", query)
    assert done.returncode == 2 and done.stderr.strip()
