"""What a corpus answers through the package is what the library says."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import edge_chess
import numpy as np
import pytest
from edge_chess import q


def test_answers_are_those_of_the_library(corpus: edge_chess.Corpus) -> None:
    raw = corpus.ask("explore", {"moves": "e4", "details": True})
    answer = corpus.explore("e4", details=True)
    assert [move.san for move in answer] == [move["san"] for move in raw["moves"]]
    assert answer.total == raw["total"] == sum(move.total for move in answer)
    assert [move.last_year for move in answer] == [move["last_year"] for move in raw["moves"]]
    with pytest.raises(KeyError):
        answer["Ke2"]


def test_positions_are_given_in_three_ways(corpus: edge_chess.Corpus) -> None:
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert corpus.explore(["e2e4"]) == corpus.explore("1. e4") == corpus.explore(fen=fen)
    assert corpus.explore_many([fen, {"moves": "e4"}])[1] == corpus.explore("e4")


def test_a_question_takes_queries_in_every_form(corpus: edge_chess.Corpus) -> None:
    text = corpus.explore(query="year < 1900")
    won = corpus.query("year < 1900")
    for query in (q.year < 1900, {"year": {"<": 1900}}, won):
        assert corpus.explore(query=query).moves == text.moves
    assert corpus.explore(games=won).moves == text.moves
    assert corpus.query(won, games=corpus.query("result = W")) == corpus.query(
        "year < 1900 and result = W"
    )


def test_heatmap_is_an_array(corpus: edge_chess.Corpus) -> None:
    heat = corpus.heatmap()
    assert heat.games == 58
    assert heat["K"].sum() == heat["k"].sum() == heat.positions
    assert np.asarray(heat).shape == (12, 8, 8)
    assert np.asarray(heat, dtype=float).sum() == heat.array.sum()
    assert heat.share("K").sum() == pytest.approx(1)
    assert corpus.heatmap(pieces="N").array[0].sum() == 0
    assert heat["R"][0, 0] > heat["R"][3, 3]  # a1, d4
    with pytest.raises(KeyError):
        heat["x"]


def test_heatmap_is_a_picture(corpus: edge_chess.Corpus, folder: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    heat = corpus.heatmap("checkmate", pieces="KQ")
    figure = heat.plot()
    assert len(figure.axes) == 4
    figure.savefig("kings.png")
    assert (folder / "kings.png").read_bytes().startswith(b"\x89PNG")
    axes = figure.axes[0]
    assert heat.plot("q", axes=axes) is figure
    assert axes.get_title() == "Black: queens"
    with pytest.raises(ValueError, match="pieces"):
        heat.plot("Kx")


def test_groups(corpus: edge_chess.Corpus) -> None:
    years = corpus.group_by("year", top=3)
    assert len(years) == 3 and years.distinct_groups > 3
    assert years[0].games >= years[1].games
    assert {group.key for group in corpus.group_by("result")} == {"1-0", "0-1", "1/2-1/2"}
    best = corpus.group_by("player", "result = W")[0]
    assert best.wins + best.draws + best.losses == best.games
    assert list(corpus.group_by("result").to_pandas()["games"]) == [36, 21, 1]


def test_positions_and_matches(corpus: edge_chess.Corpus) -> None:
    mates = corpus.positions("checkmate")
    assert {position.game_id for position in mates} == set(corpus.query("checkmate"))
    start = corpus.positions("at(0, pass)", unique=True)
    assert len(start) == 1 and start[0].ply == 0
    assert len(corpus.positions(limit=7)) == 7
    matches = corpus.matches("checkmate", skip=1, limit=2)
    assert [match.game_id for match in matches] == list(corpus.query("checkmate"))[1:3]


def test_games_come_in_pages(corpus: edge_chess.Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [game.game_id for game in corpus.games(sort="date")]
    monkeypatch.setattr("edge_chess.corpus._PAGE_GAMES", 7)
    assert [game.game_id for game in corpus.games(sort="date")] == whole
    assert [game.game_id for game in corpus.games(sort="date", skip=5, limit=20)] == whole[5:25]
    assert [game.game_id for game in corpus.games(limit=0)] == []
    assert len(whole) == 58


def test_games_are_values(corpus: edge_chess.Corpus, folder: Path) -> None:
    game = corpus.game(6)
    assert game == next(corpus.games("tag(\"Site\") ~ \"paris\" and year = 1858"))
    assert game.white == "Morphy, Paul" and game.tags["Date"] == "1858.11.02"
    assert game.pgn(original=True).startswith("[Event")
    assert str(game) == game.pgn() == corpus.pgn(6)
    matched = next(corpus.games("checkmate"))
    assert matched.match_plies == (matched.plies,)
    with pytest.raises(edge_chess.EdgeError):
        corpus.game(58)


def test_index_and_convert(folder: Path) -> None:
    corpus = edge_chess.index(["classics.pgn", Path("classics.pgn")], "twice.scoredb", tree=False)
    assert len(corpus) == 116 and corpus.report is not None
    assert corpus.report["tree"] is None
    with pytest.raises(edge_chess.EdgeError):
        edge_chess.index("classics.pgn", "twice.scoredb")
    assert len(edge_chess.index("classics.pgn", "twice.scoredb", force=True)) == 58
    report = edge_chess.convert("classics.pgn", "classics.si4")
    assert (report["to"], report["games_written"]) == ("scid4", 58)
    report = edge_chess.convert("classics.si4", "won.pgn", query=q.result == "W")
    assert report["games_written"] == 36


def test_add(folder: Path) -> None:
    for name, years in (("old.pgn", "year < 1950"), ("new.pgn", "year >= 1950")):
        edge_chess.convert("classics.scoredb", name, query=years)
    before = edge_chess.index("old.pgn", "added.scoredb")
    mates = before.query(q.checkmate)
    mates.save("@mates")
    after = edge_chess.add("added.scoredb", Path("new.pgn"))
    assert (len(before), len(after)) == (30, 58) and after.report is not None
    assert after.report["added"]["first_game"] == 30
    assert list(after.load("@mates")) == list(mates)
    assert after.explore("e4").total == edge_chess.open("classics.scoredb").explore("e4").total
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = edge_chess.add("added.scoredb", "new.pgn")
    assert again.report is not None and len(again.report["added"]["known_sources"]) == 1
    edge_chess.convert("classics.scoredb", "some.pgn", query="year >= 1900 and year < 1990")
    same = edge_chess.add("added.scoredb", "some.pgn", skip_duplicates=True)
    assert len(same) == 58 and same.report is not None
    assert same.report["skipped"] == {"duplicate": same.report["games_read"]}
    with pytest.raises(edge_chess.EdgeError):
        edge_chess.add("missing.scoredb", "new.pgn")


def test_collections(folder: Path) -> None:
    for name, years in (("first.pgn", "year < 1950"), ("later.pgn", "year >= 1950")):
        edge_chess.convert("classics.scoredb", name, query=years)
    first = edge_chess.index("first.pgn", "collected.scoredb")
    assert first.save_as("mates", q.checkmate) == 8
    assert first.save_as("@won", "@mates and result = W", dense=True) == 6
    with pytest.raises(FileExistsError):
        first.save_as("mates", "all")
    with pytest.raises(ValueError):
        first.save_as("mates", first.query("all"), force=True)
    later = edge_chess.add("collected.scoredb", "later.pgn")
    assert [(found.name, found.games, found.stale) for found in later.collections()] == [
        ("mates", 10, ()),
        ("won", 7, ()),
    ]
    assert later.load("@mates") == later.query(q.checkmate)
    later.save_as("mates", "ever(checkmate) and plies < 60", force=True)
    assert later.collections("won")[0].stale == ("@mates has changed",)
    assert [found.name for found in later.refresh_collections()] == ["won"]
    assert later.refresh_collections() == []
    with pytest.raises(edge_chess.EdgeError, match="refers to it"):
        later.delete_collections("mates")
    later.delete_collections("mates", "won")
    assert later.collections() == []


def test_compact_and_merge(folder: Path) -> None:
    years = ("year < 1900", "year = 1900..1949", "year >= 1950")
    for number, query in enumerate(years):
        edge_chess.convert("classics.scoredb", f"{number}.pgn", query=query)
        if number == 0:
            edge_chess.index("0.pgn", "parts.scoredb")
        else:
            edge_chess.add("parts.scoredb", f"{number}.pgn")
    before = edge_chess.open("parts.scoredb")
    mates = before.query(q.checkmate)
    mates.save("@mates")
    after = before.compact(shards=True)
    assert after.report is not None
    assert (after.report["shards_before"], after.report["shards"]) == (3, 1)
    assert (mates.shards, after.load("@mates").shards) == (3, 1)
    assert list(after.load("@mates")) == list(mates) == list(before.query("checkmate"))
    assert after.explore("e4").total == before.explore("e4").total
    tree = after.compact(tree=True).report
    assert tree is not None and tree["games"] == 58
    rest = after.compact(drop="@mates", out=Path("rest.scoredb"), ids="ids.csv")
    assert len(rest) == 58 - len(mates) and len(rest.query("checkmate")) == 0
    assert (folder / "ids.csv").read_text().count("\n") == 59
    both = edge_chess.merge(["parts.scoredb", Path("rest.scoredb")], "both.scoredb")
    assert both.report is not None and len(both) == 116 - len(mates)
    assert [carried["new_name"] for carried in both.report["sets"]] == ["mates", "mates-2"]
    with pytest.raises(edge_chess.errors.Exists):
        edge_chess.merge(["parts.scoredb"], "both.scoredb")
    with pytest.raises(edge_chess.EdgeError, match="expected one of tree, shards and drop"):
        after.compact()
    with pytest.raises(edge_chess.EdgeError, match="found both"):
        after.compact(tree=True, shards=True)
    (folder / "parts.scoredb/bitmaps/bad.bm").write_bytes(b"PMOTE-BM")
    edge_chess.add("parts.scoredb", "both.scoredb")
    with pytest.warns(UserWarning, match="bad.bm") as caught:
        edge_chess.open("parts.scoredb").compact(shards=True)
    assert caught[0].filename == __file__


def test_inspect_news_explain(corpus: edge_chess.Corpus, folder: Path) -> None:
    assert corpus.inspect(verify=True)["verify"] == {
        "ok": True, "games": 58, "plies": 3566, "edges": 2068, "counts": {}, "findings": [],
    }  # fmt: skip
    (folder / "mine.pgn").write_text("1. e4 e5 2. Nf3 *\n")
    news = corpus.news("mine.pgn", limit=1)
    assert news["lines"] == corpus.news(pgn="1. e4 e5 2. Nf3 *\n", limit=1)["lines"]
    explained = corpus.explain(q.checkmate)
    assert json.dumps(explained["query_json"])
    assert corpus.query(explained["query_json"]) == corpus.query("checkmate")


def test_threads_do_not_change_answers(corpus: edge_chess.Corpus) -> None:
    assert corpus.group_by("eco", threads=1) == corpus.group_by("eco", threads=3)
