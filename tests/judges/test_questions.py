"""The questions of tests/questions: text, flags, JSON and the daemon all find the games, and the
positions, that python-chess finds."""

import json
import os
import shlex
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import chess
import pytest
from daemon import Daemon
from questions import (
    ABOUT_POSITIONS,
    KILLER_LONG,
    KILLER_SHORT,
    QUESTIONS,
    PositionQuestion,
    Question,
)
from replay import Position, Replay, replay
from support import CLASSICS, REPOSITORY, Edge, is_representable, read_games

RARE = REPOSITORY / "tests/questions/rare.pgn"
GAMES_PER_SAMPLE = 300
MOST = 100_000  # matches and positions that the daemon lists


@dataclass
class Summary:
    """What groups need of a game after its replay is gone."""

    result: str
    year: int | None
    players: tuple[str, str]
    last: str


@dataclass
class Collection:
    """Games, and what python-chess says about them."""

    root: Path
    games: list[Summary]
    in_repository: int  # the games before those of the samples
    answers: dict[str, list[int]]
    positions: dict[str, list[tuple[int, Position]]]

    @property
    def corpus(self) -> Path:
        return self.root / "games.scoredb"


def final_material(game: Replay) -> str:
    return ":".join(game.last.material(side) for side in chess.COLORS)


@pytest.fixture(scope="module")
def collection(request, edge: Edge, tmp_path_factory) -> Collection:
    sources = [CLASSICS, RARE]
    if Path(os.environ.get("EDGE_SHARED", REPOSITORY.parent / "shared")).is_dir():
        sample_slice = request.getfixturevalue("sample_slice")
        sources += [sample_slice(name, GAMES_PER_SAMPLE) for name in ("otb", "lichess")]
    collection = Collection(
        root=tmp_path_factory.mktemp("questions"),
        games=[],
        in_repository=0,
        answers={question.ask: [] for question in QUESTIONS},
        positions={question.ask: [] for question in ABOUT_POSITIONS},
    )
    edge.index(*sources, "--out", collection.corpus, "--shards", 3)
    for source in sources:
        for game in filter(is_representable, read_games(source)):
            add(collection, replay(game))
        if source == RARE:
            collection.in_repository = len(collection.games)
    return collection


def add(collection: Collection, game: Replay) -> None:
    number = len(collection.games)
    players = (game.white, game.black)
    collection.games.append(Summary(game.result, game.year, players, final_material(game)))
    for question in QUESTIONS:
        if question.holds(game):
            collection.answers[question.ask].append(number)
    for about in ABOUT_POSITIONS:
        collection.positions[about.ask] += [(number, game.positions[p]) for p in about.plies(game)]


@pytest.fixture(scope="module")
def daemon(edge: Edge, collection: Collection):
    daemon = Daemon(edge.program, collection.root)
    yield daemon
    assert daemon.stop() == 0


def games_of(answer: dict) -> list[int]:
    return [match["game_id"] for match in answer["matches"]]


def ids(questions: list) -> list[str]:
    return [question.ask for question in questions]


# ---- which games


def test_there_are_many_different_questions() -> None:
    assert len(set(ids(QUESTIONS))) == len(QUESTIONS) >= 60
    texts = [text for question in QUESTIONS for text in (question.text, *question.also)]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("question", QUESTIONS, ids=ids(QUESTIONS))
def test_games(edge: Edge, daemon: Daemon, collection: Collection, question: Question) -> None:
    expected = collection.answers[question.ask]
    corpus = collection.corpus

    def ask(*query, **options) -> list[int]:
        return games_of(edge.json("query", corpus, *query, "--matches", **options))

    def post(**query) -> list[int]:
        request = {"corpus": corpus.name, **query, "answer": "matches", "limit": MOST}
        answer = daemon.post("/query", request)
        assert answer.status == 200, answer.body
        return games_of(answer.json)

    for text in (question.text, *question.also):
        assert ask("--query", text) == expected, text
    if question.flags is not None:
        assert ask(*shlex.split(question.flags)) == expected, question.flags
    as_json = edge.json("query", corpus, "--query", question.text, "--explain")["query_json"]
    assert ask("--query-json", "-", input=json.dumps(as_json).encode()) == expected, as_json
    assert post(query=question.text) == expected
    assert post(query_json=as_json) == expected


