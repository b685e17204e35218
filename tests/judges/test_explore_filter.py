"""The explorer over some of the games: against a count with python-chess, against the tree that
--save writes, and against an index of those games alone."""

from pathlib import Path
from statistics import mean

import chess
import pytest
from support import CLASSICS, RESULTS, Edge, is_representable, mainline, read_games

GAMES = 1500
TREE_PLIES = 40
LINES = ("", "e4", "e4 c5", "d4 Nf6 c4", "e4 e5 Nf3 Nc6", "Nf3")
FILTERS = (
    ("--min-elo", "2400"),
    ("--result", "W"),
    ("--query", "year >= 2000 and not result = D"),
    ("--query", "ever(queens_off) or plies < 60"),
    ("--player", "~an"),
)


def rows_of(answer: dict) -> list[tuple]:
    return [(m["san"], m["white"], m["draws"], m["black"]) for m in answer["moves"]]


@pytest.fixture(scope="module", params=["classics", "otb", "lichess"])
def corpus(request, edge: Edge, tmp_path_factory) -> Path:
    pgn = CLASSICS
    if request.param != "classics":
        pgn = request.getfixturevalue("sample_slice")(request.param, GAMES)
    corpus = tmp_path_factory.mktemp("filter") / "games.scoredb"
    edge.index(pgn, "--out", corpus)
    assert (corpus / "tree.games").exists()
    return corpus


@pytest.mark.parametrize("chosen", FILTERS, ids=" ".join)
def test_a_saved_tree_and_an_index_of_the_games_agree(
    edge: Edge, corpus: Path, chosen: tuple, tmp_path: Path
) -> None:
    saved, pgn, alone = tmp_path / "some.dat", tmp_path / "some.pgn", tmp_path / "some.scoredb"
    answer = edge.json("explore", corpus, *chosen, "--save", saved)
    edge.ok("games", corpus, *chosen, "--output", pgn)
    if not answer["games_selected"]:
        pytest.skip("no game matches in this sample")
    assert edge.index(pgn, "--out", alone)["games"] == answer["games_selected"]
    assert saved.read_bytes() == (alone / "tree.dat").read_bytes()
    for line in LINES:
        filtered = edge.json("explore", corpus, *chosen, "--moves", line)
        if filtered["source"] == "tree":
            assert rows_of(filtered) == rows_of(edge.json("explore", saved, "--moves", line))
        detailed = edge.json("explore", corpus, *chosen, "--moves", line, "--details")
        assert detailed["moves"] == edge.json("explore", alone, "--moves", line, "--details")["moves"]


def number(text: str) -> int:
    return int(text) if text.isdigit() else 0


def rounded(values: list[int]) -> int | None:
    return int(mean(values) + 0.5) if values else None


def test_details_and_games_against_python_chess(edge: Edge, sample_slice, tmp_path: Path) -> None:
    pgn = sample_slice("otb", GAMES)
    corpus = tmp_path / "games.scoredb"
    edge.index(pgn, "--out", corpus)
    games = [game for game in read_games(pgn) if is_representable(game)]
    chosen = [
        (id, game)
        for id, game in enumerate(games)
        if game.headers["Result"] in RESULTS
        and min(number(game.headers.get(f"{side}Elo", "")) for side in ("White", "Black")) >= 2300
    ]
    assert len(chosen) > 50
    for line in LINES:
        board = chess.Board()
        for san in line.split():
            board.push_san(san)
        by_move: dict[str, list] = {}
        for id, game in chosen:
            position = game.board()
            played = set()
            for ply, move in enumerate(mainline(game)):
                if ply < TREE_PLIES and position == board:
                    played.add(position.san(move))
                position.push(move)
            for san in played:
                by_move.setdefault(san, []).append((id, game))
        answer = edge.json(
            "explore", corpus, "--moves", line, "--min-elo", "2300", "--details", "--games",
            "--sort", "none", "--limit", "1000",
        )  # fmt: skip
        assert answer["total"] == sum(map(len, by_move.values()))
        assert {m["san"] for m in answer["moves"]} == set(by_move)
        mover, other = ("White", "Black") if board.turn else ("Black", "White")
        for move in answer["moves"]:
            headers = [game.headers for _, game in by_move[move["san"]]]
            assert move["total"] == len(headers)
            assert move["average_rating"] == rounded([number(h[f"{mover}Elo"]) for h in headers])
            assert move["average_opponent_rating"] == rounded(
                [number(h[f"{other}Elo"]) for h in headers]
            )
            years = [number(h["Date"][:4]) for h in headers if number(h["Date"][:4])]
            assert move["average_year"] == rounded(years)
            assert move["last_year"] == max(years, default=None)
        listed = sorted({id for games in by_move.values() for id, _ in games})
        assert [game["game_id"] for game in answer["games"]] == listed[:1000]
        assert answer["games_matched"] == len(listed)


def test_an_older_corpus_is_scanned_and_can_be_given_its_lists(
    edge: Edge, tmp_path: Path
) -> None:
    old, new = tmp_path / "old.scoredb", tmp_path / "new.scoredb"
    edge.index(CLASSICS, "--out", old, "--no-tree-games")
    edge.index(CLASSICS, "--out", new)
    ask = ("--result", "W", "--moves", "e4", "--details")
    before = edge.run("explore", old, *ask, "--json")
    assert b"no tree.games, so every game is scanned" in before.stderr
    assert b'"source":"scan"' in before.stdout
    edge.ok("index", "--add-tree-games", old)
    assert (old / "tree.games").read_bytes() == (new / "tree.games").read_bytes()
    assert edge.json("explore", old, *ask)["moves"] == edge.json("explore", new, *ask)["moves"]