@pytest.mark.parametrize("question", QUESTIONS, ids=ids(QUESTIONS))
def test_some_games_match_and_some_do_not(collection: Collection, question: Question) -> None:
    """An answer that is always empty would agree with anything."""
    games = len(collection.games)
    if question.only_in_samples and games == collection.in_repository:
        pytest.skip("needs the samples")
    assert 0 < len(collection.answers[question.ask]) < games


def test_the_short_form_gives_the_bits_of_the_long_one(edge, collection, tmp_path) -> None:
    files = {}
    for name, text in (("short", KILLER_SHORT), ("long", KILLER_LONG)):
        path = tmp_path / f"{name}.bm"
        edge.ok("query", collection.corpus, "--query", text, "--output", path)
        files[name] = path.read_bytes()
    assert files["short"] == files["long"]


# ---- which positions, and what they add up to


def planes(positions: list[tuple[int, Position]]) -> dict[str, list[int]]:
    """By piece, on how many of the positions it stands on each square."""
    counts = {piece: [0] * 64 for piece in "PNBRQKpnbrqk"}
    for _, position in positions:
        for square, piece in position.board.piece_map().items():
            counts[piece.symbol()][square] += 1
    return counts


KEYS = {
    "result": lambda game: [game.result],
    "year": lambda game: [game.year],
    "player": lambda game: sorted({name for name in game.players if name != "?"}) or [None],
    "final-material": lambda game: [game.last],
}


def groups(collection: Collection, positions: list, key: str) -> dict:
    """Positions and games for each value of the key."""
    rows = Counter(
        (value, number) for number, _ in positions for value in KEYS[key](collection.games[number])
    )
    games = Counter(value for value, _ in rows)
    totals: Counter = Counter()
    for (value, _), count in rows.items():
        totals[value] += count
    return {value: (totals[value], games[value]) for value in games}


def one_a_game(positions: list, which: str) -> list:
    """The first or the last position of each game."""
    chosen = positions if which == "last" else positions[::-1]
    return sorted({number: (number, at) for number, at in chosen}.values(), key=lambda x: x[0])


@pytest.mark.parametrize("about", ABOUT_POSITIONS, ids=ids(ABOUT_POSITIONS))
def test_positions(
    edge: Edge, daemon: Daemon, collection: Collection, about: PositionQuestion
) -> None:
    expected = collection.positions[about.ask]
    assert expected
    ways = [["--query", about.text]]
    if about.flags is not None:
        ways.append(shlex.split(about.flags))
    for way in ways:
        listed = edge.ok("query", collection.corpus, *way, "--positions", "both", "--jsonl")
        rows = [json.loads(line) for line in listed.splitlines()]
        assert [(row["game_id"], row["ply"], row["fen"].split()[0]) for row in rows] == [
            (number, at.ply, at.board.board_fen()) for number, at in expected
        ], way
        heat = edge.json("query", collection.corpus, *way, "--heatmap")["heatmap"]
        assert heat["planes"] == planes(expected), way
        assert heat["total_positions"] == len(expected)
        assert heat["total_games"] == len({number for number, _ in expected})
    request = {"corpus": collection.corpus.name, "query": about.text}
    by_http = daemon.post("/query", {**request, "answer": "heatmap"}).json["heatmap"]
    assert by_http == heat


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("about", ABOUT_POSITIONS, ids=ids(ABOUT_POSITIONS))
def test_groups(edge: Edge, collection: Collection, about: PositionQuestion, key: str) -> None:
    found = edge.json("query", collection.corpus, "--query", about.text, "--group-by", key)
    rows = {row["key"]: (row["positions"], row["games"]) for row in found["groups"]["rows"]}
    assert rows == groups(collection, collection.positions[about.ask], key)


@pytest.mark.parametrize("which", ["first", "last"])
@pytest.mark.parametrize("about", ABOUT_POSITIONS, ids=ids(ABOUT_POSITIONS))
def test_one_position_a_game(
    edge: Edge, collection: Collection, about: PositionQuestion, which: str
) -> None:
    way = ("query", collection.corpus, "--query", about.text, "--per-game", which)
    listed = edge.ok(*way, "--positions", "ref", "--jsonl")
    rows = [(row["game_id"], row["ply"]) for row in map(json.loads, listed.splitlines())]
    expected = one_a_game(collection.positions[about.ask], which)
    assert rows == [(number, at.ply) for number, at in expected]
    assert edge.json(*way, "--heatmap")["heatmap"]["planes"] == planes(expected)
